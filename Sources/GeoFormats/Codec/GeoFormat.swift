/// A file format that this module reads.
///
/// ``all`` is the only list of formats: a new format needs an entry there and a separate folder.
public struct GeoFormat: Hashable, Sendable {
  /// The stable name, as in `--format gpx`.
  public let id: String
  /// The display name.
  public let name: String
  /// The file name extensions, in lower case without the dot.
  public let fileExtensions: [String]

  /// The GPS Exchange Format, versions 1.0 and 1.1.
  public static let gpx = GeoFormat(
    id: "gpx", name: "GPX (GPS Exchange Format)", fileExtensions: ["gpx"])

  /// All known formats, in the order they are tried.
  public static let all: [GeoFormat] = [.gpx]
}
