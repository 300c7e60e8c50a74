import Geodesy

/// What a file says as a whole, and what is needed to write it back as it came.
///
/// The texts of an item or point that this module calls *kept* (``GeoPlace/kept`` and so on) are
/// what its element holds besides the values, and where: see `docs/formats/gpx.md`. They are to be
/// stored and handed back unread. They name prefixes by ``namespaces`` and may refer to
/// ``templates``, so they can be understood only with the header of the file they came from.
public struct GeoFileHeader: Hashable, Sendable, Codable {
  /// The version of the format as the file states it, such as `1.1`.
  public var version: String?
  /// The program that wrote the file, as the file states it.
  public var creator: String?
  public var metadata = GeoMetadata()
  /// What the root element declares, and what it should have declared: a prefix that the file uses
  /// without declaring it has its well-known meaning here, else one made from its name.
  public var namespaces: [GeoNamespace] = []
  /// The pairs of namespace and place of the root's `schemaLocation`.
  public var schemaLocations: [GeoNamespace] = []
  /// Kept of the root element and of what stands around it.
  public var kept: String?
  /// Kept texts of points that occur often; points refer to them by number.
  public var templates: [String] = []
  /// The groups that the file describes with their fields; groups that only items name are not
  /// included.
  public var groups: [GeoGroup] = []
  /// Around the points that were read, whatever the file states; nil where there are none.
  ///
  /// While what is written has the same bounds, those that the file states are written back.
  public var bounds: GeoBounds?
  /// How many items the file has, for whoever stores them; a codec leaves it nil.
  public var itemCount: Int?
  /// Where the file was read, for whoever stores that; a codec leaves it nil.
  public var path: String?
  /// Other imports of the file that have items which it lost, for whoever stores that; a codec leaves
  /// it empty.
  public var formerImports: [Int64] = []
  /// The imports whose items this one took over, for whoever stores that; a codec leaves it empty.
  public var predecessors: [Int64] = []
  /// The imports that owned all items of their files until this import became the owner of some of
  /// them. Set by the importer; a codec leaves it empty.
  public var supersededImports: [SupersededImport] = []

  public init() {}

  /// The items of a superseded import, by which its file is recognised as long as all of them exist.
  public struct SupersededImport: Hashable, Sendable, Codable {
    /// The key of the import.
    public var record: Int64
    /// The keys of the import's places, in ascending order.
    public var places: [ClosedRange<Int64>]
    /// The keys of the import's paths, in ascending order.
    public var paths: [ClosedRange<Int64>]
    /// A digest of the file's content, by which a copy with other bytes and the same content is
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
