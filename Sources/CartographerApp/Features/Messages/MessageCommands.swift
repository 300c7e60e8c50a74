/// The editor's command that shows the last message.
enum MessageCommands {
  static let all: [Command] = [
    Command("last-message", "Show the last message in full", keys: [.any: "g e"]) { state, _ in
      state.showLastMessage()
    }
  ]
}
