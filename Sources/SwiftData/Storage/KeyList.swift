/// A list of primary keys that is passed to SQL as one argument, for
/// `IN (SELECT value FROM json_each(?))`.
enum KeyList {
  /// The maximum number of keys in one SQL statement. This maximum limits the argument to a few
  /// megabytes.
  static let longest = 100_000

  /// Returns the keys as a JSON array.
  static func json(_ keys: some Sequence<Int64>) -> String {
    var text = "["
    for key in keys {
      if text.utf8.count > 1 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
