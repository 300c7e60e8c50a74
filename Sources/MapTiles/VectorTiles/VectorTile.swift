/// A decoded Mapbox vector tile (specification 2.1, which also covers version 1).
package struct VectorTile: Sendable {
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Double)
    case flag(Bool)
  }

  package enum Kind: UInt64, Sendable {
    case point = 1
    case line = 2
    case polygon = 3
  }

  package struct Feature: Sendable {
    package let kind: Kind
    /// The geometry as stored; ``VectorTile/Layer/parts(of:)`` decodes it.
    let geometry: [UInt32]
    /// The positions of the feature's keys and values in its layer, in turn.
    let tags: [UInt32]
  }

  package struct Layer: Sendable {
    package let name: String
    /// The width of the tile in units of the geometry.
    package let extent: Int
    package let features: [Feature]
    /// The positions of the attributes' names, which the tags of features refer to.
    let keyNumbers: [String: UInt32]
    let values: [Value]

    /// Returns the value of a feature's attribute, or nil if the feature has no such attribute.
    package func value(_ key: String, of feature: Feature) -> Value? {
      guard let wanted = keyNumbers[key] else { return nil }
      for index in stride(from: 0, to: feature.tags.count - 1, by: 2)
      where feature.tags[index] == wanted {
        let value = Int(feature.tags[index + 1])
        if value < values.count { return values[value] }
      }
      return nil
    }
  }

  package let layers: [Layer]
}

/// The points of a line or of a polygon's ring, in units of a layer's extent.
package struct TilePart: Sendable, Equatable {
  package var xs: [Int32] = []
  package var ys: [Int32] = []
}

extension VectorTile.Value {
  /// The value as text, as it is compared in styles: whole numbers have no decimal point.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let number):
      Int(exactly: number).map(String.init) ?? String(number)
    case .flag(let flag): String(flag)
    }
  }

  package var number: Double? {
    switch self {
    case .text(let text): Double(text)
    case .number(let number): number
    case .flag: nil
    }
  }
}
