/// Something that reached the program from its terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyStroke)
  case mouse(MouseEvent)
  /// Pasted text, whole; line ends are `\n`. It is never keys.
  case paste(String)
  case resize(Size)
  case focus(Bool)
  /// The program is in the foreground again after ctrl-z; the screen is being redrawn.
  case resumed
  /// Another thread called ``TerminalBackend/waker``.
  case wake
  /// The terminal went away or the system asks the program to end: save and leave.
  case terminate
}
