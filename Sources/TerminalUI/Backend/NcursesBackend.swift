import CNcurses
import Foundation

/// The terminal in which the program runs, controlled through the ncursesw library.
///
/// Only one instance of the backend may exist at a time. The terminal is in full-screen mode from
/// initialization until ``restore()``. If the process ends before that, even by a crash, the
/// terminal is restored, and then the captured standard error output is printed.
package final class NcursesBackend: TerminalBackend {
  package let colourLevel: ColourLevel
  /// Whether frames are sent to the terminal as UTF-8. If false, frames are converted to ASCII.
  package let isUTF8: Bool

  private let theme: Theme
  private let isLinuxConsole: Bool
  private var appearances: [Style: Appearance] = [:]
  /// The appearance of the last drawn cell that was neither underlined, nor in reverse video, nor
  /// blank.
  private var lastLook: Appearance?
  private var shown: Surface?
  private var queue: [InputEvent] = []
  private var heldButton: MouseEvent.Button?

  /// Puts the terminal into full-screen mode.
  ///
  /// - Throws: ``TerminalError`` if standard input or output is not a terminal.
  ///   The error is also thrown if the terminal type (`TERM`) is unknown. The terminal is unchanged
  ///   if an error is thrown.
  package init(_ options: TerminalOptions) throws {
    if let error = Self.error(for: cn_start()) { throw error }
    let colours = cn_colours()
    let available: ColourLevel =
      colours >= 256 ? .twoHundredFiftySix : colours >= 8 ? .sixteen : .mono
    colourLevel = min(options.colourLimit, available)
    isUTF8 = cn_is_utf8() && !options.isASCIIOnly
    isLinuxConsole = options.isLinuxConsole
    theme = Theme(
      level: colourLevel, background: options.background, dimsText: !options.isLinuxConsole)
    cn_set_mouse(options.usesMouse)
  }

  deinit {
    cn_stop()
  }

  /// The version of ncurses in use, such as 6.4.20221231.
  package static var libraryVersion: String {
    let text = String(cString: cn_version())
    return text.split(separator: " ").last.map(String.init) ?? text
  }

  /// Checks whether the terminal can be used, without writing to the terminal.
  ///
  /// - Throws: The same errors as ``init(_:)``.
  package static func checkTerminal() throws {
    if let error = error(for: cn_check()) { throw error }
  }

  /// Converts the result of `cn_check` or `cn_start` to an error. Returns nil if the terminal is
  /// usable.
  private static func error(for result: Int32) -> TerminalError? {
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    switch result {
    case CN_STARTED: return nil
    case CN_NOT_A_TERMINAL:
      return TerminalError(
        code: .notATerminal,
        message: "The editor needs a terminal as standard input and output.")
    case CN_UNSUITABLE_TERMINAL:
      return TerminalError(
        code: .unsuitableTerminal,
        message: """
          The terminal type “\(DisplayText(name))” (the environment variable TERM) cannot move the \
          cursor, which the editor needs.
          """,
        remedy: """
          Use another terminal, or set TERM to the terminal's real type, such as xterm-256color.
          """)
    case _ where name.isEmpty:
      return TerminalError(
        code: .unknownTerminal,
        message: "The terminal's type is unknown: the environment variable TERM is not set.",
        remedy: "Set TERM to the terminal's type, such as xterm-256color.")
    default:
      return TerminalError(
        code: .unknownTerminal,
        message: """
          The terminal type “\(DisplayText(name))” (the environment variable TERM) has no terminfo \
          entry on this computer.
          """,
        remedy: """
          Install the terminfo entries (on Debian and Ubuntu the packages ncurses-base and \
          ncurses-term), or set TERM to a similar type, such as xterm-256color.
          """)
    }
  }

  package var size: Size {
    Size(columns: Int(cn_columns()), rows: Int(cn_rows()))
  }

  /// The set of characters that the terminal can display.
  package var glyphs: GlyphSet {
    guard isUTF8 else { return .ascii }
    // The font of the Linux console has no Braille characters.
    return isLinuxConsole ? .block : .braille
  }

  package func present(_ surface: Surface) {
    let frame =
      !isUTF8 ? surface.asciiOnly : isLinuxConsole ? surface.forLinuxConsole : surface
    if let move = shown.flatMap(frame.move), perform(move) { shown = move.result }
    for run in frame.runs(changedFrom: shown) {
      draw(run, of: frame)
    }
    shown = frame
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    cn_flush(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? -1))
  }

  /// Moves cells on the terminal. Returns false, without moving anything, if the terminal cannot
  /// move cells.
  private func perform(_ move: SurfaceMove) -> Bool {
    let (top, count) = (Int32(move.rect.row), Int32(move.rect.rows))
    switch move.direction {
    case .up(let rows): return cn_scroll(top, count, Int32(rows))
    case .down(let rows): return cn_scroll(top, count, -Int32(rows))
    case .left(let columns): return shift(move, Int32(columns))
    case .right(let columns): return shift(move, -Int32(columns))
    }
  }

  private func shift(_ move: SurfaceMove, _ columns: Int32) -> Bool {
    let rows = move.rows.map(Int32.init)
    return cn_shift(
      rows, Int32(rows.count), Int32(move.rect.column), Int32(move.rect.columns), columns)
  }

  private func draw(_ run: SurfaceRun, of frame: Surface) {
    cn_run_begin(Int32(run.row), Int32(run.columns.lowerBound))
    for column in run.columns {
      guard let cell = frame[column, run.row], !cell.isContinuation else { continue }
      let look = appearance(of: cell)
      let colour = Int32(look.foreground ?? 0) - (look.foreground == nil ? 1 : 0)
      let attributes = UInt32(look.attributes.rawValue)
      if cell.text.utf8.count == 1, let byte = cell.text.utf8.first {
        var scalar = UInt32(byte)
        cn_run_append(&scalar, 1, 1, attributes, colour)
        continue
      }
      for part in TerminalCell(cell.text, width: Int(cell.width)).parts {
        cn_run_append(
          part.scalars, Int32(part.scalars.count), Int32(part.width), attributes, colour)
      }
    }
    cn_run_end()
  }

  /// Returns the appearance with which a cell is sent to the terminal. A blank looks the same in
  /// every appearance without underline and reverse video. A blank without these attributes is
  /// therefore sent in the appearance of the previously drawn cell, which takes the fewest bytes.
  /// If the screen is empty, a blank keeps its own appearance, because it need not be sent.
  private func appearance(of cell: Cell) -> Appearance {
    let look = appearance(of: cell.style)
    guard look.attributes.isDisjoint(with: [.underline, .reverse]) else { return look }
    if cell.text == " " { return shown == nil ? look : lastLook ?? look }
    lastLook = look
    return look
  }

  private func appearance(of style: Style) -> Appearance {
    if let known = appearances[style] { return known }
    let look = theme.appearance(of: style)
    appearances[style] = look
    return look
  }

  package func nextEvent(timeoutMilliseconds: Int?) -> InputEvent? {
    if !queue.isEmpty { return queue.removeFirst() }
    let timeout = timeoutMilliseconds.map { Int32(clamping: $0) } ?? -1
    var raw = cn_event()
    repeat {
      cn_next_event(timeout, &raw)
      if let event = event(from: raw) { return event }
    } while raw.kind != CN_NOTHING
    return nil
  }

  private func event(from raw: cn_event) -> InputEvent? {
    switch raw.kind {
    case CN_CHARACTER: return NcursesKeys.character(raw).map(InputEvent.key)
    case CN_KEY: return NcursesKeys.key(raw).map(InputEvent.key)
    case CN_MOUSE: return NcursesKeys.mouse(raw, held: &heldButton).map(InputEvent.mouse)
    case CN_PASTE_BEGIN: return .paste(readPaste())
    case CN_FOCUS_IN: return .focus(true)
    case CN_FOCUS_OUT: return .focus(false)
    case CN_RESIZED:
      repaint()
      return .resize(size)
    case CN_WOKEN: return .wake
    case CN_CONTINUED:
      cn_reenter()
      takeBack()
      return queue.removeFirst()
    case CN_STOP_ASKED:
      suspend()
      return queue.removeFirst()
    case CN_END_ASKED: return .terminate
    default: return nil
    }
  }

  /// The maximum number of Unicode scalars that are read from one paste. The rest of a longer paste
  /// is ignored.
  private static let pasteLimit = 1 << 20
  /// The maximum pause within a paste, in milliseconds. Terminals send a paste without pauses, so a
  /// longer pause means that the end mark of the paste was lost.
  private static let pasteSilenceMilliseconds: Int32 = 1000

  private func readPaste() -> String {
    var pasted = String.UnicodeScalarView()
    // `pasted.count` would take O(n) each time.
    var count = 0
    var raw = cn_event()
    while true {
      cn_next_event(NcursesBackend.pasteSilenceMilliseconds, &raw)
      switch raw.kind {
      case CN_NOTHING, CN_PASTE_END: return NcursesKeys.unifiedLineEnds(String(pasted))
      case CN_CHARACTER:
        guard let scalar = Unicode.Scalar(raw.code), count < NcursesBackend.pasteLimit
        else { continue }
        pasted.append(scalar)
        count += 1
      case CN_RESIZED, CN_WOKEN, CN_CONTINUED, CN_STOP_ASKED, CN_END_ASKED:
        if let event = event(from: raw) { queue.append(event) }
        if raw.kind == CN_END_ASKED { return NcursesKeys.unifiedLineEnds(String(pasted)) }
      default: continue
      }
    }
  }

  package var waker: @Sendable () -> Void {
    { cn_wake() }
  }

  package func suspend() {
    cn_suspend()
    takeBack()
  }

  /// Prepares to redraw the screen after another program has used the terminal.
  ///
  /// A terminal reports size changes only to the foreground program. A size change that occurred
  /// while the other program was in the foreground was therefore not reported to this program.
  private func takeBack() {
    shown = nil
    queue += [.resumed, .resize(size)]
  }

  package func run(_ arguments: [String]) throws -> Int32 {
    var error: Int32 = 0
    let status = withCStrings(arguments) { cn_run($0, &error) }
    shown = nil
    queue.append(.resize(size))
    guard error == 0 else {
      throw TerminalError(
        code: .launchFailed,
        message: """
          “\(DisplayText(arguments.first ?? ""))” could not be started; check that the program is \
          installed and that its folder is in PATH.
          """, cause: String(cString: strerror(error)))
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func withCStrings(
    _ arguments: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    defer {
      for pointer in pointers { free(pointer) }
    }
    return pointers.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? -1
    }
  }

  package func copyToClipboard(_ text: String) {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
    cn_write(sequence, Int32(sequence.utf8.count))
  }

  package func setMouse(_ isOn: Bool) {
    cn_set_mouse(isOn)
  }

  package func repaint() {
    cn_repaint()
    shown = nil
  }

  package func restore() {
    cn_stop()
  }
}
