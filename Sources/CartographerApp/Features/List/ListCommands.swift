/// The editor's commands that select rows and tabs of the list, and find, sort and mark its items.
enum ListCommands {
  static let rows: [Command] = [
    Command("down", "Go to the next row", keys: [.browse: "j or down"]) { state, _ in
      state.moveCursor(by: 1)
    },
    Command("up", "Go to the previous row", keys: [.browse: "k or up"]) { state, _ in
      state.moveCursor(by: -1)
    },
    Command("half-page-down", "Scroll half a page down", keys: [.browse: "ctrl-d"]) { state, _ in
      state.moveCursor(by: state.pageHeight / 2)
    },
    Command("half-page-up", "Scroll half a page up", keys: [.browse: "ctrl-u"]) { state, _ in
      state.moveCursor(by: -state.pageHeight / 2)
    },
    Command("page-down", "Scroll a page down", keys: [.browse: "pagedown"]) { state, _ in
      state.moveCursor(by: state.pageHeight)
    },
    Command("page-up", "Scroll a page up", keys: [.browse: "pageup"]) { state, _ in
      state.moveCursor(by: -state.pageHeight)
    },
    Command("top", "Go to the first row", keys: [.browse: "g g or home"]) { state, _ in
      state.moveCursor(by: -.max / 2)
    },
    Command("bottom", "Go to the last row", keys: [.browse: "G or end"]) { state, _ in
      state.moveCursor(by: .max / 2)
    },
  ]

  static let tabs: [Command] = [
    Command("paths", "Show the paths", keys: [.browse: "g p"]) { state, _ in
      state.showTab(.paths)
    },
    Command("places", "Show the places", keys: [.browse: "g l"]) { state, _ in
      state.showTab(.places)
    },
    Command("groups", "Show the groups", keys: [.browse: "g r"]) { state, _ in
      state.showTab(.groups)
    },
    Command("trash", "Show the trash", keys: [.browse: "g t"]) { state, _ in
      state.showTab(.trash)
    },
    Command("next-tab", "Show the list's next tab", hint: "tab", keys: [.browse: "]"]) { state, _ in
      state.showNextTab(1)
    },
    Command("previous-tab", "Show the list's previous tab", keys: [.browse: "["]) { state, _ in
      state.showNextTab(-1)
    },
  ]

  static let finding: [Command] = [
    Command(
      "filter", "Show only items or stops that contain the given text", hint: "find",
      keys: [.browse: "/", .itinerary: "/"]
    ) { state, _ in state.startFilter() },
    Command("next", "Go to the next item", keys: [.browse: "n"]) { state, _ in state.selectNext(1)
    },
    Command("previous", "Go to the previous item", keys: [.browse: "N"]) { state, _ in
      state.selectNext(-1)
    },
    Command(
      "mark", "Mark or unmark the item, then go to the next item", hint: "mark",
      keys: [.browse: "space"]
    ) {
      state, _ in state.toggleMark()
    },
    Command("range", "Mark a range of rows", keys: [.list: "v"]) { state, _ in
      state.list.toggleRange()
      return []
    },
    Command("mark-all", "Mark all items in the list", keys: [.list: "a"]) { state, _ in
      state.list.toggleAllMarks()
      return []
    },
    Command("invert-marks", "Invert the marks of all items in the list", keys: [.list: "*"]) {
      state, _ in
      state.list.invertMarks()
      return []
    },
    sort("name", .name, "n"),
    sort("date", .date, "d"),
    sort("length", .length, "l"),
    sort("climb", .climb, "c"),
    Command(
      "sort-reverse", "Reverse the sort order", keys: [.browse: ", r"],
      obstacle: Obstacle.sortedTrash
    ) { state, _ in
      state.list.reverseSort()
      state.reorder()
      return [state.saving]
    },
  ]

  private static func sort(_ word: String, _ key: SortOrder.Key, _ letter: String) -> Command {
    Command(
      "sort-\(word)", "Sort by \(word); repeat to reverse the order",
      keys: [.browse: ", \(letter)"],
      obstacle: Obstacle.sortedTrash
    ) { state, _ in state.sort(by: key) }
  }
}
