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
    /// The encoded geometry, which ``VectorTile/Layer/parts(of:)`` decodes.
    let geometry: [UInt32]
    /// The feature's attributes. Each attribute is a pair of indexes into the layer's lists: the
    /// index of the attribute's name, then the index of its value.
    let tags: [UInt32]
  }

  package struct Layer: Sendable {
    package let name: String
    /// The tile's width, in layer coordinate units.
    package let extent: Int
    package let features: [Feature]
    /// The index of each attribute name in the layer, as used in the features' tags.
    let keyNumbers: [String: UInt32]
    let values: [Value]

    /// Returns the value of a feature's attribute. The result is nil if the feature lacks this
    /// attribute.
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

/// The points of a line or a polygon ring, in layer coordinate units.
package struct TilePart: Sendable, Equatable {
  package var xs: [Int32] = []
  package var ys: [Int32] = []
}

extension VectorTile.Value {
  /// The value as text, for comparison with the values in style rules. Whole numbers have no
  /// decimal point.
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
