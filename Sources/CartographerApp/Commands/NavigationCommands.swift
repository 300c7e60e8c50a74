import CartographerPresentation

/// The editor's commands that move the cursor, switch panes and tabs, show or hide the profile, and
/// show statistics.
enum NavigationCommands {
  static let all: [Command] = [
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
    Command(
      "open", "Open the selected group, path or place", hint: "open",
      keys: [.list: "enter or l or right", .groups: "enter or l or right", .browse: "enter"],
      obstacle: { state in
        state.list.tab == .trash && state.focus != .groups
          ? """
          the item is in the trash; \
          \(state.key("restore")) restores it
          """ : nil
      },
      run: { state, _ in state.open() }),
    Command(
      "leave", "Leave the group and go up one level", hint: "back",
      keys: [.list: "h or left"]
    ) { state, _ in state.goBack() },
    Command(
      "next-pane", "Go to the next pane", hint: "pane", keys: [.any: "tab"]
    ) { state, _ in state.focusNextPane(1) },
    Command("previous-pane", "Go to the previous pane", keys: [.any: "backtab"]) { state, _ in
      state.focusNextPane(-1)
    },
    Command("focus-groups", "Go to the groups", keys: [.any: "0"]) { state, _ in
      state.focus(.groups)
    },
    Command("focus-list", "Go to the list", keys: [.any: "1"]) { state, _ in state.focus(.list) },
    Command("focus-map", "Go to the map", hint: "map", keys: [.any: "2"]) { state, _ in
      state.focus(.map)
    },
    Command("focus-detail", "Go to the details", keys: [.any: "3"]) { state, _ in
      state.focus(.detail)
    },
    Command("focus-profile", "Go to the profile, and show it if it is hidden", keys: [.any: "4"]) {
      state, _ in
      state.focus(.profile)
    },
    Command("focus-jobs", "Go to the jobs and messages", keys: [.any: "5"]) { state, _ in
      state.focus(.jobs)
    },
    Command(
      "zoom-pane", "Maximize the pane or restore the layout",
      keys: [
        .list: "+", .groups: "+", .detail: "+", .profile: "+", .jobs: "+", .any: "z z",
      ]
    ) { state, _ in
      state.panes.toggleZoom()
      return []
    },
    Command(
      "shrink-pane", "Show all panes again after maximizing one",
      keys: [.list: "-", .groups: "-", .detail: "-", .profile: "-", .jobs: "-"]
    ) { state, _ in
      state.panes.endZoom()
      return []
    },
    Command("toggle-profile", "Show or hide the profile below the map", keys: [.any: "z p"]) {
      state, _ in
      state.preferences.toggleProfile()
      return []
    },
    Command(
      "visited", "Show the countries and regions that contain tracks or places",
      keys: [.any: "g o"]
    ) { state, _ in state.showVisited() },
    Command(
      "statistics", "Show statistics for paths, groups or a range of points",
      keys: [.any: "g s"], obstacle: Obstacle.noPathsToMeasure
    ) { state, _ in state.openReport() },
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
}
