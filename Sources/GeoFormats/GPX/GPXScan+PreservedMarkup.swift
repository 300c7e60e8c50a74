extension GPXScan {
  /// Returns the preserved markup of the element that has just ended. Returns nil if the writer can
  /// reproduce the element from its values.
  mutating func finishLevel() -> String? {
    let bytes = finishedBytes()
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the preserved markup of the point that has just ended, or a reference to a template
  /// with the same markup. Returns nil if the writer can reproduce the point from its values.
  mutating func finishPoint() -> String? {
    if !levels[depth].isDisordered { return templates.text(for: levels[depth].markup.bytes) }
    guard let bytes = finishedBytes() else { return nil }
    return bytes.withUnsafeBufferPointer { templates.text(for: $0) }
  }

  private mutating func finishedBytes() -> [UInt8]? {
    guard levels[depth].isNeeded else { return nil }
    let bytes = Array(levels[depth].markup.bytes)
    return levels[depth].isDisordered ? normalised(bytes, in: context) : bytes
  }

  /// Parses the preserved markup that was collected for an element.
  func parsed(_ bytes: [UInt8]) -> PreservedMarkup.Content {
    let prefix = namespaces.rootPrefix
    return PreservedMarkup.Content(bytes, own: prefix.isEmpty ? [] : prefix + [UInt8(ascii: ":")])
  }

  /// Returns the given preserved markup with its elements in the schema's order.
  func normalised(_ bytes: [UInt8], in parent: GPXName) -> [UInt8] {
    parsed(bytes).normalised(in: parent, is10: root.is10)
  }

  /// Stores the last segment's preserved markup in the track's header.
  mutating func keepSegment(_ kept: String) {
    path.header.keptSegments[path.segments.last] = kept
    path.segments.addPreserved(kept)
    if path.segments.preservedBytes > limits.preservedMarkup, !parsing.isStopped {
      limitFragment(of: "trk")
    }
  }

  /// Discards the fields and preserved elements that are still open.
  mutating func dropUnfinished() {
    if field.isOpen {
      levels[depth].markup.truncate(to: field.start)
    } else if literal.isOpen {
      levels[depth].markup.truncate(to: literal.start)
    }
    field = FieldState()
    literal = LiteralState()
  }
}
