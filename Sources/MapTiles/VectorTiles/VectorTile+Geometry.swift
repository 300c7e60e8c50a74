extension VectorTile.Layer {
  /// The maximum accepted absolute value of a coordinate, in layer coordinate units.
  private static let reach = Int64(Int32.max)

  /// Decodes a feature's geometry into parts: one part for each point, line or polygon ring. The
  /// first point of a ring is not repeated at its end (specification 2.1, section 4.3).
  ///
  /// - Returns: The parts, or an empty array if the geometry is damaged.
  package func parts(of feature: VectorTile.Feature) -> [TilePart] {
    var parts: [TilePart] = []
    var part = TilePart()
    var (x, y): (Int64, Int64) = (0, 0)
    var index = 0
    let numbers = feature.geometry
    func finish() {
      let least = feature.kind == .polygon ? 3 : feature.kind == .line ? 2 : 1
      if part.xs.count >= least { parts.append(part) }
      part = TilePart()
    }
    while index < numbers.count {
      let command = numbers[index] & 7
      let count = Int(numbers[index] >> 3)
      index += 1
      switch command {
      case 1, 2:
        guard count <= (numbers.count - index) / 2 else { return [] }
        // A line or ring begins with exactly one MoveTo.
        guard command == 1 || (!part.xs.isEmpty && feature.kind != .point) else { return [] }
        for _ in 0..<count {
          if command == 1 { finish() }
          x += Self.signed(numbers[index])
          y += Self.signed(numbers[index + 1])
          index += 2
          guard abs(x) <= Self.reach, abs(y) <= Self.reach else { return [] }
          part.xs.append(Int32(x))
          part.ys.append(Int32(y))
        }
      case 7:
        guard count == 1, feature.kind == .polygon, !part.xs.isEmpty else { return [] }
        finish()
      default: return []
      }
    }
    finish()
    return parts
  }

  private static func signed(_ number: UInt32) -> Int64 {
    Int64(Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1))
  }
}
