import CartographerPresentation

/// One of the editor's panes, modes or popups, in which keys are bound to commands.
///
/// Several contexts can apply at the same time; if several contexts bind the same keys, the
/// innermost context's binding wins.
package enum CommandContext: String, Sendable, CaseIterable {
  case list
  case groups
  case map
  case detail
  case profile
  case jobs
  case browse
  case boxSelect
  case draw
  case measure
  case points
  case pathEdit
  case preview
  case grab
  case itinerary
  case any
  case filter
  case search
  case palette
  case help
  case helpSearch
  case manual
  case manualSearch
  case form
  case colour
  case longText
  case confirm
  case conversion
  case groupRows
  case groupPicker
  case stopRows
  case stopPicker
  case nearest
  case foundRows
  case foundPicker
  case files
  case fileFilter
  case importQuestion
  case importOption
  case importGroup
  case jobList
  case history
  case change
  case draftList
  case message
  case value
  case popupList
  case popupText
  case text
  case chord
  case always

  package var title: String {
    switch self {
    case .list: "In the list"
    case .groups: "In the groups column"
    case .map: "On the map"
    case .detail: "In the details"
    case .profile: "In the profile"
    case .jobs: "In the jobs"
    case .browse: "While browsing, in any pane"
    case .boxSelect: "While drawing a box on the map"
    case .draw: "While drawing a path"
    case .measure: "While measuring on the map"
    case .points: "In the table of points"
    case .pathEdit: "While editing a path"
    case .preview: "While previewing an operation"
    case .grab: "While moving a place or a point"
    case .itinerary: "In an itinerary"
    case .any: "In every pane and mode"
    case .filter: "In the filter"
    case .search: "In the point search"
    case .palette: "On the command line"
    case .help: "In the help"
    case .helpSearch: "In the help search field"
    case .manual: "In the manual"
    case .manualSearch: "In the manual search field"
    case .form: "In a form"
    case .colour: "In a form's colour field"
    case .longText: "In a form's notes or comment field"
    case .confirm: "In a question"
    case .conversion: "In the prompt for converting items"
    case .groupRows: "In the list of an item's groups, when no text is being typed"
    case .groupPicker: "In the list of an item's groups"
    case .stopRows: "In the list of possible itinerary stops, when no text is being typed"
    case .stopPicker: "In the list of possible itinerary stops"
    case .nearest: "In the list of nearest items"
    case .foundRows: "In the list of matching places and towns, when no text is being typed"
    case .foundPicker: "In the list of matching places and towns"
    case .files: "In the file browser"
    case .fileFilter: "In the file browser's filter"
    case .importQuestion: "In the import prompt"
    case .importOption: "In a text field of the import prompt"
    case .importGroup: "In the import prompt's list of groups"
    case .jobList: "In the job list"
    case .history: "In the history"
    case .change: "In the details of a change"
    case .draftList: "In the list of drafts"
    case .message: "In a message or statistics popup"
    case .value: "While typing the value of an operation's parameter"
    case .popupList: "In every popup with a list"
    case .popupText: "In every popup that shows text"
    case .text: "In every text field"
    case .chord: "While a key chord is incomplete"
    case .always: "Everywhere, including popups and text fields"
    }
  }
}

