/// An input event from the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyStroke)
  case mouse(MouseEvent)
  /// Pasted text as a whole, with line ends as `\n`. Pasted text is never reported as keys.
  case paste(String)
  case resize(Size)
  case focus(Bool)
  /// The program is in the foreground again after ctrl-z, and the screen must be redrawn.
  case resumed
  /// Another thread called the closure of ``TerminalBackend/waker``.
  case wake
  /// The terminal was closed, or the system requests termination: the program must save and exit.
  case terminate
}
