import CartographerPresentation
import TerminalUI

/// The editor's commands that show the help, the manual and the licences.
enum HelpCommands {
  static let help: [Command] = [
    Command(
      "help", "Show the available keys, or a manual page", hint: "help",
      keys: [
        .any: "? or f1", .popupList: "? or f1", .popupText: "? or f1", .confirm: "? or f1",
        .conversion: "? or f1", .text: "f1",
      ], argument: Command.Argument(name: "TOPIC", isOptional: true, isTopic: true)
    ) { state, topic in
      guard topic.isEmpty else { return [.readManual(topic: topic)] }
      state.overlays.push(HelpPage(state))
      return []
    },
    Command(
      "about", "Show the licences of the libraries and the base map", aliases: ["licences"],
      keys: [:]
    ) { state, _ in
      let maps = state.map.tiles.scene.credits
      let own = maps.isEmpty ? [] : ["", "Your maps:"] + maps.map { "  \($0)" }
      return state.show(Credit.lines.map(\.string) + own, title: "Libraries and data used")
    },
  ]

  static let manual = Command(
    "manual", "Read the manual", hint: "manual", keys: [.any: "f2", .help: "m"]
  ) { _, _ in
    [.readManual(topic: "")]
  }
}
