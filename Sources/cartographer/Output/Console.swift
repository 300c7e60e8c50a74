import CartographerPresentation
import Foundation
import Glibc
import TerminalUI

/// The output streams of a command.
///
/// Standard output contains only a command's result: the requested data
/// (``print(_:)-(DisplayText)``), or one line about each change and each written file
/// (``result(_:)``). Standard error contains notes and explanations (``say(_:)``), progress and
/// errors. `--quiet` omits the lines about changes and files, and the notes.
///
/// Text is buffered and written in large blocks. ``flush()`` writes the remaining buffered text. If
/// the program that reads standard output closes the pipe, output stops without an error message.
final class Console {
  /// The error thrown after the reader of standard output has closed the pipe.
  struct BrokenPipe: Error {}

  private var pending: [UInt8] = []
  private let pieceSize = 1 << 16
  var isQuiet = false
  /// Whether the output is a JSON document. Notes are then written to the document's member
  /// `notes`.
  var isJSON = false
  private var notes: [String] = []
  /// The numbers of the changes that the command has committed.
  private var committed: [Int64] = []
  /// Whether output is withheld until the script has succeeded.
  private var isHeld = false
  /// The JSON document that has yet to be written to standard output. Nil if there is no such
  /// document.
  private var document: JSONValue?

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static var inputIsTerminal: Bool { isTerminal(STDIN_FILENO) }

  var outputIsTerminal: Bool { Self.isTerminal(STDOUT_FILENO) }
  var errorIsTerminal: Bool { Self.isTerminal(STDERR_FILENO) }

  /// Writes a line of data to standard output.
  func print(_ line: DisplayText) throws {
    pending.append(contentsOf: line.string.utf8)
    try write("\n")
  }

  func print(_ lines: some Sequence<DisplayText>) throws {
    for line in lines { try print(line) }
  }

  /// Writes a line about a completed change or a written file to standard output, unless `--quiet`
  /// is set.
  func result(_ line: DisplayText) throws {
    if !isQuiet { try print(line) }
  }

  /// Stores the command's JSON document. ``finish()`` writes the document together with later
  /// notes.
  func print(_ value: JSONValue) throws { document = value }

  /// Records a committed change, so that the message of a later error can mention it.
  func noteCommitted(_ change: Int64) { committed.append(change) }

  /// Writes text that the program generated, such as a map, without escaping it.
  func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if pending.count >= pieceSize { try flush() }
  }

  private func write(_ text: [UInt8]) throws {
    pending.append(contentsOf: text)
    if pending.count >= pieceSize { try flush() }
  }

  // MARK: Held output

  /// Starts holding back output, which is collected in memory instead of being written.
  ///
  /// A JSON document printed while output is held back is stored until ``takeDocument()`` removes
  /// it.
  func hold() { isHeld = true }

  /// Stops holding back output. The collected output stays in the buffer until the next
  /// ``flush()``.
  func release() { isHeld = false }

  /// Discards the held-back output, because the changes that it reports have been rolled back.
  func discard() {
    isHeld = false
    pending.removeAll()
    (document, notes) = (nil, [])
  }

  /// The size of the output that has not been written yet, in bytes.
  var heldOutput: Int { pending.count }

  /// Discards the text and the JSON document that a failed command of a script has printed.
  ///
  /// - Parameter size: The value of ``heldOutput`` before the command.
  func discard(after size: Int) {
    pending.removeLast(max(pending.count - size, 0))
    (document, notes) = (nil, [])
  }

  /// Removes and returns the pending JSON document, with the notes added. Returns nil if no
  /// document was printed.
  func takeDocument() -> JSONValue? {
    guard let document else { return nil }
    defer { (self.document, notes) = (nil, []) }
    return document.adding(notes: notes)
  }

  // MARK: Writing

  /// Writes the JSON document and the buffered text to standard output.
  ///
  /// - Parameter isFailing: Whether the program will report a failure after this call.
  ///   With `--json`, notes without a document are then kept for the document that describes the
  ///   failure.
  /// - Throws: The same errors as ``flush()``.
  func finish(isFailing: Bool = false) throws {
    if let document = takeDocument() {
      var writer = JSONWriter { try self.write($0) }
      try writer.write(document)
    }
    // A command without JSON output, such as `map`, has no document for its notes.
    if !isFailing {
      for note in notes { Self.emitError(note + "\n") }
      notes = []
    }
    try flush()
  }

  /// Writes the buffered text to standard output.
  ///
  /// - Throws: The same errors as ``put(_:)``.
  ///   If changes were committed, the error message mentions them.
  func flush() throws {
    guard !isHeld else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    do {
      try pending.withUnsafeBytes { try Self.put($0) }
    } catch let failure as Failure {
      guard let first = committed.first, let last = committed.last else { throw failure }
      throw failure.adding(
        first == last
          ? "Change \(first) was saved." : "Changes \(first)–\(last) were saved.")
    }
  }

  /// Writes bytes to standard output without buffering.
  ///
  /// - Throws: ``BrokenPipe``, or ``Failure`` if the output cannot be written.
  static func put(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw BrokenPipe()
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        throw Failure(
          .cannotWrite, code: "cannotWrite",
          "Cannot write to standard output: \(String(cString: strerror(errno))).")
      }
    }
  }

  private static func waitUntilWritable() {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    poll(&descriptor, 1, -1)
  }

  /// Prints a note on standard error, unless `--quiet` is set.
  func say(_ line: DisplayText) {
    guard !isQuiet else { return }
    guard !isJSON else { return notes.append(line.string) }
    // Keeps the order of data and messages if both outputs are the same terminal.
    if outputIsTerminal { try? flush() }
    Self.emitError(line.string + "\n")
  }

  /// Writes text to standard error without buffering, even if `--quiet` is set.
  static func emitError(_ text: String) { emitError(Array(text.utf8)) }

  private static func emitError(_ text: [UInt8]) {
    var bytes = text[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if written == 0 || errno != EINTR {
        return
      }
    }
  }

  /// Prints a failure on standard error.
  ///
  /// - Parameter failures: All failures of the command.
  ///   If there are several, the JSON document lists them.
  func report(_ failure: Failure, among failures: [Failure] = [], asJSON: Bool) {
    if asJSON {
      var writer = JSONWriter { Self.emitError($0) }
      let document = failure.json(among: failures)
      // If the command has a document of its own, its notes are in that document.
      let hasOwnDocument = self.document != nil
      try? writer.write(hasOwnDocument ? document : document.adding(notes: notes))
      if !hasOwnDocument { notes = [] }
      return
    }
    // The message must stay one line: a line end in it comes from a name or an argument, and is
    // escaped.
    Self.emitError("cartographer: \(DisplayText(failure.message).string)\n")
    if let remedy = failure.remedy { Self.emitError(DisplayText(remedy).string + "\n") }
  }
}

extension JSONValue {
  /// Returns the document with notes added to its member `notes`.
  fileprivate func adding(notes: [String]) -> JSONValue {
    guard !notes.isEmpty, case .object(let members) = self else { return self }
    var old: [JSONValue] = []
    if case .array(let values)? = members.first(where: { $0.0 == "notes" })?.1 { old = values }
    return .object(
      members.filter { $0.0 != "notes" }
        + [("notes", .array(old + notes.map { .string($0) }))])
  }
}
