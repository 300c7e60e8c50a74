import CartographerPresentation
import Foundation
import Glibc
import TerminalUI

/// Standard output and standard error: data on the one, everything else on the other.
///
/// Text goes out in large pieces; ``flush()`` ends a run. A reader that went away ends the output
/// quietly.
final class Console {
  /// Standard output was closed by its reader.
  struct BrokenPipe: Error {}

  private var pending: [UInt8] = []
  private let pieceSize = 1 << 16
  var isQuiet = false
  /// Whether output waits until it is sure that it is true.
  private var isHeld = false
  /// The document printed meanwhile.
  private var document: JSONValue?

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static var inputIsTerminal: Bool { isTerminal(STDIN_FILENO) }

  var outputIsTerminal: Bool { Self.isTerminal(STDOUT_FILENO) }
  var errorIsTerminal: Bool { Self.isTerminal(STDERR_FILENO) }

  /// Writes a line of data.
  func print(_ line: DisplayText) throws {
    pending.append(contentsOf: line.string.utf8)
    try write("\n")
  }

  func print(_ lines: some Sequence<DisplayText>) throws {
    for line in lines { try print(line) }
  }

  func print(_ value: JSONValue) throws {
    guard !isHeld else {
      document = value
      return
    }
    var writer = JSONWriter { try self.write($0) }
    try writer.write(value)
  }

  /// Writes text that is printable by its making: generated text, or a drawn map.
  func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if pending.count >= pieceSize { try flush() }
  }

  private func write(_ text: [UInt8]) throws {
    pending.append(contentsOf: text)
    if pending.count >= pieceSize { try flush() }
  }

  // MARK: Holding back

  /// From now on output waits, and a document is kept, for ``takeDocument()``.
  func hold() { isHeld = true }

  /// What waits goes out with the rest.
  func letGo() { isHeld = false }

  /// What waits was not so.
  func discard() {
    isHeld = false
    pending.removeAll()
    document = nil
  }

  /// The document that was printed since the last call.
  func takeDocument() -> JSONValue? {
    defer { document = nil }
    return document
  }

  // MARK: Out

  /// - Throws: As ``put(_:)``.
  func flush() throws {
    guard !isHeld else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try pending.withUnsafeBytes { try Self.put($0) }
  }

  /// Writes bytes to standard output at once.
  ///
  /// - Throws: ``BrokenPipe``, or a ``Failure`` when the output cannot take what is written.
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
          "Standard output cannot be written: \(String(cString: strerror(errno))).")
      }
    }
  }

  private static func waitUntilWritable() {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    poll(&descriptor, 1, -1)
  }

  /// Tells the user something beside the data, unless `--quiet`.
  func say(_ line: DisplayText) {
    guard !isQuiet else { return }
    // Keeps the order where both outputs are one terminal.
    if outputIsTerminal { try? flush() }
    Self.emitError(line.string + "\n")
  }

  /// Writes to standard error at once, `--quiet` or not.
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

  func report(_ failure: Failure, asJSON: Bool) {
    if asJSON {
      var writer = JSONWriter { Self.emitError($0) }
      try? writer.write(failure.json)
      return
    }
    // One line: a line end in it comes from a name or a word of the command line, and is shown.
    Self.emitError("cartographer: \(DisplayText(failure.message).string)\n")
    if let remedy = failure.remedy { Self.emitError(DisplayText(remedy).string + "\n") }
  }
}
