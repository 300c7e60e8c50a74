import TerminalUI

/// A popup or prompt that is drawn over the screen and receives key presses.
///
/// Each popup is a single type that contains the popup's state, commands and view. The type is in a
/// file or folder of the popup's feature. ``OverlayStack`` contains the open popups.
protocol Overlay: Sendable, Equatable {
  /// The popup's commands, which ``CommandRegistry`` lists.
  static var commands: [Command] { get }

  /// The context in which keys are looked up first while the popup is on top.
  var context: CommandContext { get }
  /// The popup's name, as shown in the status row.
  var modeName: String { get }
  /// The name of the command that closes the popup.
  ///
  /// The `cancel` command runs this command to close the popup. The keys of this command act even
  /// while ``isWaiting`` is true and all other keys are deferred.
  var leaveCommand: String { get }
  /// The popup's key hints, most important first.
  var hints: [PopupHint] { get }
  /// Whether closing the popup would lose unsaved input.
  var holdsUnsentInput: Bool { get }
  /// Whether key presses are deferred until the popup has received its data.
  var isWaiting: Bool { get }
  /// Whether the popup is updated when another program changes the library. Later choices are then
  /// based on the new revision.
  var followsLibrary: Bool { get }
  /// The maximum number of characters that a single paste can insert.
  var longestPaste: Int { get }
  /// Whether pasted line breaks are kept instead of being replaced by spaces.
  var keepsLines: Bool { get }

  /// Draws the popup over the screen.
  func draw(on screen: inout Screen)
  /// Draws the popup in the status row, or returns false if the popup is shown in a box.
  func drawStatus(on screen: inout Screen, in rect: Rect) -> Bool
  /// Moves the popup's cursor, or scrolls its text.
  func move(_ movement: RowMovement, in state: inout AppState)
  /// Applies an edit to the text field and updates everything that depends on the text.
  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect]
  /// Processes pasted text, or returns nil if the text must be inserted into the text field.
  func paste(_ text: String, in state: inout AppState) -> [Effect]?
  /// Handles a left click that is not on a key hint.
  func click(at position: Point, in state: inout AppState) -> [Effect]
  /// Returns the message to show after a key press that has no effect in the popup. Returns nil if
  /// keys without an effect are ignored.
  func reminder(in state: AppState) -> String?
  /// Updates the popup with the currently stored values, but keeps the typed text.
  func renew(in state: inout AppState)
  /// Updates a popup that was reopened because the store rejected its change.
  func resume(after failure: EditorFailure, in state: inout AppState) -> [Effect]
}

extension Overlay {
  var holdsUnsentInput: Bool { false }
  var isWaiting: Bool { false }
  var followsLibrary: Bool { false }
  var longestPaste: Int { TextField.pasteLimitCharacters }
  var keepsLines: Bool { false }

  func draw(on screen: inout Screen) {}
  func drawStatus(on screen: inout Screen, in rect: Rect) -> Bool { false }
  func move(_ movement: RowMovement, in state: inout AppState) {}
  func edit(_ edit: TextField.Edit, in state: inout AppState) -> [Effect] { [] }
  func paste(_ text: String, in state: inout AppState) -> [Effect]? { nil }
  func click(at position: Point, in state: inout AppState) -> [Effect] { [] }
  func reminder(in state: AppState) -> String? { nil }
  func renew(in state: inout AppState) {}

  func resume(after failure: EditorFailure, in state: inout AppState) -> [Effect] {
    state.fail(failure)
  }

  /// Whether the popup has a text field that receives typed letters.
  var hasTextField: Bool { context.hasTextField }

  /// Returns whether another popup has the same type and state.
  func isEqual(to other: any Overlay) -> Bool { (other as? Self) == self }

  /// Returns a command that acts on a popup of this type and is available while the popup is on
  /// top.
  static func command(
    _ id: String, _ title: String, hint: String, keys: KeyValuePairs<CommandContext, String>,
    obstacle: @escaping @Sendable (AppState) -> Obstacle.Reason? = { _ in nil },
    run: @escaping @Sendable (Self, inout AppState) -> [Effect]
  ) -> Command {
    Command(id, title, hint: hint, keys: keys, obstacle: obstacle) { state, _ in
      guard let popup = state.overlays.top(as: Self.self) else { return [] }
      return run(popup, &state)
    }
  }

  /// Returns a command that only closes the popup.
  static func closeCommand(
    _ id: String, _ title: String, hint: String, keys: KeyValuePairs<CommandContext, String>
  ) -> Command {
    command(id, title, hint: hint, keys: keys) { _, state in
      state.overlays.close()
      return []
    }
  }
}

extension AppState {
  /// Changes a copy of the top popup, and replaces the popup with the copy.
  ///
  /// - Parameter change: A closure that receives the copy and the current state.
  mutating func change<Popup: Overlay>(
    _ popup: Popup, _ change: (inout Popup, AppState) -> Void
  ) -> [Effect] {
    var changed = popup
    change(&changed, self)
    overlays.replaceTop(changed)
    return []
  }
}

/// A movement of a list cursor or scrollable text.
enum RowMovement: Sendable {
  case next, previous, pageDown, pageUp, first, last
}
