/// The keys of overlays such as forms and popups, for the key hints and the manual.
package enum OverlayKeys {
  package struct Table: Sendable {
    package var title: String
    package var keys: [(key: String, label: String)]
  }

  /// The keys that choose a colour, which work only in colour fields.
  package static let colourKeys = "ctrl-p ctrl-n"

  /// The key that chooses a list item while a text is typed, since Space is part of the text.
  package static let chooseKey = "ctrl-space"

  package static let filter = Table(
    title: "In the filter",
    keys: [("enter", "keep filter"), ("esc", "clear filter"), ("up down", "select")])
  package static let search = Table(
    title: "In the point search",
    keys: [("enter", "keep search"), ("esc", "go back")])
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
  /// The keys while a parameter of an operation is typed.
  package static let value = Table(
    title: "While typing a parameter of an operation",
    keys: [("enter", "apply"), ("tab", "next parameter"), ("esc", "restore value")])
  package static let picker = Table(
    title: "In the list of an item's groups",
    keys: [
      ("space", "add or remove"), (chooseKey, "add or remove"), ("enter", "apply"),
      ("a-z", "find or name a group"),
      ("esc", "cancel"),
    ])
  package static let stops = Table(
    title: "In the list of stops to add to an itinerary",
    keys: [
      ("enter", "add"), ("space", "choose several"), (chooseKey, "choose several"),
      ("a-z", "find or type a title"), ("esc", "cancel"),
      ("up down", "select"),
    ])
  package static let nearest = Table(
    title: "In the list of nearest items",
    keys: [("j k", "select"), ("enter", "go there"), ("esc", "close")])
  package static let jobs = Table(
    title: "In the list of jobs",
    keys: [("j k", "select"), ("enter", "show report"), ("x", "cancel job"), ("esc", "close")])
  package static let history = Table(
    title: "In the history",
    keys: [
      ("j k", "select"), ("enter", "show changes"), ("u", "undo"), ("ctrl-r", "redo"),
      ("t", "restore this state"), ("esc", "close"),
    ])
  package static let message = Table(
    title: "In a message or statistics", keys: [("j k", "scroll"), ("esc", "close")])

  package static let all = [
    filter, search, palette, help, form, value, picker, stops, nearest, jobs, history, message,
  ]
}
