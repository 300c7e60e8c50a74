/// The keys of what lies over the screen, for its hints and the manual.
package enum OverlayKeys {
  package struct Table: Sendable {
    package var title: String
    package var keys: [(key: String, label: String)]
  }

  /// They work in fields of colours only.
  package static let colourKeys = "ctrl-p ctrl-n"

  /// Chooses in a list also while a text is typed, in which space is a letter.
  package static let chooseKey = "ctrl-space"

  package static let filter = Table(
    title: "In the filter",
    keys: [("enter", "keep"), ("esc", "clear"), ("up down", "select")])
  package static let search = Table(
    title: "In the search of points",
    keys: [("enter", "keep"), ("esc", "go back")])
  package static let palette = Table(
    title: "On the command line",
    keys: [("enter", "run"), ("tab", "complete"), ("up down", "select"), ("esc", "cancel")])
  package static let help = Table(
    title: "In the help",
    keys: [("j k", "scroll"), ("/", "search"), ("esc", "close")])
  package static let form = Table(
    title: "In a form",
    keys: [
      ("enter", "save"), ("tab", "next field"), (colourKeys, "colour"),
      ("ctrl-g", "discard"), ("esc", "keep as draft"),
    ])
  /// While a value of an operation is typed.
  package static let value = Table(
    title: "While typing a value of an operation",
    keys: [("enter", "do it"), ("tab", "next value"), ("esc", "as it was")])
  package static let picker = Table(
    title: "In the list of groups of an item",
    keys: [
      ("space", "put in or take out"), (chooseKey, "put in or take out"), ("enter", "apply"),
      ("a-z", "find or new name"),
      ("esc", "cancel"),
    ])
  package static let stops = Table(
    title: "In the choice of what to add to an itinerary",
    keys: [
      ("enter", "add"), ("space", "choose several"), (chooseKey, "choose several"),
      ("a-z", "find or title"), ("esc", "cancel"),
      ("up down", "select"),
    ])
  package static let nearest = Table(
    title: "In the list of what is nearest",
    keys: [("j k", "select"), ("enter", "go there"), ("esc", "close")])
  package static let jobs = Table(
    title: "In the list of jobs",
    keys: [("j k", "select"), ("enter", "report"), ("x", "cancel job"), ("esc", "close")])
  package static let history = Table(
    title: "In the history",
    keys: [
      ("j k", "select"), ("enter", "what it did"), ("u", "undo"), ("ctrl-r", "redo"),
      ("t", "back to here"), ("esc", "close"),
    ])
  package static let message = Table(
    title: "In a message or statistics", keys: [("j k", "scroll"), ("esc", "close")])

  package static let all = [
    filter, search, palette, help, form, value, picker, stops, nearest, jobs, history, message,
  ]
}
