/// A list that saves memory by storing most of its values in a ``ByteSpool``. Values are appended,
/// then read in the same order.
final class SpooledValues<Element: BitwiseCopyable> {
  private static var pieceCount: Int { 8_192 }

  private let spool = ByteSpool()
  private var tail: [Element] = []
  /// The number of values in ``spool``, which precede the values in ``tail``.
  private var spooled = 0

  var count: Int { spooled + tail.count }

  /// Appends a value.
  ///
  /// - Throws: ``GeoFormatsError`` if a temporary file cannot be written.
  @inline(__always)
  func append(_ value: Element) throws {
    if tail.count == Self.pieceCount { try moveTail() }
    tail.append(value)
  }

  /// Appends several values, which is faster than appending each value separately.
  ///
  /// - Throws: ``GeoFormatsError`` if a temporary file cannot be written.
  func append(contentsOf values: [Element]) throws {
    var rest = values[...]
    while !rest.isEmpty {
      if tail.count == Self.pieceCount { try moveTail() }
      let part = rest.prefix(Self.pieceCount - tail.count)
      tail += part
      rest = rest.dropFirst(part.count)
    }
  }

  func removeAll() {
    tail.removeAll(keepingCapacity: true)
    spool.removeAll()
    spooled = 0
  }

  private func moveTail() throws {
    try tail.withUnsafeBytes { try spool.write($0) }
    spooled += tail.count
    tail.removeAll(keepingCapacity: true)
  }

  /// Returns the block of values that starts at the given index. The index must be a multiple of
  /// ``pieceCount``.
  private func piece(at index: Int) throws -> [Element] {
    guard index < spooled else { return tail }
    return try Array(unsafeUninitializedCapacity: Self.pieceCount) { values, count in
      let bytes = UnsafeMutableRawBufferPointer(values)
      var done = 0
      while done < bytes.count {
        done += try spool.read(
          at: index * MemoryLayout<Element>.stride + done,
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
      }
      count = Self.pieceCount
    }
  }

  /// A cursor that returns the values in order. No value may be appended or removed while the
  /// cursor is in use.
  struct Cursor {
    private let values: SpooledValues
    private var piece: [Element] = []
    private var start = 0
    private var index = 0

    init(_ values: SpooledValues) {
      self.values = values
    }

    /// Returns the next value without advancing, or nil at the end.
    @inline(__always)
    mutating func peek() throws -> Element? {
      if index == piece.count {
        guard start + index < values.count else { return nil }
        start += index
        piece = try values.piece(at: start)
        index = 0
      }
      return piece[index]
    }

    /// Returns the next value, or nil at the end.
    @inline(__always)
    mutating func next() throws -> Element? {
      let value = try peek()
      if value != nil { index &+= 1 }
      return value
    }
  }
}
