/// What the mouse did, and over which cell.
package struct MouseEvent: Hashable, Sendable {
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
  }

  package enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// The pointer moved to another cell with the button held.
    case drag(Button)
    case wheelUp
    case wheelDown
  }

  package let action: Action
  package let position: Point
  package let modifiers: KeyModifiers

  package init(_ action: Action, at position: Point, modifiers: KeyModifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
