/// A key hint that is shown while a popup is open.
struct PopupHint: Sendable, Equatable {
  /// The commands whose keys the hint shows. Empty for the hint `a-z` of a text field.
  let commands: [String]
  /// The hint's label. If nil, the first command's label is shown.
  let label: String?
  let isPromoted: Bool

  /// Creates a hint with the keys of one or more commands.
  init(_ commands: String..., label: String? = nil, isPromoted: Bool = false) {
    self.commands = commands
    self.label = label
    self.isPromoted = isPromoted
  }

  /// Creates the hint `a-z` for a popup with a text field.
  init(letters label: String) {
    commands = []
    self.label = label
    isPromoted = false
  }
}
