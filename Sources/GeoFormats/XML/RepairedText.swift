/// A file's text with repaired references and `<` characters, so that an XML parser accepts it.
///
/// A reference to a character that XML forbids becomes U+FFFD. A reference to an undeclared HTML
/// entity becomes the entity's character. An `&` that does not begin a reference and a `<` that
/// does not begin a tag are escaped. Declared entities, comments, processing instructions and CDATA
/// sections stay unchanged.
final class RepairedText {
  /// A repair to the text of the file, with the repair's position.
  struct Repair {
    enum Cause {
      /// Bytes that ``XMLText`` has replaced.
      case bytes(Diagnostic.Code, [UInt8])
      /// A reference to a character that XML does not allow.
      case character(String)
      /// A reference to an undeclared entity. It is replaced with a character, or read as text.
      case entity(String, read: Unicode.Scalar?)
      case ampersand
      case bracket
    }

    /// The repair's offset in the current piece of text, in bytes.
    var offset: Int
    let cause: Cause
    /// The name of the element that encloses the repaired text. Nil if the name could not be
    /// determined.
    var element: String?
    /// The repaired passage's length in characters, in the file and in the repaired piece of text.
    var characters = (file: 0, piece: 0)
  }

  enum State: Equatable {
    case content
    /// The position is inside a construct that is copied unchanged, such as a comment. The given
    /// bytes end the construct.
    case passing(until: [UInt8])
    case definition
  }

  private let text: XMLText
  var state = State.content
  var definition = DoctypeScan()
  /// The incomplete reference or tag at the end of the text that has been read so far.
  private var held: [UInt8] = []
  private(set) var input: [UInt8] = []
  private var output: [UInt8] = []
  /// The number of input bytes that were copied to the output.
  private var copied = 0
  /// The repairs in the most recently returned piece of text, in order.
  private(set) var repairs: [Repair] = []
  /// The total number of repairs made so far in the file. Once the maximum number of stored
  /// diagnostics is exceeded, the enclosing element of a repair is no longer determined.
  private var repairCount = 0
  /// The repairs made so far to the incomplete reference or tag stored in ``held``.
  private var heldRepairs: [Repair] = []

  init(_ text: XMLText) {
    self.text = text
  }

  /// Returns the next piece of the text, or an empty piece at the end. The piece is valid until the
  /// next call.
  func next() throws -> UnsafeBufferPointer<UInt8> {
    repairs.removeAll(keepingCapacity: true)
    while true {
      let piece = try text.next()
      if piece.isEmpty {
        // The file ends inside a construct, which the parser reports.
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

  /// A copy of the most recently returned piece of text. It is valid until the next piece is
  /// requested.
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
      case .go(let position): index = position
      case .stop(let position): (index, end) = (position, position)
      }
    }
    copy(to: end)
    held = Array(input[end...])
    merge(earlier, before: end)
  }

  enum Step {
    case go(Int)
    /// Processing stops before the byte at the given index. The bytes from this index onwards must
    /// be processed together with the next piece of text.
    case stop(Int)
  }

  /// Processes the part of the input that begins at the given index.
  private func step(_ index: Int) -> Step {
    switch state {
    case .content:
      let position = input.withUnsafeBufferPointer { MarkupScan.next($0, from: index) }
      guard position < input.count else { return .go(position) }
      return input[position] == UInt8(ascii: "&") ? reference(position) : bracket(position)
    case .passing(let closing):
      guard let found = input[index...].firstRange(of: closing) else {
        return .stop(max(index, input.count - closing.count + 1))
      }
      state = .content
      return .go(found.upperBound)
    case .definition:
      for position in index..<input.count where definition.consume(input[position]) {
        state = .content
        return .go(position + 1)
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
    _ position: Int, _ count: Int, by bytes: [UInt8], _ cause: Repair.Cause,
    characters: (file: Int, piece: Int)
  ) {
    copy(to: position)
    repairs.append(
      Repair(
        offset: output.count, cause: cause,
        element: repairCount < DiagnosticLog.kept ? element(before: position) : nil,
        characters: characters))
    repairCount += 1
    output += bytes
    copied = position + count
  }

  /// Merges the repairs made by ``XMLText`` and by ``RepairedText``, in the order of their offsets
  /// in the output.
  private func merge(_ earlier: [Repair], before end: Int) {
    guard !earlier.isEmpty else { return }
    var merged: [Repair] = []
    var own = repairs[...]
    var moved = 0
    // A repair inside a replaced reference is located at that reference.
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

  /// Returns the number of bytes by which a repair lengthens the text.
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

  /// Returns the name of the element that contains the byte at the given index. Returns nil if its
  /// tag is not within the last 4096 bytes.
  private func element(before position: Int) -> String? {
    var depth = 0
    var end = position
    let bound = max(0, position - 4096)
    while let open = input[bound..<end].lastIndex(of: UInt8(ascii: "<")) {
      let tag = input[(open + 1)..<position]
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
