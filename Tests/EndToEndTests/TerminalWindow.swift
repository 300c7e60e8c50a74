import Foundation
import TestSupport

/// A program in a real terminal, which is the only pane of a separate tmux server.
///
/// After the program has ended, the pane shows `ended` and the exit code. The terminal stays open,
/// so that a test can inspect its state. The server is killed when the value is released.
final class TerminalWindow {
  /// The file that contains the program's process ID.
  private let processFile: URL
  private let socket: String
  private let folder: TemporaryDirectory
  private var server: Int32 = 0

  /// Starts a program in a new terminal.
  ///
  /// - Parameters:
  ///   - folder: The program's working directory, which exists as long as the window.
  ///   - environment: The complete environment of the program.
  init(
    in folder: TemporaryDirectory, columns: Int, rows: Int, command: [String],
    environment: [String: String]
  ) throws {
    self.folder = folder
    let name = UUID().uuidString.prefix(8)
    socket = folder.file("\(name).tmux").path
    processFile = folder.file("\(name).process")
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let run = #"sh -c 'echo $$ >"$0"; exec "$@"' "$@"; echo "ended $?"; exec cat"#
    let session =
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
      + ["-c", folder.url.path, "--", "/usr/bin/env", "-i"] + variables
      + ["sh", "-c", "ulimit -c 0; \(run)", "sh", processFile.path] + command
    // The tmux server must not inherit Foundation's descriptors: Foundation detects the end of a
    // subprocess by their closing.
    let closeDescriptors =
      #"for d in /proc/self/fd/*; do d=${d##*/}; ((d > 2)) && exec {d}>&-; done; exec "$@""#
    try check(
      Subprocess.run(
        "bash", ["-c", closeDescriptors, "bash", "tmux", "-u", "-S", socket] + session,
        environment: Self.tmuxEnvironment), session)
    server = try number(in: state("#{pid}"))
  }

  deinit {
    // SIGKILL is needed: a tmux server waits for its clients, and a stopped program for SIGCONT.
    if let program = try? processIdentifier(), program > 0 { Glibc.kill(program, SIGKILL) }
    if server > 0 { Glibc.kill(server, SIGKILL) }
  }

  /// Whether tmux is installed.
  ///
  /// A test that needs tmux has the trait
  /// `.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)")`.
  static let isAvailable = (try? Subprocess.run("tmux", ["-V"]))?.exitCode == 0
  static let absence = "tmux is not on this machine"

  private static let tmuxEnvironment = ["TMUX": "", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try check(
      Subprocess.run(
        "tmux", ["-u", "-S", socket] + arguments, environment: Self.tmuxEnvironment), arguments)
  }

  @discardableResult
  private func check(_ result: Subprocess, _ arguments: [String]) throws -> String {
    guard result.exitCode == 0 else {
      throw TestSupportError(code: .unreadable, message: "tmux \(arguments): \(result.errors)")
    }
    return result.output
  }

  // MARK: Input

  /// Presses keys by tmux's names for them: `j`, `Enter`, `C-z`, `BTab`.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Sends a text or an escape sequence unchanged.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

  /// Sends a text as a bracketed paste.
  func paste(_ text: String) throws { try type("\u{1B}[200~\(text)\u{1B}[201~") }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  // MARK: Output

  /// Returns the rows of the screen without trailing blanks.
  func screen() throws -> [String] {
    var rows = try tmux(["capture-pane", "-p"]).components(separatedBy: "\n")
    if rows.last == "" { rows.removeLast() }
    return rows
  }

  /// Returns the screen with colours and attributes as escape sequences.
  func styledScreen() throws -> String { try tmux(["capture-pane", "-p", "-e"]) }

  /// Returns the value of a tmux format for the pane, such as `#{alternate_on}`.
  func state(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Returns the terminal's line modes, as listed by `stty -a`.
  func lineModes() throws -> Set<String> {
    let listing = try Subprocess.run("stty", ["-a", "-F", state("#{pane_tty}")]).output
    return Set(listing.split(whereSeparator: { " ;\n".contains($0) }).map(String.init))
  }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Parameter description: The condition as a noun phrase, for the error.
  /// - Throws: ``TestSupportError`` with the last screen after the timeout.
  @discardableResult
  func wait(
    for description: String, seconds: Double = 20, until isReached: ([String]) throws -> Bool
  ) throws -> [String] {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      let rows = try screen()
      if try isReached(rows) { return rows }
      guard Date() < end else {
        throw TestSupportError(
          code: .timedOut,
          message: """
            waited \(seconds) s for \(description); the screen is
            \(rows.joined(separator: "\n"))
            """)
      }
      // Lets the program use the processor between two checks.
      poll(nil, 0, 20)
    }
  }

  /// Waits until a text is on the screen, and returns the screen once it is drawn completely.
  @discardableResult
  func wait(for text: String) throws -> [String] {
    var rows = try wait(for: "“\(text)”") { $0.contains { $0.contains(text) } }
    // The text may be there before the rest of its frame. A screen that never rests, such as one
    // with a clock, is returned after half a second.
    for _ in 0..<25 {
      poll(nil, 0, 20)
      let next = try screen()
      if next == rows { break }
      rows = next
    }
    return rows
  }

  /// Waits until a text is no longer on the screen.
  @discardableResult
  func wait(forNo text: String) throws -> [String] {
    try wait(for: "“\(text)” to disappear") { !$0.contains { $0.contains(text) } }
  }

  // MARK: The program

  func processIdentifier() throws -> Int32 {
    try number(in: String(contentsOf: processFile, encoding: .utf8))
  }

  private func number(in text: String) throws -> Int32 {
    guard let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw TestSupportError(code: .unreadable, message: "there is no process ID in “\(text)”")
    }
    return number
  }

  func signal(_ number: Int32) throws { _ = Glibc.kill(try processIdentifier(), number) }

  /// Ends the program with SIGKILL and waits until the process has ended.
  ///
  /// The shell's message may still go to the alternate screen and disappear with it.
  func kill() throws {
    let program = try processIdentifier()
    try signal(SIGKILL)
    try wait(for: "the end of the program") { _ in Glibc.kill(program, 0) != 0 }
  }
}
