import GeoFormats

/// A number that differs where the content of an item differs, to know later whether the item was
/// edited and whether its file says something else now.
///
/// It is stored, so what is added, and how, never changes: 64-bit words, mixed by a multiplication
/// with 2⁶⁴ divided by the golden ratio and a shift (Knuth, The Art of Computer Programming, volume
/// 3, 6.4). No defence against somebody who wants two to be equal.
struct ContentDigest {
  private var state: UInt64 = 0x243F_6A88_85A3_08D3

  init() {}

  /// As it is stored.
  var value: Int { Int(truncatingIfNeeded: Int64(bitPattern: state)) }

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  mutating func add(_ text: String?) {
    guard let text else { return add(UInt64.max) }
    add(UInt64(text.utf8.count))
    var word: UInt64 = 0
    var filled = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled == 8 {
        add(word)
        (word, filled) = (0, 0)
      }
    }
    if filled > 0 { add(word) }
  }

  /// The values of points. What else their elements hold counts where it is written out, and not
  /// where it is a template, which a later state of the file may number anew.
  mutating func add(_ points: borrowing GeoPoints) throws {
    for index in 0..<points.count {
      add(points.latitudes[index].bitPattern)
      add(points.longitudes[index].bitPattern)
      add(Self.bits(points.elevations[index]))
      add(Self.bits(points.times[index]))
      add(UInt64(points.segments[index]))
      for (number, values) in points.sensors.enumerated() where !values.isEmpty {
        guard !values[index].isNaN else { continue }
        add(UInt64(number))
        add(values[index].bitPattern)
      }
      if let fields = points.fields[index] { add(try JSONText.encode(fields)) }
      if let kept = points.kept[index], kept.utf8.first != KeptReference.mark { add(kept) }
    }
  }

  mutating func add(_ header: GeoPathHeader) throws {
    for text in [header.name, header.comment, header.details, header.type, header.source] {
      add(text)
    }
    add(UInt64(bitPattern: Int64(header.number ?? -1)))
    add(try JSONText.encode(header.links))
  }

  /// The content of a place, its point's included.
  init(_ place: GeoPlace) throws {
    for text in [place.name, place.comment, place.details, place.symbol, place.type] { add(text) }
    try add(GeoPoints([place]))
  }

  /// Every NaN is one.
  private static func bits(_ value: Double) -> UInt64 { value.isNaN ? .max : value.bitPattern }
}

/// How a kept text begins that refers to a template of its file.
enum KeptReference {
  static let mark: UInt8 = 3
}
