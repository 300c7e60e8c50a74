import Geodesy

/// What a written GPX file is to be, besides its items.
public struct GPXWritingOptions: Sendable {
  /// A version of GPX.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    case version10 = "1.0"
    case version11 = "1.1"
  }

  /// The version to write; nil for that of the file in ``asItCame``, else 1.1.
  public var version: Version?
  /// The headers of all files that the items come from: their namespaces are declared on the root.
  public var headers: [GeoFileHeader] = []
  /// The file to write back as it came: with its root, its metadata, its comments and its order.
  public var asItCame: GeoFileHeader?
  /// What a file that is not written back says of itself.
  public var metadata = GeoMetadata()
  /// Around the points that will be written, where that is known: while it is what the file read
  /// had, the `bounds` that file states are written back, else these.
  public var bounds: GeoBounds?
  /// Leaves out what the schema forbids, and lists it.
  public var isValidOnly = false
  /// Leaves out the times of all points and of the file.
  public var stripsTimes = false
  /// Leaves out all extensions, with what sensors measured.
  public var stripsExtensions = false
  /// Declares this program's own namespace in the root: shorter where many items are in groups.
  public var declaresExtras = false
  /// Leaves what the items' markup says of groups as it stands, whatever their ``GeoExtras`` say.
  public var keepsGroups = false

  /// - Parameter asItCame: The file to write back; nil for a file of its own.
  public init(asItCame: GeoFileHeader? = nil) {
    self.asItCame = asItCame
  }
}
