/// The reader's state for one open element of the GPX structure (`gpx`, `wpt`, `rte`, `trk` and so
/// on), except its values.
struct GPXLevel {
  /// The preserved markup of the element, which is always collected but only used if ``isNeeded``
  /// is true.
  var markup = MarkupBuffer()
  /// Whether the element differs from the XML that the writer would produce from its values alone.
  var isNeeded = false
  /// The rank (position in the schema's order of elements) of the last child element that has one.
  var lastRank: UInt8 = 0
  var isDisordered = false
  /// Whether any point or segment was read.
  var hasChildren = false
  /// Whether an element with a position in the schema's order follows the last point or segment.
  var hasRanked = false
  /// The offset, in the preserved markup, of the end of the last child element or, in the root
  /// element, of its last field.
  var childMark = 0
  /// The number of bytes in values that may occur repeatedly, such as links, or in the preserved
  /// markup of segments.
  var valueBytes = 0
  /// The fields that were read, as a set of ``GPXField/bit``.
  var seen: UInt32 = 0

  /// Resets the state, so that it can be used for another element.
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
