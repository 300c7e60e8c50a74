/// The reader's state for one open structural element (such as `gpx`, `wpt`, `rte` or `trk`),
/// excluding the element's values.
struct GPXLevel {
  /// The element's preserved markup. The markup is always collected, but used only if ``isNeeded``
  /// is true.
  var markup = MarkupBuffer()
  /// Whether the markup must be stored. False if the element's XML can be restored from its values
  /// alone.
  var isNeeded = false
  /// The rank (position in the schema's order) of the most recent child element that has a rank.
  var lastRank: UInt8 = 0
  var isDisordered = false
  /// Whether any point or segment inside the element has been read.
  var hasChildren = false
  /// Whether an element with a rank (a position in the schema's order) follows the last point or
  /// segment.
  var hasRanked = false
  /// The offset in the preserved markup at which the last child element ends. In the root element,
  /// it is the offset at which the last field ends.
  var childMark = 0
  /// The total size, in bytes, of the repeatable values (such as links) and of the segments'
  /// preserved markup.
  var valueBytes = 0
  /// The fields that have already been read, as a set of ``GPXField/bit`` values.
  var seen: UInt32 = 0

  /// Resets the state for use with another element.
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
