/// Keys as one SQL argument, for `IN (SELECT value FROM json_each(?))`.
enum KeyList {
  /// The most keys of one statement, which bounds its text to some megabytes.
  static let longest = 100_000

  static func json(_ keys: some Sequence<Int64>) -> String {
    var text = "["
    for key in keys {
      if text.utf8.count > 1 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
