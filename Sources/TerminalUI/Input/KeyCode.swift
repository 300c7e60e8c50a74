/// A keyboard key, without modifiers.
package enum KeyCode: Hashable, Sendable {
  /// A typed character, with the shift key already applied: `G` instead of shift and `g`. Space is
  /// `.character(" ")`.
  case character(Character)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// A function key, F1 to F24.
  case function(Int)
}
