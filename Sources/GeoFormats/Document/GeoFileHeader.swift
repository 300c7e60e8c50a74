import Geodesy

/// The properties of a whole file, with the data needed to export it unchanged.
///
/// The *kept* texts of items and points (``GeoPlace/kept`` and so on) hold their preserved markup:
/// the content of the element besides the values; see `docs/formats/gpx.md`. Callers store and
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
  /// Frequent texts of preserved markup; points refer to them by number.
  public var templates: [String] = []
  /// The groups that the file describes. Groups that are only named by items are not included.
  public var groups: [GeoGroup] = []
  /// The bounding box of the points that were read, regardless of the stated bounds; nil if there
  /// are none.
  ///
  /// On export, the stated bounds are written back if the exported points have this bounding box.
  public var bounds: GeoBounds?
  /// The number of items in the file. The importer sets it; a codec leaves it nil.
  public var itemCount: Int?
  /// The path of the file. The importer sets it; a codec leaves it nil.
  public var path: String?
  /// Earlier imports of this file that still own items no longer in it. The importer sets them; a
  /// codec leaves the list empty.
  public var formerImports: [Int64] = []
  /// The imports whose items now belong to this import. The importer sets them; a codec leaves the
  /// list empty.
  public var predecessors: [Int64] = []
  /// The imports that owned all items of their files until this import became the owner of some of
  /// them. The importer sets them; a codec leaves the list empty.
  public var supersededImports: [SupersededImport] = []

  public init() {}

  /// The items of a superseded import. As long as all of them exist, its file is recognised by
  /// them.
  public struct SupersededImport: Hashable, Sendable, Codable {
    /// The key of the import.
    public var record: Int64
    /// The keys of the import's places, in ascending order.
    public var places: [ClosedRange<Int64>]
    /// The keys of the import's paths, in ascending order.
    public var paths: [ClosedRange<Int64>]
    /// A digest of the file's content, by which a copy with other bytes but equal content is
    /// recognised.
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
