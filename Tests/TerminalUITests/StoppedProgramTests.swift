import Foundation
import Testing

@testable import TerminalUI

/// Programs that are stopped while they use the terminal in place of the editor.
struct StoppedProgramTests {
  @Test func `ctrl-z in another program does not stop the editor where no shell can continue it`()
    async throws
  {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    await #expect(processExitsWith: .success) { [path = terminal.path as String] in
      // The parent of a new session's leader is in another session, so the group is orphaned.
      if setsid() < 0 { exit(2) }
      PseudoTerminal.attachProcess(to: path)
      let backend = try NcursesBackend(TerminalOptions())
      let script = """
        kill -TSTP 0; sleep 0.2
        if grep -q '^State:.*stopped' /proc/$PPID/status; then kill -CONT $PPID; exit 3; fi
        exit 7
        """
      let status = try backend.run(["sh", "-c", script])
      backend.restore()
      exit(status == 7 ? 0 : status)
    }
    #expect(terminal.isCooked)
  }
}
