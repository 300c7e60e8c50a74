/// What is gathered of one open element of the structure besides values.
struct GPXLevel {
  /// Kept text in the making: written always, used where ``isNeeded``.
  var markup = MarkupBuffer()
  /// Whether the element is anything but what its values alone would be written as.
  var isNeeded = false
  /// The place in the schema's order of the last child that has one.
  var lastRank: UInt8 = 0
  var isDisordered = false
  /// Whether points or segments have begun.
  var hasChildren = false
  /// Whether anything that has a place in the schema's order stands after the last child.
  var hasRanked = false
  /// Where the markup after the last child begins; of the root also after its last own field.
  var childMark = 0
  /// How many bytes went into values that may repeat, or into the kept text of segments.
  var taken = 0
  /// The bits of the fields that stood here.
  var seen: UInt32 = 0

  /// Makes ready for another element.
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
    taken = 0
  }
}

/// The name of an element as expat hands it over: valid during its callback only.
struct GPXTag {
  let name: UnsafePointer<UInt8>
  let length: Int
  /// The length of the prefix, or 0.
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
