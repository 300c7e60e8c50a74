import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The items beside the one that is edited or previewed.
@Suite struct DimmingTests {
  let editor = EditorDriver()

  /// The colour roles of the map's characters.
  private var roles: Set<Role> {
    let content = editor.state.layout.content(of: .map) ?? editor.state.layout.header
    let surface = editor.frame.surface
    var roles: Set<Role> = []
    for row in content.row..<content.endRow {
      for column in content.column..<content.endColumn {
        if let cell = surface[Point(column: column, row: row)] { roles.insert(cell.style.role) }
      }
    }
    return roles
  }

  private var hasPathColours: Bool {
    roles.contains { role in
      switch role {
      case .path, .custom, .place: true
      default: false
      }
    }
  }

  @Test(arguments: ["enter", "S", "enter m", "g l M", "o p"])
  func `other places and paths are dimmed while one is drawn, edited, moved or previewed`(
    keys: String
  ) {
    #expect(hasPathColours)
    editor.press(keys)
    editor.press("F")
    #expect(!hasPathColours)
    #expect(roles.contains(.dim))
  }

  @Test func `the colours return after the edit`() {
    editor.press("enter")
    #expect(!hasPathColours)
    editor.press("esc")
    #expect(hasPathColours)
  }
}
