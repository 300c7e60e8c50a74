import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TerminalWindow.isAvailable, "\(TerminalWindow.absence)"))
struct EditorCrashTests {
  @Test(arguments: [SIGSEGV, SIGABRT, SIGTERM, SIGHUP])
  func `the terminal is restored after a signal ends the editor`(number: Int32) throws {
    let window = try EditorWorld.withTrip().editTrip()
    #expect(try window.state("#{alternate_on} #{mouse_any_flag}") == "1 1")
    #expect(try window.lineModes().isSuperset(of: ["-icanon", "-echo"]))
    try window.signal(number)
    try window.wait(for: "ended")
    try expectRestored(window)
  }

  @Test func `the terminal is restored after SIGKILL`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.kill()
    try window.wait(for: "main screen") { _ in
      try window.state("#{alternate_on} #{mouse_any_flag}") == "0 0"
        && window.lineModes().isSuperset(of: ["icanon", "echo"])
    }
    try expectRestored(window)
  }

  @Test func `killing a stopped editor writes nothing to the shell`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.shell()
    try window.wait(for: "ready>")
    try window.type("\"$PROGRAM\" --store \"$STORE\"\n")
    try window.wait(for: "38.0 km")
    try window.press("C-z")
    try window.wait(for: "Stopped")
    try window.type("kill -KILL %1; while kill -0 %1 2>/dev/null; do sleep .1; done; echo go''ne\n")
    let screen = try window.wait(for: "gone")
    #expect(screen.contains { $0.contains("Stopped") })
    try expectRestored(window, inShell: true)
  }

  @Test func `after a resize while stopped, the editor draws at the new size`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.shell()
    try window.wait(for: "ready>")
    try window.type("\"$PROGRAM\" --store \"$STORE\"\n")
    try window.wait(for: "38.0 km")
    try window.press("C-z")
    try window.wait(for: "Stopped")
    try window.resize(columns: 120, rows: 40)
    try window.type("fg\n")
    try window.wait(for: "hints in the last row") { $0.last?.contains("? ") == true }
    try window.wait(for: "a frame up to the last column") { rows in
      rows.count == 40 && rows.contains { $0.count == 120 }
    }
  }

  @Test func `the terminal is restored after q`() throws {
    let window = try EditorWorld.withTrip().editTrip()
    try window.press("q")
    try window.wait(for: "ended 0")
    try expectRestored(window)
  }

  @Test func `ctrl-z returns to the shell, and fg returns to the editor`() throws {
    let world = try EditorWorld.withTrip()
    let window = try world.shell()
    try window.wait(for: "ready>")
    try window.type("\"$PROGRAM\" --store \"$STORE\"\n")
    try window.wait(for: "38.0 km")
    try window.press("j")
    try window.press("C-z")
    try window.wait(for: "Stopped")
    try expectRestored(window, inShell: true)
    try window.type("fg\n")
    try window.wait(for: "▸ Day 1")
    #expect(try window.state("#{alternate_on} #{mouse_any_flag}") == "1 1")
    try window.press("q")
    try window.wait(for: "ready>")
    #expect(try window.state("#{alternate_on}") == "0")
  }

  /// Expects that the terminal is in its normal state.
  ///
  /// - Parameter inShell: Whether an interactive shell controls the terminal and sets its line
  ///   modes.
  private func expectRestored(_ window: TerminalWindow, inShell: Bool = false) throws {
    let format =
      "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_button_flag} #{mouse_sgr_flag}"
    #expect(try window.state(format) == "0 1 0 0 0")
    guard !inShell else { return }
    #expect(try window.lineModes().isSuperset(of: ["icanon", "echo", "isig", "icrnl", "opost"]))
  }
}
