import Foundation
import Geodesy

extension MapFileInfo {
  /// Reads the name, credits and layers from a map file's metadata, a JSON object in the form used
  /// by PMTiles archives and TileJSON. Unknown members are ignored.
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

  /// Returns the bounding box with the given edges in degrees. The result is nil if the edges are
  /// not valid.
  static func bounds(west: Double, south: Double, east: Double, north: Double) -> GeoBounds? {
    guard (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
      (-90...90).contains(north), west < east, south < north
    else { return nil }
    return GeoBounds(south: south, west: west, north: north, east: east)
  }

  private static func names(_ list: Any?, _ key: String) -> [String] {
    (list as? [Any] ?? []).compactMap { ($0 as? [String: Any])?[key] as? String }
  }

  /// Returns the text without HTML tags, and with HTML entities replaced. The result is nil if no
  /// text remains. Unknown entities stay unchanged.
  static func plainText(_ html: String) -> String? {
    let text = String(html.prefix(2_000)).replacing(/<[A-Za-z\/!][^>]*>/, with: "")
      .replacing(/&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]+));/) { match -> String in
        let (whole, decimal, hexadecimal, name) = match.output
        let number =
          decimal.flatMap { UInt32($0) } ?? hexadecimal.flatMap { UInt32($0, radix: 16) }
        return number.flatMap(Unicode.Scalar.init).map(String.init)
          ?? name.flatMap { entities[String($0)] } ?? String(whole)
      }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static let entities = [
    "copy": "©", "nbsp": " ", "lt": "<", "gt": ">", "quot": "\"", "amp": "&",
  ]
}
