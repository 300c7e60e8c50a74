/// The control bytes that separate preserved markup into literals, holes and marks; see
/// `docs/formats/gpx.md`.
///
/// XML 1.0 does not allow these four bytes, so they never occur in the content of a file.
enum KeptMark {
  /// The start of a hole or mark; the next byte is its letter.
  static let open: UInt8 = 1
  /// The end of a hole or mark.
  static let close: UInt8 = 2
  /// The start of a reference to a template, followed only by its decimal number.
  static let template: UInt8 = 3
  /// The separator between a link's standard form and its original markup, in the hole of a link.
  static let divider: UInt8 = 4

  /// The mark of the element's own name, if it is not the standard one, and of its other
  /// attributes.
  static let ownTag = UInt8(ascii: "<")
  /// The mark of preceding markup that belongs to the element.
  static let before = UInt8(ascii: "^")
  /// The marks of the original text of the latitude and of the longitude.
  static let latitude = UInt8(ascii: "(")
  static let longitude = UInt8(ascii: ")")
  /// The mark of the position of the points, segments or items.
  static let children = UInt8(ascii: "*")
  /// The marks of the markup before and after the root element.
  static let prolog = UInt8(ascii: "{")
  static let epilog = UInt8(ascii: "}")
  /// The letter of the hole for the file's `bounds`.
  static let bounds = UInt8(ascii: "b")
  /// The marks of the positions of places, routes and tracks before an item number.
  static let items: [UInt8] = Array("123".utf8)
}
