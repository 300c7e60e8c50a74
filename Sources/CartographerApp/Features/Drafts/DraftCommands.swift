/// The editor's command that lists the drafts.
enum DraftCommands {
  static let all: [Command] = [
    Command(
      "drafts", "List the drafts of unfinished input", keys: [.browse: "o d", .itinerary: "o d"]
    ) { state, _ in
      guard !state.allDrafts.isEmpty else { return state.say("There is no unfinished input") }
      state.overlays.push(DraftList())
      return []
    }
  ]
}
