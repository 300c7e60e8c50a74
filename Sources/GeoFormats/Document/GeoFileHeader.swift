import Geodesy

/// The properties of a whole file, including the data needed to export the file unchanged.
///
/// Properties named `kept`, such as ``GeoPlace/kept``, store preserved markup: all XML of an
/// element except the values read from it. See `docs/formats/gpx.md`. Callers store and return
/// preserved markup without interpreting it. Preserved markup uses the prefixes of ``namespaces``
/// and can refer to ``templates``, so it is valid only together with the header of its file.
public struct GeoFileHeader: Hashable, Sendable, Codable {
  /// The version of the format as stated in the file, such as `1.1`.
  public var version: String?
  /// The program that wrote the file, as stated in the file.
  public var creator: String?
  public var metadata = GeoMetadata()
  /// The namespaces declared by the root element, and the namespaces assigned to undeclared
  /// prefixes.
  ///
  /// An undeclared prefix is bound to its well-known namespace. An undeclared prefix without a
  /// well-known namespace is bound to a namespace made from the prefix.
  public var namespaces: [GeoNamespace] = []
  /// The namespaces and their schema locations, from the root element's `schemaLocation`.
  public var schemaLocations: [GeoNamespace] = []
  /// The preserved markup for the root element and the content before and after it.
  public var kept: String?
  /// The templates: preserved markup that several points of the file share. The preserved markup of
  /// such a point refers to a template by its number.
  public var templates: [String] = []
  /// The groups that the file describes. A group whose name occurs only in the data of items is not
  /// included.
  public var groups: [GeoGroup] = []
  /// The bounding box around the file's places and points. Nil if none exist.
  ///
  /// If the bounding box of the exported points is the same, the source file's `bounds` element is
  /// exported unchanged.
  public var bounds: GeoBounds?
  /// The number of items in the file. The importer sets this value; a codec leaves it nil.
  public var itemCount: Int?
  /// The path of the file. The importer sets this value; a codec leaves it nil.
  public var path: String?
  /// The keys of this file's earlier imports that contain items missing from the current file. The
  /// importer sets the list; a codec leaves it empty.
  public var importRecords: [Int64] = []
  /// The keys of the earlier imports from which items were reassigned to this import. The importer
  /// sets the list; a codec leaves it empty.
  public var predecessors: [Int64] = []
  /// The earlier imports from which items were reassigned to this import, with their previous
  /// states. The importer sets the list; a codec leaves it empty.
  public var supersededImports: [SupersededImport] = []

  public init() {}

  /// The state of an earlier import before some of its items were reassigned to a later import. As
  /// long as all items listed here exist, the earlier file can be recognised.
  public struct SupersededImport: Hashable, Sendable, Codable {
    /// The key of the earlier import.
    public var record: Int64
    /// The keys of the earlier import's places, in ascending order.
    public var places: [ClosedRange<Int64>]
    /// The keys of the earlier import's paths, in ascending order.
    public var paths: [ClosedRange<Int64>]
    /// A digest of the imported file's content. Files with equal content have equal digests, even
    /// if their bytes differ.
    public var content: Int

    public init(
      record: Int64, places: [ClosedRange<Int64>], paths: [ClosedRange<Int64>], content: Int
    ) {
      self.record = record
      self.places = places
      self.paths = paths
      self.content = content
    }
  }
}
