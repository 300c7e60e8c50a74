/// A geometry in well-known text, such as `LINESTRING Z (7.9 46.5 1200, 8 46.6 1300)`.
///
/// Supported geometries are points, lines, polygons, and collections of only one of these kinds.
/// The measure M is ignored.
struct WellKnownText {
  enum Kind {
    case points
    case lines
    case polygons
  }

  struct Vertex {
    var x: Double
    var y: Double
    /// The elevation. NaN if the vertex has no elevation.
    var z: Double
  }

  let kind: Kind
  /// The vertices of each point, line or polygon ring, depending on ``kind``.
  private(set) var parts: [[Vertex]] = []

  private static let kinds: [(word: String, kind: Kind)] = [
    ("MULTIPOINT", .points), ("POINT", .points), ("MULTILINESTRING", .lines),
    ("LINESTRING", .lines), ("MULTIPOLYGON", .polygons), ("POLYGON", .polygons),
  ]

  /// Returns whether a cell begins with a keyword of well-known text, such as `POINT` or `SRID=`.
  static func isCandidate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = String(decoding: bytes.prefix(40), as: UTF8.self).uppercased()
    return start.hasPrefix("SRID=") || start.hasPrefix("GEOMETRYCOLLECTION")
      || kinds.contains { start.hasPrefix($0.word) }
  }

  /// Parses a geometry.
  ///
  /// - Returns: Nil if the geometry is not supported or its reference system is not WGS 84.
  /// - Complexity: O(*n*), where *n* is the number of bytes; the parser is not recursive.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes[...]
    let reference = Array("SRID=4326;".utf8)
    if rest.first.map({ $0 & ~0x20 }) == UInt8(ascii: "S") {
      guard rest.count > reference.count,
        String(decoding: rest.prefix(reference.count), as: UTF8.self).uppercased() == "SRID=4326;"
      else { return nil }
      rest = rest.dropFirst(reference.count)
    }
    let word = rest.prefix { $0 != UInt8(ascii: "(") }
    let words = String(decoding: word.prefix(40), as: UTF8.self).uppercased()
      .split(separator: " ").map(String.init)
    guard let name = words.first,
      let (stem, kind) = Self.kinds.first(where: { name.hasPrefix($0.word) })
    else { return nil }
    let suffix = name.dropFirst(stem.count) + words.dropFirst().joined()
    guard ["", "Z", "M", "ZM"].contains(suffix) else { return nil }
    self.kind = kind
    guard read(rest[word.endIndex...], hasElevation: suffix != "M") else { return nil }
  }

  private mutating func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, hasElevation: Bool) -> Bool
  {
    var depth = 0
    var start: Int?
    var part: [Vertex] = []
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "("):
        depth += 1
        guard depth <= 3, start == nil else { return false }
      case UInt8(ascii: ")"), UInt8(ascii: ","):
        if let first = start {
          guard let vertex = Self.vertex(bytes[first..<index], hasElevation) else { return false }
          part.append(vertex)
          start = nil
        }
        guard byte == UInt8(ascii: ")") else { continue }
        depth -= 1
        guard depth >= 0 else { return false }
        if !part.isEmpty { parts.append(part) }
        part = []
      default:
        if byte > 0x20, start == nil { start = index }
      }
    }
    return depth == 0 && start == nil && !parts.isEmpty
  }

  private static func vertex(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ hasElevation: Bool
  ) -> Vertex? {
    let numbers = bytes.split { $0 <= 0x20 }.map { DecimalNumber.parse($0) }
    guard (2...4).contains(numbers.count), !numbers.prefix(2).contains(where: \.isNaN) else {
      return nil
    }
    return Vertex(
      x: numbers[0], y: numbers[1], z: numbers.count > 2 && hasElevation ? numbers[2] : .nan)
  }
}
