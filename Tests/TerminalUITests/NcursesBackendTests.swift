import Foundation
import TestSupport
import Testing

@testable import TerminalUI

/// The ncurses backend, in a separate process on a pseudo-terminal.
struct NcursesBackendTests {
  private static let restoring =
    "\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1004l\u{1B}[?2004l"
    + "\u{1B}[?1l\u{1B}>\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l"

  @Test func `the bytes of keys, the mouse and pastes are decoded into events`() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    terminal.makeRaw()
    terminal.type("aé日\u{12}\u{1B}[A\u{1B}[1;5C\u{1B}[1;2A\u{1B}[Z\u{1B}[15~\u{1B}[3~\u{1B}x\r")
    terminal.type("\u{1B}[<0;10;5M\u{1B}[<32;231;5M\u{1B}[<0;11;5m\u{1B}[<68;11;5M")
    terminal.type("\u{1B}[200~two\rlines\u{1B}[A\u{1B}[201~\u{1B}[I\u{1B}")
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let expected: [InputEvent] = [
        .key(KeyStroke("a")), .key(KeyStroke("é")), .key(KeyStroke("日")),
        .key(KeyStroke("r", .control)), .key(KeyStroke(.up)), .key(KeyStroke(.right, .control)),
        .key(KeyStroke(.up, .shift)), .key(KeyStroke(.backTab)), .key(KeyStroke(.function(5))),
        .key(KeyStroke(.delete)), .key(KeyStroke("x", .alt)), .key(KeyStroke(.enter)),
        .mouse(MouseEvent(.press(.left), at: Point(column: 9, row: 4))),
        .mouse(MouseEvent(.drag(.left), at: Point(column: 230, row: 4))),
        .mouse(MouseEvent(.release(.left), at: Point(column: 10, row: 4))),
        .mouse(MouseEvent(.wheelUp, at: Point(column: 10, row: 4), modifiers: .shift)),
        .paste("two\nlines"), .focus(true), .key(KeyStroke(.escape)),
      ]
      let backend = try NcursesBackend(TerminalOptions())
      for event in expected {
        let actual = backend.nextEvent(timeoutMilliseconds: 5_000)
        if actual != event {
          backend.restore()
          fatalError("expected \(event), got \(String(describing: actual))")
        }
      }
      backend.restore()
      exit(0)
    }
  }

  @Test func `a huge paste is one event, even without an end marker`() async throws {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      PseudoTerminal.attachProcess(to: terminal.path)
      let backend = try NcursesBackend(TerminalOptions())
      func paste(characters: Int, ending: String) -> InputEvent? {
        Thread.detachNewThread { [master = terminal.master] in
          // The terminal's buffer is small, so the rest waits for the reader.
          let text = "\u{1B}[200~" + String(repeating: "x", count: characters) + ending
          var bytes = Array(text.utf8)[...]
          while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 {
              bytes = bytes.dropFirst(count)
            } else {
              var room = pollfd(fd: master, events: Int16(POLLOUT), revents: 0)
              poll(&room, 1, 1_000)
            }
          }
        }
        return backend.nextEvent(timeoutMilliseconds: 5_000)
      }
      let start = ContinuousClock().now
      for (characters, ending) in [(200_000, "\u{1B}[201~"), (20_000, "")] {
        guard case .paste(let text) = paste(characters: characters, ending: ending) else { exit(2) }
        if text.utf8.count != characters { exit(3) }
      }
      if ContinuousClock().now - start > .seconds(20) { exit(4) }
      backend.restore()
      exit(0)
    }
  }

  @Test func `a frame is drawn, and the terminal is restored afterwards`() async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      var frame = Surface(size: backend.size)
      frame.put("Zürich 日本 ⣿ \u{1B}[31m", at: Point(column: 2, row: 1), style: Style(.error))
      backend.present(frame)
      FileHandle.standardError.write(Data("kept aside".utf8))
      backend.restore()
      exit(frame.size == Size(columns: 40, rows: 6) ? 0 : 1)
    }
    let output = terminal.output()
    #expect(output.contains("Zürich 日本 ⣿ ␛[31m"))
    let ending = try #require(output.range(of: NcursesBackendTests.restoring))
    #expect(output[ending.upperBound...].contains("kept aside"))
    #expect(!output[..<ending.lowerBound].contains("kept aside"))
    #expect(terminal.isCooked)
  }

  @Test func `the ASCII-only mode writes only ASCII characters`() async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions(isASCIIOnly: true))
      var frame = Surface(size: backend.size)
      frame.box(frame.bounds, title: "Zürich … 日本")
      backend.present(frame)
      backend.restore()
      exit(backend.glyphs == .ascii ? 0 : 1)
    }
    let output = terminal.output()
    #expect(output.contains("Zurich ~ ? ?"))
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `a blank between cells of one colour needs no change of colour`() async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      setenv("TERM", "xterm-256color", 1)
      let backend = try NcursesBackend(TerminalOptions())
      for (text, blank) in [("..", "."), ("xx", " ")] as [(DisplayText, DisplayText)] {
        var frame = Surface(size: backend.size)
        for (row, style) in [Style.text, Style(.text, .reverse), Style(.error)].enumerated() {
          for column in [0, 3] {
            frame.put(text, at: Point(column: column, row: row), style: Style(.path(1)))
          }
          frame.put(blank, at: Point(column: 2, row: row), style: style)
        }
        backend.copyToClipboard("")
        backend.present(frame)
      }
      backend.restore()
      exit(0)
    }
    let frames = terminal.output().components(separatedBy: "\u{1B}]52;c;\u{07}")
    try #require(frames.count == 3)
    // Only the blank in reverse video looks different in another colour.
    #expect(frames[2].components(separatedBy: "xx xx").count == 3)
    #expect(frames[2].contains("\u{1B}[7m ") || frames[2].contains("0;7m "))
  }

  /// Whether the system has a terminfo entry, which may be in a package that is not installed.
  private static func hasEntry(_ type: String) -> Bool {
    ["/usr/share/terminfo", "/lib/terminfo", "/etc/terminfo"].contains {
      FileManager.default.fileExists(atPath: "\($0)/\(type.prefix(1))/\(type)")
    }
  }

  @Test(
    arguments: [
      ("vt100", true), ("linux", true), ("xterm-16color", false), ("xterm-256color", false),
    ].filter { hasEntry($0.0) })
  func `only a terminal without an alternate screen is cleared on leaving`(
    type: String, isCleared: Bool
  ) async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .success) {
      [path = terminal.path as String, type = type as String] in
      PseudoTerminal.attachProcess(to: path)
      setenv("TERM", type, 1)
      let backend = try NcursesBackend(TerminalOptions())
      var frame = Surface(size: backend.size)
      frame.put("hints", at: Point(column: 0, row: 5))
      backend.present(frame)
      _ = try backend.run(["echo", "another program"])
      backend.present(frame)
      backend.restore()
      exit(0)
    }
    let output = terminal.output()
    let clearing = "\u{1B}[H\u{1B}[J"
    let program = try #require(output.range(of: "another program"))
    #expect(output[..<program.lowerBound].hasSuffix(clearing) == isCleared)
    #expect(output.hasSuffix(clearing) == isCleared)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGTRAP])
  func `a crash restores the terminal and then shows the error output`(signal: Int32) async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .signal(signal)) {
      [path = terminal.path as String, signal = signal as Int32] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      backend.present(Surface(size: backend.size))
      FileHandle.standardError.write(Data("last words".utf8))
      kill(getpid(), signal)
      while true { pause() }
    }
    let output = terminal.output()
    let ending = try #require(output.range(of: NcursesBackendTests.restoring))
    #expect(output[ending.upperBound...].contains("last words"))
    #expect(terminal.isCooked)
  }

  @Test func `the first SIGTERM is an event, and the second one ends the process`() async throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      kill(getpid(), SIGTERM)
      let event = backend.nextEvent(timeoutMilliseconds: 5_000)
      if event != .terminate { exit(1) }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
    #expect(terminal.output().contains(NcursesBackendTests.restoring))
    #expect(terminal.isCooked)
  }

  @Test func `resizes and wake-ups are received as events`() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      var size = winsize(ws_row: 50, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(0, UInt(TIOCSWINSZ), &size)
      kill(getpid(), SIGWINCH)
      let resized = backend.nextEvent(timeoutMilliseconds: 5_000)
      if resized != .resize(Size(columns: 132, rows: 50)) { exit(2) }
      let wake = backend.waker
      Thread.detachNewThread { wake() }
      if backend.nextEvent(timeoutMilliseconds: 5_000) != .wake { exit(3) }
      if backend.nextEvent(timeoutMilliseconds: 0) != nil { exit(4) }
      backend.restore()
      exit(0)
    }
  }

  @Test func `another program gets the terminal in its original mode`() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      backend.present(Surface(size: backend.size))
      // The program reports whether line editing is on: `stty -a` lists `icanon` or `-icanon`.
      let status = try backend.run(["sh", "-c", "stty -a | grep -q ' icanon' && exit 7"])
      if status != 7 { exit(2) }
      do {
        _ = try backend.run(["no such program; true"])
        exit(3)
      } catch let error as TerminalError {
        if error.code != .launchFailed { exit(4) }
      }
      backend.restore()
      exit(0)
    }
    #expect(terminal.isCooked)
  }

  @Test func `keys after random bytes are still read`() async throws {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      PseudoTerminal.attachProcess(to: terminal.path)
      let backend = try NcursesBackend(TerminalOptions())
      var random = SplitMix64(seed: 77)
      let pieces = [
        "\u{1B}", "[", "<", "1", "99999999999", ";", "M", "m", "~", "O", "A", "é", "\u{0}", "日",
        "\u{7F}", "\u{9B}", "\u{1B}[<", "\u{1B}[1;", "\u{1B}O", "\u{1B}[", "I", "\u{1B}[201~",
      ]
      for _ in 0..<200 {
        let count = Int.random(in: 1...60, using: &random)
        let noise = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        terminal.type(noise + "zzzz")
        var last: InputEvent?
        repeat {
          last = backend.nextEvent(timeoutMilliseconds: 5_000)
          if last == nil { exit(1) }
        } while last != .key(KeyStroke("z"))
        _ = terminal.output()
      }
      backend.restore()
      exit(0)
    }
  }

  @Test func `an unknown terminal type is an error`() async throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      PseudoTerminal.attachProcess(to: path)
      setenv("TERM", "no-such-terminal", 1)
      do {
        _ = try NcursesBackend(TerminalOptions())
      } catch let error as TerminalError {
        exit(error.code == .unknownTerminal ? 0 : 2)
      }
      exit(1)
    }
    #expect(terminal.isCooked)
  }
}
