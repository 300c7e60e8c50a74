import Geodesy

/// The properties of a whole file, including the data needed to export the file unchanged.
///
/// The properties named `kept`, such as ``GeoPlace/kept``, hold preserved markup: all XML of an
/// element except the values that were read from it; see `docs/formats/gpx.md`. Callers store and
/// return these texts without interpreting them. They use the prefixes of ``namespaces`` and may
/// refer to ``templates``, so they are only valid together with the header of their file.
public struct GeoFileHeader: Hashable, Sendable, Codable {
  /// The version of the format as the file states it, such as `1.1`.
  public var version: String?
  /// The program that wrote the file, as the file states it.
  public var creator: String?
  public var metadata = GeoMetadata()
  /// The namespaces declared by the root element, and those of prefixes that the file uses without
  /// declaration.
  ///
  /// An undeclared prefix gets its well-known namespace, or one made from its name.
  public var namespaces: [GeoNamespace] = []
  /// The pairs of namespace and location in the root's `schemaLocation`.
  public var schemaLocations: [GeoNamespace] = []
  /// The preserved markup of the root element and of the content around it.
  public var kept: String?
  /// Pieces of preserved markup that occur often in the file; points refer to them by number.
  public var templates: [String] = []
  /// The groups that the file describes. Groups that are only named by items are not included.
  public var groups: [GeoGroup] = []
  /// The bounding box computed from the points of the file, or nil if the file has no points.
  ///
  /// On export, the `bounds` element of the source file is written unchanged if the exported points
  /// have this bounding box.
  public var bounds: GeoBounds?
  /// The number of items in the file. The importer sets it; a codec leaves it nil.
  public var itemCount: Int?
  /// The path of the file. The importer sets it; a codec leaves it nil.
  public var path: String?
  /// Earlier imports of this file to which items still belong that the file no longer contains. The
  /// importer sets the list; a codec leaves it empty.
  public var formerImports: [Int64] = []
  /// The earlier imports whose items now belong to this import. The importer sets the list; a codec
  /// leaves it empty.
  public var predecessors: [Int64] = []
  /// The earlier imports some of whose items now belong to this import. The importer sets the list;
  /// a codec leaves it empty.
  public var supersededImports: [SupersededImport] = []

  public init() {}

  /// The items of an earlier import, some of which now belong to a later import. As long as all of
  /// them exist, the earlier file is recognised by them.
  public struct SupersededImport: Hashable, Sendable, Codable {
    /// The key of the import.
    public var record: Int64
    /// The keys of the import's places, in ascending order.
    public var places: [ClosedRange<Int64>]
    /// The keys of the import's paths, in ascending order.
    public var paths: [ClosedRange<Int64>]
    /// A digest of the file's content, to recognise a copy that has equal content but different
    /// bytes.
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
