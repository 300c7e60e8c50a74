/// A key of the keyboard, without the modifiers held with it.
package enum Key: Hashable, Sendable {
  /// What was typed, shift already in it: `G`, not shift and `g`. Space is `.character(" ")`.
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
  /// F1 to F24.
  case function(Int)
}
