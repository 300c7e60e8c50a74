/// The state of one open element of the GPX structure, besides its values.
struct GPXLevel {
  /// The preserved markup: always collected, but only used if ``isNeeded``.
  var markup = MarkupBuffer()
  /// Whether the element differs from the output that its values alone would produce.
  var isNeeded = false
  /// The rank of the last ranked child in the schema's order.
  var lastRank: UInt8 = 0
  var isDisordered = false
  /// Whether any point or segment was read.
  var hasChildren = false
  /// Whether a ranked element follows the last point or segment.
  var hasRanked = false
  /// The offset of the markup after the last child; in the root element, also after its last own
  /// field.
  var childMark = 0
  /// The number of bytes in repeatable values, or in the preserved markup of segments.
  var valueBytes = 0
  /// The bits of the fields that were read.
  var seen: UInt32 = 0

  /// Resets the state for another element.
  @inline(__always)
  mutating func reset() {
    markup.truncate(to: 0)
    isNeeded = false
    lastRank = 0
    isDisordered = false
    hasChildren = false
    hasRanked = false
    childMark = 0
    seen = 0
    valueBytes = 0
  }
}

/// The name of an element as passed by expat, valid during its callback only.
struct GPXTag {
  let name: UnsafePointer<UInt8>
  let length: Int
  /// The length of the prefix, or 0 if there is none.
  let prefixLength: Int

  @inline(__always)
  init(_ name: UnsafePointer<UInt8>, length: Int) {
    self.name = name
    self.length = length
    var index = 0
    while index < length, name[index] != UInt8(ascii: ":") { index &+= 1 }
    prefixLength = index < length ? index : 0
  }

  var local: UnsafePointer<UInt8> { prefixLength == 0 ? name : name + prefixLength + 1 }

  var localLength: Int { prefixLength == 0 ? length : length - prefixLength - 1 }

  var text: String {
    String(decoding: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
  }
}
