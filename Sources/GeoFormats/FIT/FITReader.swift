import Foundation

/// A reader for FIT files, which divides the bytes into messages and checks headers and checksums.
///
/// The input can consist of several FIT files, one after the other.
final class FITReader {
  private let input: GeoInput
  private let feed: GeoFeed
  private let content: BufferedSource
  private var activity: FITActivity
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  private var checksum = FITChecksum()
  /// The number of messages read so far, including those of earlier FIT files in the input.
  private var messages = 0
  /// The FIT timestamp, in seconds, to which the next compressed timestamp is relative.
  private var time: UInt32?
  /// A description of the damage that prevents further reading. Nil if reading can continue.
  private var damage: String?

  /// The byte offset at which the current file ends, according to the file's header. Nil if the
  /// offset is unknown.
  private var statedEnd: Int?

  /// The number of bytes to request in one read.
  private static let block = 64 * 1024

  init(_ input: GeoInput, _ feed: GeoFeed) {
    self.input = input
    self.feed = feed
    content = input.content
    activity = FITActivity(feed)
  }

  func read() throws -> GeoReadReport {
    guard let header = FITHeader(try content.window(atLeast: Self.block)) else {
      throw InputRefusal(
        code: .inputUnknown, message: "the file does not begin with a complete FIT header")
    }
    feed.report.version = header.version
    var next: FITHeader? = header
    while let header = next {
      do {
        try readFile(header)
        try activity.endFile()
      } catch let limit as InputRefusal {
        try feed.endEarly(at: limit.located(at: place))
        break
      }
      next = FITHeader(try content.window(atLeast: Self.block))
    }
    let rest = try content.window(atLeast: 1).count
    if rest > 0, feed.report.isComplete {
      feed.endEarly(at: place, "the bytes after the end of the FIT file are not another FIT file")
    }
    try activity.endReading(problem: input.unpacking.problem)
    feed.report.creator = activity.creator
    return try feed.finish()
  }

  private var place: Diagnostic.Place { .init(record: messages + 1, byteOffset: content.consumed) }

  // MARK: One file

  private func readFile(_ header: FITHeader) throws {
    checksum = FITChecksum()
    definitions = Array(repeating: nil, count: 16)
    (time, damage) = (nil, nil)
    defer {
      for definition in definitions { activity.tally.addUnread(of: definition) }
    }
    check(header, try content.window(atLeast: header.size))
    let start = place
    try consume(header.size)
    var end = header.dataSize == 0 ? nil : content.consumed + header.dataSize
    statedEnd = end.map { $0 + 2 }
    if end == nil {
      feed.diagnose(
        .inputDamaged, .kept, at: start,
        "the header does not state the data size; the file is read to its end")
    }
    if try readMessages(until: &end, start) {
      try readChecksum(start)
    } else {
      try skip(to: end.map { $0 + 2 })
    }
  }

  private func check(_ header: FITHeader, _ bytes: UnsafeRawBufferPointer) {
    guard let stated = header.checksum else { return }
    var sum = FITChecksum()
    sum.add(UnsafeRawBufferPointer(rebasing: bytes.prefix(12)))
    if sum.value != stated {
      feed.diagnose(
        .inputDamaged, .kept, at: place,
        "the checksum of the FIT header is wrong; the file is read anyway")
    }
  }

  /// Reads all messages up to the given end offset. If this offset is unknown or wrong, the end is
  /// determined from the content.
  ///
  /// - Returns: Whether all messages were read.
  private func readMessages(until end: inout Int?, _ start: Diagnostic.Place) throws -> Bool {
    var needed = 1
    var isTruncated = false
    var knowsEnd = false
    while damage == nil {
      if let last = end, content.consumed >= last {
        guard try continues(after: 0, start) else { break }
        (end, knowsEnd) = (nil, false)
      }
      let wanted = max(needed, Self.block)
      let window = try content.window(atLeast: wanted)
      if window.count < wanted, !knowsEnd {
        knowsEnd = true
        isTruncated = determineEnd(&end, window, start)
        continue
      }
      let available = end.map { min(window.count, $0 - content.consumed) } ?? window.count
      guard available >= needed else {
        // The message extends beyond the stated end, which is wrong if the file goes on there.
        if end != nil, try continues(after: available, start) {
          (end, knowsEnd) = (nil, false)
          continue
        }
        isTruncated = true
        break
      }
      let read = try readMessages(UnsafeRawBufferPointer(rebasing: window.prefix(available)))
      needed = read.needed
      try consume(read.used)
      try input.advance()
    }
    if let damage {
      let reached = InputPosition(content.consumed, of: statedEnd ?? input.byteCount)
      feed.endEarly(
        at: place,
        "\(damage) (reading stopped at \(reached)); the messages after this position were not read")
    } else if isTruncated {
      let last = content.consumed + (try content.window(atLeast: Self.block).count)
      let reached = InputPosition(last, of: statedEnd)
      feed.endEarly(
        at: place,
        """
        the file is truncated: it ends inside a message or before the end stated in its header, at \
        \(reached)
        """)
    }
    return damage == nil && !isTruncated
  }

