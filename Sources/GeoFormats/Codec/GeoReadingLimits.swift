/// How much a file may ask for before it is taken for an attack and refused.
///
/// Each bound is far above what devices and programs write. Entities that multiply, and documents
/// outside the file, are refused whatever is set here.
public struct GeoReadingLimits: Hashable, Sendable {
  /// The most bytes of one tag, comment or attribute list.
  public var token = 16 << 20
  /// The most bytes of UTF-8 in the text of one element.
  public var text = 16 << 20
  /// How many elements may be open inside each other.
  public var depth = 50_000
  /// The most bytes of UTF-8 kept as XML of one element.
  public var fragment = 16 << 20
  /// The most bytes that a packed file may hold.
  public var unpacked = 4 << 30
  /// How many times its size a packed file may grow.
  public var ratio = 200

  public init() {}

  /// No bounds but those of the machine.
  public static let none: GeoReadingLimits = {
    var limits = GeoReadingLimits()
    limits.token = .max
    limits.text = .max
    limits.depth = .max
    limits.fragment = .max
    limits.unpacked = .max
    limits.ratio = .max
    return limits
  }()
}
