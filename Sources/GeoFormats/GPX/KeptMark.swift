/// The signs that part kept text into literal markup, holes and marks; see `docs/formats/gpx.md`.
///
/// XML 1.0 can hold none of the four bytes, so they never stand in what a file says.
enum KeptMark {
  /// Opens a hole or mark; the byte after it says which.
  static let open: UInt8 = 1
  /// Closes it.
  static let close: UInt8 = 2
  /// Begins a reference to a template: its decimal number follows, and nothing else.
  static let template: UInt8 = 3
  /// Parts a value's canonical form from its markup in the hole of a link.
  static let divider: UInt8 = 4

  /// The element's own name, where the plain one would not do, and its further attributes.
  static let ownTag = UInt8(ascii: "<")
  /// What stands before the element and travels with it.
  static let before = UInt8(ascii: "^")
  /// The text of the latitude, of the longitude.
  static let latitude = UInt8(ascii: "(")
  static let longitude = UInt8(ascii: ")")
  /// Where the points, segments or items stand.
  static let children = UInt8(ascii: "*")
  /// What stands before the root element, after it.
  static let prolog = UInt8(ascii: "{")
  static let epilog = UInt8(ascii: "}")
  /// The `bounds` of the file.
  static let bounds = UInt8(ascii: "b")
  /// Here stand the places, routes or tracks that come before a position.
  static let items: [UInt8] = Array("123".utf8)
}