  /// Returns whether the messages continue beyond the end given in the header. Adds a diagnostic if
  /// the messages continue.
  ///
  /// The end given in the header is correct if it is followed by the checksum, the end of the
  /// content or another FIT file.
  private func continues(after count: Int, _ start: Diagnostic.Place) throws -> Bool {
    let window = try content.window(atLeast: Self.block).dropFirst(count)
    let rest = UnsafeRawBufferPointer(rebasing: window)
    let next = UnsafeRawBufferPointer(rebasing: rest.dropFirst(2))
    if rest.count <= 2 || FITHeader.hasSignature(rest) || FITHeader.hasSignature(next) {
      return false
    }
    let stated = UnsafeRawBufferPointer(rebasing: rest.prefix(2))
    if count == 0, checksum.matches(stated) { return false }
    feed.diagnose(
      .inputDamaged, .kept, at: start,
      "the data size in the header is wrong; the file is read to its end")
    return true
  }

  /// Determines the end of the messages from the last bytes of the content.
  ///
  /// - Returns: Whether the content is truncated.
  private func determineEnd(
    _ end: inout Int?, _ window: UnsafeRawBufferPointer, _ start: Diagnostic.Place
  ) -> Bool {
    let last = content.consumed + window.count
    if let end, end + 2 <= last { return false }
    let messages = UnsafeRawBufferPointer(rebasing: window.prefix(max(window.count - 2, 0)))
    let stated = UnsafeRawBufferPointer(rebasing: window.suffix(2))
    let isComplete = checksum.adding(messages).matches(stated)
    if isComplete, end != nil {
      feed.diagnose(
        .inputDamaged, .kept, at: start,
        "the data size in the header is wrong; the file is read up to its checksum")
    }
    let hadSize = end != nil
    end = isComplete ? last - 2 : last
    return !isComplete && hadSize
  }

  /// Verifies the checksum that follows the messages.
  private func readChecksum(_ start: Diagnostic.Place) throws {
    let window = try content.window(atLeast: Self.block)
    if checksum.matches(UnsafeRawBufferPointer(rebasing: window.prefix(2))) {
      content.consume(2)
    } else if window.count < 2 || FITHeader.hasSignature(window) {
      feed.diagnose(.inputDamaged, .kept, at: place, "the checksum of the FIT file is missing")
      content.consume(window.count < 2 ? window.count : 0)
    } else {
      feed.diagnose(
        .inputDamaged, .kept, at: place,
        "the checksum of the FIT file is wrong, so some values may be wrong")
      content.consume(2)
    }
  }

  private func consume(_ count: Int) throws {
    let window = try content.window(atLeast: count)
    checksum.add(UnsafeRawBufferPointer(rebasing: window.prefix(count)))
    content.consume(count)
  }

  /// Skips the content up to the given offset, or all content if the offset is unknown.
  private func skip(to end: Int?) throws {
    while true {
      let left = end.map { max($0 - content.consumed, 0) } ?? .max
      let window = try content.window(atLeast: min(left, Self.block))
      if left == 0 || window.isEmpty { return }
      content.consume(min(left, window.count))
      try input.advance()
    }
  }

  // MARK: Messages

  /// Reads all complete messages in the given bytes.
  ///
  /// - Returns: The number of bytes read, and the number of bytes needed for the next message.
  private func readMessages(
    _ bytes: UnsafeRawBufferPointer
  ) throws -> (used: Int, needed: Int) {
    var used = 0
    while used < bytes.count {
      let header = bytes[used]
      let rest = UnsafeRawBufferPointer(rebasing: bytes[(used + 1)...])
      let length: Int
      if header & 0xC0 == 0x40 {
        let hasDeveloperFields = header & 0x20 != 0
        guard let definition = FITDefinition(rest, hasDeveloperFields: hasDeveloperFields) else {
          return (used, 2 + rest.count)
        }
        if definition.kind == FITMessageKind.record.rawValue {
          definition.prepare(activity.developerFields.descriptions, &activity.extras)
        }
        activity.tally.addUnread(of: definitions[Int(header & 15)])
        definitions[Int(header & 15)] = definition
        length = definition.length
      } else {
        let isCompressed = header & 0x80 != 0
        let local = isCompressed ? Int(header >> 5 & 3) : Int(header & 15)
        guard let definition = definitions[local] else {
          damage = "a message has the local type \(local), which is not defined"
          return (used, 1)
        }
        length = definition.size
        guard rest.count >= length else { return (used, 1 + length) }
        if isCompressed { advanceTime(by: header & 31) }
        try readData(
          definition, UnsafeRawBufferPointer(rebasing: rest.prefix(length)),
          offset: content.consumed + used, isCompressed: isCompressed)
      }
      used += 1 + length
      messages += 1
    }
    return (used, 1)
  }

  /// Advances ``time`` to the next value whose lowest five bits equal the given offset.
  private func advanceTime(by offset: UInt8) {
    guard let last = time else { return }
    time = last &+ ((UInt32(offset) &- last) & 31)
  }

  private func readData(
    _ definition: FITDefinition, _ bytes: UnsafeRawBufferPointer, offset: Int, isCompressed: Bool
  ) throws {
    let place = Diagnostic.Place(record: messages + 1, byteOffset: offset)
    guard definition.kind == FITMessageKind.record.rawValue else {
      let message = FITMessage(definition: definition, bytes: bytes)
      if let stated = message.number(FITProfile.timestamp) { time = UInt32(exactly: stated) }
      try activity.add(message, time: time.map(Double.init), at: place)
      return
    }
    let stated = try activity.addRecord(
      definition, bytes, time: isCompressed ? time.map(Double.init) ?? .nan : .nan, at: place)
    if !stated.isNaN { time = UInt32(exactly: stated) }
  }
}
