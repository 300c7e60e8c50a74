/// A file format this module reads.
///
/// ``all`` is the one list: a new format is an entry there and a folder of its own.
public struct GeoFormat: Hashable, Sendable {
  /// The stable name, as in `--format gpx`.
  public let id: String
  /// The name to show.
  public let name: String
  /// Extensions of file names, in small letters without the dot.
  public let fileExtensions: [String]

  /// The GPS Exchange Format, versions 1.0 and 1.1.
  public static let gpx = GeoFormat(
    id: "gpx", name: "GPX (GPS Exchange Format)", fileExtensions: ["gpx"])

  /// Every format known, in the order they are tried.
  public static let all: [GeoFormat] = [.gpx]
}
