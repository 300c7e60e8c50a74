/// A file format that this module reads.
///
/// To add a format, add it to ``all``, the only list of formats, and create a folder for its code.
public struct GeoFormat: Hashable, Sendable {
  /// The stable identifier of the format, such as `gpx` in `--format gpx`.
  public let id: String
  /// The format's name for display.
  public let name: String
  /// The format's file name extensions, in lower case and without the dot.
  public let fileExtensions: [String]

  /// The GPS Exchange Format, versions 1.0 and 1.1.
  public static let gpx = GeoFormat(
    id: "gpx", name: "GPX (GPS Exchange Format)", fileExtensions: ["gpx"])

  /// All known formats, in the order in which the reader tries them.
  public static let all: [GeoFormat] = [.gpx]
}
