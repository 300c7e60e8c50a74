import Geodesy

/// The options for writing a file. A codec ignores the options that its format does not need.
public struct GeoWritingOptions: Sendable {
  /// The GPX version of the output file. By default, this is the version of ``unchangedSource`` or,
  /// if no file is exported unchanged, version 1.1.
  public var gpxVersion: GPXVersion?
  /// The headers of all source files from which the items were imported. The namespaces in these
  /// headers are declared in the root element.
  public var headers: [GeoFileHeader] = []
  /// The header of the imported file that is exported unchanged. The output keeps this file's root
  /// element, metadata, comments and item order.
  public var unchangedSource: GeoFileHeader?
  /// The bounding box of the points to be written, if known.
  ///
  /// If the bounding box has not changed since the import, the source file's `bounds` element is
  /// written unchanged. If it has changed, the current bounding box is written.
  public var bounds: GeoBounds?
  /// Whether to omit and report content that the GPX schema forbids.
  public var isValidOnly = false
  /// Whether to omit all times: the points' times and the file's time.
  public var stripsTimes = false
  /// Whether to leave out all extensions, including sensor values.
  public var stripsExtensions = false
  /// Whether the root element declares Cartographer's namespace, which makes the file shorter if
  /// many items are in groups.
  public var declaresExtras = false
  /// Whether the group names in the items' preserved markup are written unchanged, regardless of
  /// ``GeoExtras/groups``.
  public var keepsGroups = false

  /// The extension of the file to write, for formats with several extensions, such as `kmz`.
  public var fileExtension: String?

  /// Creates writing options with default values.
  ///
  /// - Parameter unchangedSource: The header of the file that is exported unchanged, or nil for a
  ///   new file.
  public init(unchangedSource: GeoFileHeader? = nil) {
    self.unchangedSource = unchangedSource
  }
}
