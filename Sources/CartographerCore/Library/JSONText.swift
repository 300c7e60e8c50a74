import Foundation

/// Structured values as the texts that the store keeps of them: keys in order, so that equal values
/// are equal texts.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: ``LibraryError`` `badData` for a text that is none of these values.
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw LibraryError(
        .badData, "The store has a \(type) that cannot be read: \(text.prefix(80)).",
        remedy: "Restore a backup with `cartographer store restore`.")
    }
  }
}
