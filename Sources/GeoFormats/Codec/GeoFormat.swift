/// A file format that this module reads or writes.
public struct GeoFormat: Hashable, Sendable {
  /// An option for reading or writing a format, such as the columns of a CSV file.
  public struct Option: Hashable, Sendable {
    /// The option's name on the command line, without the leading hyphens.
    public let name: String
    /// A phrase for the user that describes the option's meaning, unit and default.
    public let meaning: String

    public init(name: String, meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The stable identifier of the format, such as `gpx` in `--format gpx`.
  public let id: String
  /// The format's display name.
  public let name: String
  /// The format's file name extensions, in lower case and without the dot. The first one is used
  /// for new files.
  public let fileExtensions: [String]
  public let canRead: Bool
  public let canWrite: Bool
  public let options: [Option]

  init(
    id: String, name: String, fileExtensions: [String], canRead: Bool, canWrite: Bool,
    options: [Option] = []
  ) {
    self.id = id
    self.name = name
    self.fileExtensions = fileExtensions
    self.canRead = canRead
    self.canWrite = canWrite
    self.options = options
  }

  /// The default format for exports.
  public static let gpx = GPXCodec().format

  /// The file name extensions of compressed files that can be read.
  public static let packingExtensions = Packing.extensions

  /// All known formats.
  public static var all: [GeoFormat] { codecs.map(\.format) }

  /// Returns the format with the given identifier. Returns nil if the identifier is unknown.
  public static func named(_ id: String) -> GeoFormat? { all.first { $0.id == id } }
}
