import CartographerPresentation

/// The editor's commands that open items, and focus, maximize, show or hide panes.
enum NavigationCommands {
  static let all: [Command] = [
    Command(
      "open", "Open the selected group, path or place", hint: "open",
      keys: [.list: "enter or l or right", .groups: "enter or l or right", .browse: "enter"],
      obstacle: { state in
        state.list.tab == .trash && state.focus != .groups
          ? Obstacle.noSelection(state) ?? Obstacle.inTrash(state) : nil
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
  ]
}
