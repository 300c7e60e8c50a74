/// The itinerary of a group.
enum ItineraryCommands {
  static let all: [Command] = [
    Command(
      "itinerary", "Open the itinerary of the group, day by day", hint: "itinerary",
      keys: [.browse: "g i"],
      obstacle: { state in
        state.groupToPlan == nil ? "open or select a group first" : nil
      },
      run: { state, _ in state.openItinerary() }),
    walk("next-entry", "Next entry", "j or down", 1),
    walk("previous-entry", "Previous entry", "k or up", -1),
    walk("ten-entries-on", "Ten entries on", "ctrl-d or pagedown", 10),
    walk("ten-entries-back", "Ten entries back", "ctrl-u or pageup", -10),
    walk("first-entry", "First entry", "g g or home", -.max / 2),
    walk("last-entry", "Last entry", "G or end", .max / 2),
    Command(
      "add-entry", "Add places, paths or a title after this entry", hint: "add",
      keys: [.itinerary: "a"], isUndoable: true, obstacle: Obstacle.notPlanning
    ) { state, _ in state.openStopPicker() },
    Command(
      "entry-down", "Move the entry down, past the end of its day into the next", hint: "down",
      keys: [.itinerary: "J or shift-down"], isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.carryEntry(by: 1) },
    Command(
      "entry-up", "Move the entry up, past the start of its day into the one before", hint: "up",
      keys: [.itinerary: "K or shift-up"], isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.carryEntry(by: -1) },
    Command(
      "day-later", "Put the entry on the next day", hint: "day later", keys: [.itinerary: ">"],
      isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.shiftDay(by: 1) },
    Command(
      "day-earlier", "Put the entry on the day before", hint: "day earlier",
      keys: [.itinerary: "<"], isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.shiftDay(by: -1) },
    Command(
      "toggle-done", "Done, or planned again", hint: "done", keys: [.itinerary: "space"],
      isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.toggleDone() },
    Command(
      "edit-entry", "Edit the entry's note, day and title", hint: "edit", keys: [.itinerary: "e"],
      isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.openEntryForm() },
    Command(
      "first-day", "Set the date of day 1", hint: "date", keys: [.itinerary: "t"],
      isUndoable: true, obstacle: Obstacle.notPlanning
    ) { state, _ in state.openFirstDayForm() },
    Command(
      "remove-entry", "Take the entry out of the itinerary; nothing is deleted", hint: "remove",
      keys: [.itinerary: "x"], isUndoable: true, obstacle: Obstacle.noEntry
    ) { state, _ in state.removeEntry() },
    Command(
      "show-entry", "Show the entry on the map", hint: "show", keys: [.itinerary: "enter or f"],
      obstacle: Obstacle.noEntryToShow
    ) { state, _ in state.showEntry() },
  ]

  private static func walk(
    _ id: String, _ title: String, _ keys: String, _ step: Int
  ) -> Command {
    Command(id, title, keys: [.itinerary: keys]) { state, _ in state.walkItinerary(by: step) }
  }
}
