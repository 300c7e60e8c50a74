/// A parser for the text of KML's `coordinates` element. The text consists of tuples of longitude,
/// latitude and optional altitude. The text is passed to the parser in chunks.
///
/// The numbers of a tuple are separated by commas, and the tuples by white space. White space
/// around the commas, commas after a tuple and missing altitudes are accepted.
struct KMLCoordinates {
  /// A tuple of longitude, latitude and altitude, as written in the file. A number that cannot be
  /// read is NaN.
  struct Tuple {
    var longitude = Double.nan
    var latitude = Double.nan
    var altitude = Double.nan
    /// The number of values in the tuple, which can exceed 3.
    var count = 0
    /// Whether the text that ``KMLCoordinates/tuple(_:count:)`` parsed contains a comma.
    var hasComma = false
  }

  private var tuple = Tuple()
  /// Whether the last non-blank character was a comma.
  private var sawComma = false
  /// Whether the comma after the longitude is followed by white space.
  private var isSpaced = false
  /// The start of a number that continues in the text's next chunk.
  private var partial: [UInt8] = []

  /// The maximum length of a number, in bytes. A longer number is truncated and treated as
  /// unreadable.
  private static let longest = 400

  /// Reads the next chunk of the text, and passes each complete tuple to a closure.
  @inline(__always)
  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ body: (Tuple) throws -> Void
  ) rethrows {
    guard let start = piece.baseAddress else { return }
    var index = 0
    while index < piece.count {
      let byte = start[index]
      if byte > 0x20, byte != UInt8(ascii: ",") {
        let first = index
        while index < piece.count, start[index] > 0x20, start[index] != UInt8(ascii: ",") {
          index &+= 1
        }
        if index == piece.count {
          let room = max(0, Self.longest - partial.count)
          partial += piece[first..<index].prefix(room)
          return
        }
        if partial.isEmpty {
          try add(DecimalNumber.parse(start + first, count: index &- first), body)
        } else {
          partial += piece[first..<index].prefix(max(0, Self.longest - partial.count))
          try endNumber(body)
        }
        continue
      }
      if !partial.isEmpty { try endNumber(body) }
      if byte == UInt8(ascii: ",") {
        if sawComma || tuple.count == 0 { put(.nan) }
        sawComma = true
      } else if sawComma {
        if tuple.count >= 3 || (tuple.count == 2 && !isSpaced) {
          try endTuple(body)
        } else if tuple.count == 1 {
          isSpaced = true
        }
      }
      index &+= 1
    }
  }

  /// Passes the last tuple to a closure at the end of the text.
  mutating func finish(_ body: (Tuple) throws -> Void) rethrows {
    if !partial.isEmpty { try endNumber(body) }
    if tuple.count > 0 { try endTuple(body) }
  }

  private mutating func endNumber(_ body: (Tuple) throws -> Void) rethrows {
    let value = DecimalNumber.parse(partial)
    partial.removeAll(keepingCapacity: true)
    try add(value, body)
  }

  @inline(__always)
  private mutating func add(_ value: Double, _ body: (Tuple) throws -> Void) rethrows {
    if tuple.count > 0, !sawComma { try endTuple(body) }
    put(value)
    sawComma = false
  }

  @inline(__always)
  private mutating func put(_ value: Double) {
    switch tuple.count {
    case 0: tuple.longitude = value
    case 1: tuple.latitude = value
    case 2: tuple.altitude = value
    default: break
    }
    tuple.count &+= 1
  }

  @inline(__always)
  private mutating func endTuple(_ body: (Tuple) throws -> Void) rethrows {
    let done = tuple
    tuple = Tuple()
    sawComma = false
    isSpaced = false
    try body(done)
  }

  /// Parses the text of `gx:coord`, which contains longitude, latitude and optional altitude,
  /// separated by white space or commas.
  static func tuple(_ start: UnsafePointer<UInt8>, count: Int) -> Tuple {
    var tuple = Tuple()
    var index = 0
    while index < count {
      while index < count, start[index] <= 0x20 || start[index] == UInt8(ascii: ",") {
        if start[index] == UInt8(ascii: ",") { tuple.hasComma = true }
        index &+= 1
      }
      let first = index
      while index < count, start[index] > 0x20, start[index] != UInt8(ascii: ",") {
        index &+= 1
      }
      guard index > first else { break }
      let value = DecimalNumber.parse(start + first, count: index &- first)
      switch tuple.count {
      case 0: tuple.longitude = value
      case 1: tuple.latitude = value
      case 2: tuple.altitude = value
      default: break
      }
      tuple.count &+= 1
    }
    return tuple
  }
}
