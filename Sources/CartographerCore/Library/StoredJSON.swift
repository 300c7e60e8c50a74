import Foundation

/// Functions that convert structured values to and from JSON text for the store.
///
/// The keys of JSON objects are sorted, so that equal values are encoded as equal text.
enum StoredJSON {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Decodes a value from JSON text.
  ///
  /// - Throws: ``LibraryError`` `badData` if the text is not a valid value of the type.
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw LibraryError(
        .badData, "The store contains a damaged value of type \(type): \(text.prefix(80)).",
        remedy: "Restore a backup of the store.")
    }
  }
}