extension CommandContext {
  /// The context's name in the configuration file, such as `path-edit`.
  package var name: String {
    rawValue.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
    }
  }

  /// The context's former name, which is still accepted in configuration files. Nil if the context
  /// was never renamed.
  package var earlierName: String? { self == .preview ? "trial" : nil }

  /// The contexts in which the editor looks up a key press, innermost first. Empty for a context
  /// that only adds keys to other contexts.
  package var lookup: [CommandContext] {
    switch self {
    case .list, .groups, .map, .detail, .profile, .jobs: [self, .browse, .any, .always]
    case .points: [self, .pathEdit, .any, .always]
    case .boxSelect, .draw, .measure, .pathEdit, .preview, .grab, .itinerary: [self, .any, .always]
    case .nearest, .files, .jobList, .history, .change, .draftList: [self, .popupList, .always]
    case .help, .manual, .message, .importQuestion: [self, .popupText, .always]
    case .confirm, .conversion, .chord: [self, .always]
    case .filter, .search, .palette, .helpSearch, .manualSearch, .form, .groupPicker, .stopPicker,
      .foundPicker, .value, .fileFilter, .importOption, .importGroup:
      [self, .text, .always]
    case .colour, .longText: [self] + CommandContext.form.lookup
    case .groupRows: [self] + CommandContext.groupPicker.lookup
    case .stopRows: [self] + CommandContext.stopPicker.lookup
    case .foundRows: [self] + CommandContext.foundPicker.lookup
    case .browse, .any, .popupList, .popupText, .text, .always: []
    }
  }

  /// Whether letters typed in this context are inserted into a text field.
  var hasTextField: Bool { self == .text || lookup.contains(.text) }

  /// Whether the context belongs to a popup, a prompt or a text field.
  var isOfPopup: Bool {
    switch self {
    case .list, .groups, .map, .detail, .profile, .jobs, .browse, .boxSelect, .draw, .measure,
      .points, .pathEdit, .preview, .grab, .itinerary, .any, .always:
      false
    case .filter, .search, .palette, .help, .helpSearch, .manual, .manualSearch, .form, .colour,
      .longText, .confirm, .conversion, .groupRows, .groupPicker, .stopRows, .stopPicker, .nearest,
      .foundRows, .foundPicker, .files,
      .fileFilter, .importQuestion, .importOption, .importGroup, .jobList, .history, .change,
      .draftList, .message, .value, .popupList,
      .popupText, .text, .chord:
      true
    }
  }

  /// The lookup orders of all contexts that have a lookup order. Two special orders are omitted:
  /// the order for the profile while a path is edited, and the order for the panes beside an open
  /// itinerary.
  static let lookups = allCases.map(\.lookup).filter { !$0.isEmpty }
}

extension Pane {
  /// The context of the keys that act on this pane while it has the focus.
  fileprivate var context: CommandContext {
    switch self {
    case .groups: .groups
    case .list: .list
    case .map: .map
    case .detail: .detail
    case .profile: .profile
    case .jobs: .jobs
    }
  }
}

extension AppState {
  /// The contexts in which keys are currently looked up, innermost first.
  package var contexts: [CommandContext] {
    // On a screen that is too small to show anything, the quit key works in every mode.
    if isTooSmall { return [.browse, .any, .always] }
    if let activeOverlay { return activeOverlay.context.lookup }
    return isTypingParameter ? CommandContext.value.lookup : modeContexts
  }

  /// The popup that receives key presses. Nil if key presses go to the current pane or mode. On a
  /// screen that is too small for popups, keys act on the pane or mode.
  var activeOverlay: (any Overlay)? { isTooSmall ? nil : overlay }

  /// Whether the screen is too small for panes and popups.
  var isTooSmall: Bool { ScreenLayout.kind(size) == .tooSmall }

  /// The key contexts of the current pane and mode, ignoring open popups and text fields.
  var modeContexts: [CommandContext] {
    let innermost: CommandContext =
      switch mode {
      case .browse: focus.context
      case .boxSelect: .boxSelect
      case .draw: .draw
      case .measure: .measure
      case .pathEdit where focus == .profile: .profile
      case .pathEdit: focus == .detail ? .points : .pathEdit
      case .preview: .preview
      case .grab: .grab
      case .itinerary: focusedInItinerary ?? .itinerary
      }
    // While a path is edited, the keys of the focused profile have priority over the keys for path
    // editing. While an itinerary is open, the same is true of every focused pane except the list.
    if innermost == .profile, mode.isPathEdit { return [.profile] + CommandContext.pathEdit.lookup }
    if let focusedInItinerary { return [focusedInItinerary] + CommandContext.itinerary.lookup }
    return innermost.lookup
  }

  /// The context of the focused pane while an itinerary is open. Nil if no itinerary is open or the
  /// itinerary itself has the focus.
  private var focusedInItinerary: CommandContext? {
    itinerary == nil || focus == .list ? nil : focus.context
  }

  /// The current mode's name, as shown in the status row.
  package var modeName: String {
    if let overlay { return overlay.modeName }
    switch mode {
    case .browse: return list.rangeAnchor == nil ? "NORMAL" : "RANGE"
    case .boxSelect: return "BOX"
    case .draw: return "DRAW"
    case .measure: return "MEASURE"
    case .pathEdit: return "EDIT"
    case .preview: return "PREVIEW"
    case .grab: return "GRAB"
    case .itinerary: return "ITINERARY"
    }
  }
}
