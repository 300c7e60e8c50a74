/// A file's text in which a parser stumbles over no reference and no stray `<`.
///
/// A reference to a character that XML forbids becomes U+FFFD, one to an entity of HTML its
/// character, and any other `&` or `<` that begins nothing is the character itself. What the file
/// declares, comments, instructions and CDATA sections stay as they are.
final class MendedText {
  /// Something read otherwise than it stands.
  struct Repair {
    enum Cause {
      /// Bytes that ``XMLText`` replaced.
      case bytes(Diagnostic.Code, [UInt8])
      /// A reference to a character that XML cannot hold.
      case character(String)
      /// A reference to an entity, which is read as a character or stays as it stands.
      case entity(String, read: Unicode.Scalar?)
      case ampersand
      case bracket
    }

    /// Its place in the piece, bytes.
    var offset: Int
    let cause: Cause
    /// The element it stands in, where that could be seen.
    var element: String?
    /// How many characters the file has there, and how many the piece.
    var characters = (file: 0, piece: 0)
  }

  enum State: Equatable {
    case content
    /// In what ends with some bytes.
    case passing(until: [UInt8])
    case definition
  }

  private let text: XMLText
  var state = State.content
  var definition = DoctypeScan()
  /// What the end of the last piece begins and does not end.
  private var held: [UInt8] = []
  private(set) var input: [UInt8] = []
  private var output: [UInt8] = []
  /// How much of the input is in the output.
  private var copied = 0
  /// What was read otherwise in the last piece, in order.
  private(set) var repairs: [Repair] = []
  /// How many were made here in all; so many that are not kept are not located either.
  private var repairCount = 0
  /// Those of what is held.
  private var heldRepairs: [Repair] = []

  init(_ text: XMLText) {
    self.text = text
  }

  /// The next piece, valid until the following call; empty at the end.
  func next() throws -> UnsafeBufferPointer<UInt8> {
    repairs.removeAll(keepingCapacity: true)
    while true {
      let piece = try text.next()
      if piece.isEmpty {
        // The file ends in what is held, which is for the parser to name.
        output = held
        held = []
        repairs = heldRepairs
        heldRepairs = []
        return stable(output)
      }
      if text.isPlain, held.isEmpty, state == .content { return piece }
      mend(piece)
      if !output.isEmpty { return stable(output) }
    }
  }

  /// The bytes of an array that is not changed until the next piece.
  private var shown = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

  private func stable(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    if shown.count < bytes.count {
      shown.deallocate()
      shown = .allocate(capacity: bytes.count + bytes.count / 2)
    }
    _ = shown.update(fromContentsOf: bytes)
    return UnsafeBufferPointer(rebasing: shown[..<bytes.count])
  }

  deinit {
    shown.deallocate()
  }

  private func mend(_ piece: UnsafeBufferPointer<UInt8>) {
    input.removeAll(keepingCapacity: true)
    input += held
    input += piece
    var earlier = heldRepairs
    for repair in text.repairs {
      earlier.append(
        Repair(
          offset: held.count + repair.offset, cause: .bytes(repair.code, repair.bytes),
          element: nil))
    }
    held = []
    heldRepairs = []
    output.removeAll(keepingCapacity: true)
    copied = 0
    var end = input.count
    var index = 0
    while index < end {
      switch step(index) {
      case .go(let place): index = place
      case .stop(let place): (index, end) = (place, place)
      }
    }
    copy(to: end)
    held = Array(input[end...])
    merge(earlier, before: end)
  }

  enum Step {
    case go(Int)
    /// What stands from a place on waits for the next piece.
    case stop(Int)
  }

  /// Goes on from a place in the input.
  private func step(_ index: Int) -> Step {
    switch state {
    case .content:
      let place = input.withUnsafeBufferPointer { MarkupScan.next($0, from: index) }
      guard place < input.count else { return .go(place) }
      return input[place] == UInt8(ascii: "&") ? reference(place) : bracket(place)
    case .passing(let closing):
      guard let found = input[index...].firstRange(of: closing) else {
        return .stop(max(index, input.count - closing.count + 1))
      }
      state = .content
      return .go(found.upperBound)
    case .definition:
      for place in index..<input.count where definition.takes(input[place]) {
        state = .content
        return .go(place + 1)
      }
      return .go(input.count)
    }
  }

  private func copy(to end: Int) {
    guard end > copied else { return }
    output += input[copied..<end]
    copied = end
  }

  func replace(
    _ place: Int, _ count: Int, by bytes: [UInt8], _ cause: Repair.Cause,
    characters: (file: Int, piece: Int)
  ) {
    copy(to: place)
    repairs.append(
      Repair(
        offset: output.count, cause: cause,
        element: repairCount < DiagnosticLog.kept ? element(before: place) : nil,
        characters: characters))
    repairCount += 1
    output += bytes
    copied = place + count
  }

  /// Puts the repairs of the input's bytes among those made here, by their place in the output.
  private func merge(_ earlier: [Repair], before end: Int) {
    guard !earlier.isEmpty else { return }
    var merged: [Repair] = []
    var own = repairs[...]
    var moved = 0
    // What stands in a reference that was replaced whole is at its place.
    var least = 0
    for var repair in earlier {
      while let next = own.first, next.offset <= repair.offset + moved {
        moved += Self.growth(next)
        least = next.offset
        merged.append(next)
        own = own.dropFirst()
      }
      if repair.offset >= end {
        repair.offset -= end
        heldRepairs.append(repair)
      } else {
        repair.offset = max(repair.offset + moved, least)
        merged.append(repair)
      }
    }
    repairs = merged + own
  }

  /// How many bytes more the output has for a repair than the input.
  private static func growth(_ repair: Repair) -> Int {
    let (file, piece) = repair.characters
    switch repair.cause {
    case .bytes: return 0
    case .character: return 3 - file
    case .entity(_, .some(let scalar)): return String(Character(scalar)).utf8.count - file
    case .entity, .ampersand, .bracket: return piece - file
    }
  }

  static func isName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- 48 < 10 || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// The name of the element that a place stands in, if its tag is among the bytes before.
  private func element(before place: Int) -> String? {
    var depth = 0
    var end = place
    let bound = max(0, place - 4096)
    while let open = input[bound..<end].lastIndex(of: UInt8(ascii: "<")) {
      let tag = input[(open + 1)..<place]
      end = open
      if tag.first == UInt8(ascii: "/") {
        depth += 1
        continue
      }
      let name = tag.prefix { Self.isName($0) }
      guard !name.isEmpty else { continue }
      let close = tag.firstIndex(of: UInt8(ascii: ">"))
      if let close, input[close - 1] == UInt8(ascii: "/") { continue }
      if depth == 0 { return name.withUnsafeBufferPointer { Excerpt.of($0) } }
      depth -= 1
    }
    return nil
  }
}
