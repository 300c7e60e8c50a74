/// A mouse action, and the screen cell at which it occurred.
package struct MouseEvent: Hashable, Sendable {
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
  }

  package enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// A pointer movement to another cell while a button is held down.
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
