/// A popup's key hint.
struct PopupHint: Sendable, Equatable {
  /// The commands whose keys are shown; empty for a text field's `a-z` hint.
  let commands: [String]
  /// The hint's label, or nil to use the first command's label.
  let label: String?
  let isPromoted: Bool

  /// Creates a hint with the keys of one or more commands.
  init(_ commands: String..., label: String? = nil, isPromoted: Bool = false) {
    self.commands = commands
    self.label = label
    self.isPromoted = isPromoted
  }

  /// Creates a hint with the keys `a-z`, which shows that the popup has a text field.
  init(letters label: String) {
    commands = []
    self.label = label
    isPromoted = false
  }
}
