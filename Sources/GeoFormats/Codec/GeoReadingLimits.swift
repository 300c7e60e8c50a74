/// The size limits for reading files. A file that exceeds a limit is regarded as an attack: reading
/// stops at the limit, and only the complete elements before the limit are read.
///
/// Files from real devices and programs are far below these limits. Regardless of the limits,
/// reading stops at an entity expansion attack, and external documents are never read.
public struct GeoReadingLimits: Hashable, Sendable {
  /// The maximum size of one tag, comment or attribute list, in bytes.
  public var token = 16 << 20
  /// The maximum length of an element's text, in UTF-8 bytes.
  public var text = 16 << 20
  /// The maximum nesting depth of elements.
  public var depth = 50_000
  /// The maximum size of an element's preserved XML, in UTF-8 bytes.
  public var preservedMarkup = 16 << 20
  /// The maximum number of geometries in one item.
  public var geometries = 1_000_000
  /// The maximum number of cells in a table row.
  public var cells = 10_000
  /// The maximum decompressed size of a compressed file, in bytes.
  public var unpacked = 4 << 30
  /// The maximum ratio of a file's decompressed size to its compressed size.
  public var ratio = 200

  public init() {}

  /// Limits so high that only the computer's memory restricts the size of a file.
  public static let none: GeoReadingLimits = {
    var limits = GeoReadingLimits()
    limits.token = .max
    limits.text = .max
    limits.depth = .max
    limits.preservedMarkup = .max
    limits.geometries = .max
    limits.cells = .max
    limits.unpacked = .max
    limits.ratio = .max
    return limits
  }()
}
