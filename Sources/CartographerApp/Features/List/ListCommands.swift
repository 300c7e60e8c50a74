/// The editor's commands that filter, sort and mark the list's items.
enum ListCommands {
  static let all: [Command] = [
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
