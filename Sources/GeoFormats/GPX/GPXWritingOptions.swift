import Geodesy

/// The properties of a GPX file to be written, besides its items.
public struct GPXWritingOptions: Sendable {
  /// A version of GPX.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    case version10 = "1.0"
    case version11 = "1.1"
  }

  /// The version to write, or nil for the version of ``unchangedSource`` or, without such a file,
  /// for 1.1.
  public var version: Version?
  /// The headers of all source files of the items; their namespaces are declared in the root
  /// element.
  public var headers: [GeoFileHeader] = []
  /// The header of the file to export unchanged, with its root element, metadata, comments and
  /// order of items.
  public var unchangedSource: GeoFileHeader?
  /// The metadata to write, unless a file is exported unchanged.
  public var metadata = GeoMetadata()
  /// The bounding box of the points to be written, if known.
  ///
  /// If the box equals the bounding box of the points that were imported, the `bounds` element of
  /// the source file is written unchanged. Otherwise this box is written.
  public var bounds: GeoBounds?
  /// Whether content that the schema forbids is left out and reported.
  public var isValidOnly = false
  /// Whether the times of all points and of the file are left out.
  public var stripsTimes = false
  /// Whether all extensions, including sensor values, are left out.
  public var stripsExtensions = false
  /// Whether the root element declares Cartographer's namespace, which makes the file shorter if
  /// many items are in groups.
  public var declaresExtras = false
  /// Whether the group names in the items' markup stay unchanged, regardless of their
  /// ``GeoExtras``.
  public var keepsGroups = false

  /// Creates options.
  ///
  /// - Parameter unchangedSource: The header of the file to export unchanged, or nil for a new file.
  public init(unchangedSource: GeoFileHeader? = nil) {
    self.unchangedSource = unchangedSource
  }
}
