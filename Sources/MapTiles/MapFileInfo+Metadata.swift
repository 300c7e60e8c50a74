import Foundation
import Geodesy

extension MapFileInfo {
  /// Reads the name, the credits and the layers from the metadata of a map file: a JSON object as in
  /// PMTiles archives and TileJSON. Unknown members are ignored.
  mutating func read(metadata: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: metadata) as? [String: Any] else {
      return
    }
    if let name = object["name"] as? String, !name.isEmpty { self.name = name }
    if let text = object["attribution"] as? String { attribution = Self.plainText(text) }
    layers = Self.names(object["vector_layers"], "id")
    if layers.isEmpty, let statistics = object["tilestats"] as? [String: Any] {
      layers = Self.names(statistics["layers"], "layer")
    }
  }

  /// Returns the bounding box with the given edges in degrees, or nil if the edges are not valid.
  static func bounds(west: Double, south: Double, east: Double, north: Double) -> GeoBounds? {
    guard (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
      (-90...90).contains(north), west < east, south < north
    else { return nil }
    return GeoBounds(south: south, west: west, north: north, east: east)
  }

  private static func names(_ list: Any?, _ key: String) -> [String] {
    (list as? [Any] ?? []).compactMap { ($0 as? [String: Any])?[key] as? String }
  }

  /// Returns text without HTML tags and with common HTML entities replaced, or nil if no text remains.
  static func plainText(_ html: String) -> String? {
    var text = ""
    var isInTag = false
    for character in html.prefix(2_000) {
      switch character {
      case "<": isInTag = true
      case ">" where isInTag: isInTag = false
      default: if !isInTag { text.append(character) }
      }
    }
    for (entity, value) in [
      ("&copy;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
      ("&amp;", "&"),
    ] {
      text = text.replacingOccurrences(of: entity, with: value)
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
