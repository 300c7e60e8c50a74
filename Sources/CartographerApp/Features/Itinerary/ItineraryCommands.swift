import CartographerCore

/// The editor's commands for a group's itinerary.
enum ItineraryCommands {
  static let all: [Command] = [
    Command(
      "itinerary", "Open the group's itinerary, day by day", hint: "itinerary",
      keys: [.browse: "g i"],
      obstacle: { state in
        state.groupToPlan == nil ? "open or select a group first" : nil
      },
      run: { state, _ in state.openItinerary() }),
    walk("next-stop", "Go to the next stop", "j or down", 1),
    walk("previous-stop", "Go to the previous stop", "k or up", -1),
    walk("ten-stops-on", "Go 10 stops forward", "ctrl-d or pagedown", 10),
    walk("ten-stops-back", "Go 10 stops back", "ctrl-u or pageup", -10),
    walk("first-stop", "Go to the first stop", "g g or home", -.max / 2),
    walk("last-stop", "Go to the last stop", "G or end", .max / 2),
    Command(
      "next-day", "Go to the first stop of the next day", hint: "next day", keys: [.itinerary: "}"],
      obstacle: Obstacle.noSelectedStop
    ) { state, _ in state.goToDay(by: 1) },
    Command(
      "previous-day", "Go to the first stop of the previous day", hint: "previous day",
      keys: [.itinerary: "{"], obstacle: Obstacle.noSelectedStop
    ) { state, _ in state.goToDay(by: -1) },
    Command(
      "add-stop", "Add places, paths or a title after the stop", hint: "add",
      keys: [.itinerary: "a"], isUndoable: true, obstacle: Obstacle.notPlanning
    ) { state, _ in state.openStopPicker() },
    Command(
      "mark-stop", "Mark or unmark the stop, then go to the next stop", hint: "mark",
      keys: [.itinerary: "space"], obstacle: Obstacle.noSelectedStop
    ) { state, _ in state.toggleStopMark() },
    Command(
      "stop-down", "Move marked or selected stops down, into the next day if necessary",
      hint: "down", keys: [.itinerary: "J or shift-down"], isUndoable: true,
      obstacle: Obstacle.hiddenStops
    ) { state, _ in state.carryStops(.later) },
    Command(
      "stop-up", "Move marked or selected stops up, into the previous day if necessary",
      hint: "up", keys: [.itinerary: "K or shift-up"], isUndoable: true,
      obstacle: Obstacle.hiddenStops
    ) { state, _ in state.carryStops(.earlier) },
    Command(
      "day-later", "Move marked or selected stops to the next day", hint: "day later",
      keys: [.itinerary: ">"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.shiftDay(.later) },
    Command(
      "day-earlier", "Move marked or selected stops to the previous day", hint: "day earlier",
      keys: [.itinerary: "<"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.shiftDay(.earlier) },
    Command(
      "new-day", "Begin a new day at the stop, and renumber later days", hint: "new day here",
      keys: [.itinerary: "n"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.beginDay() },
    Command(
      "join-day", "Join the stop's day with the previous day, and renumber later days",
      hint: "join day", keys: [.itinerary: "N"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.joinDay() },
    Command(
      "move-day-later", "Swap the stop's day with the next day", hint: "whole day later",
      keys: [.itinerary: "L or shift-right"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.moveDay(.later) },
    Command(
      "move-day-earlier", "Swap the stop's day with the previous day",
      hint: "whole day earlier", keys: [.itinerary: "H or shift-left"], isUndoable: true,
      obstacle: Obstacle.noStop
    ) { state, _ in state.moveDay(.earlier) },
    Command(
      "toggle-done", "Toggle marked or selected stops between done and planned", hint: "done",
      keys: [.itinerary: "D"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.toggleDone() },
    Command(
      "edit-stop",
      "Edit the selected stop, or the day of the marked stops",
      hint: "edit", keys: [.itinerary: "e"], isUndoable: true, obstacle: Obstacle.noStop
    ) { state, _ in state.openStopForm() },
    Command(
      "first-day", "Set the date of day 1", hint: "date", keys: [.itinerary: "t"],
      isUndoable: true, obstacle: Obstacle.notPlanning
    ) { state, _ in state.openFirstDayForm() },
    Command(
      "remove-stop", "Remove marked or selected stops from the itinerary; their items are kept",
      hint: "remove", keys: [.itinerary: "x or delete"], isUndoable: true,
      obstacle: Obstacle.noStop
    ) { state, _ in state.removeStops() },
    Command(
      "show-stop", "Show the stop on the map", hint: "show", keys: [.itinerary: "enter or f"],
      obstacle: Obstacle.noStopToShow
    ) { state, _ in state.showStop() },
  ]

  private static func walk(
    _ id: String, _ title: String, _ keys: String, _ step: Int
  ) -> Command {
    Command(id, title, keys: [.itinerary: keys]) { state, _ in state.moveInItinerary(by: step) }
  }
}
