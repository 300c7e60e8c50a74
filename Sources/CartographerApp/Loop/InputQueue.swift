import CartographerCore
import TerminalUI

/// The keys typed so far in an incomplete chord, and the input that is held back until the library
/// answers.
struct InputQueue: Sendable, Equatable {
  /// The maximum number of input events that are held back; further events are ignored.
  private static let limit = 256

  /// The keys typed so far in an incomplete chord.
  private(set) var chord: [KeyStroke] = []
  /// The index of the first visible line in the list of keys that continue the chord.
  private(set) var chordTop = 0
  /// The key presses, clicks and pasted texts that are held back, in the order in which they
  /// arrived.
  private(set) var deferred: [InputEvent] = []

  /// A command that waits until the points of paths have been read, together with the command's argument.
  struct WaitingCommand: Sendable, Equatable {
    let command: String
    let argument: String
    /// The item that was selected when the command was typed.
    let selected: ItemID?
  }

  /// The command to run again when the points that it needs have been read, or nil if there is
  /// none.
  private(set) var waiting: WaitingCommand?

  /// Stores a command that must be run again when the points that it needs have been read.
  mutating func wait(with command: WaitingCommand) { waiting = command }

  mutating func endWaiting() { waiting = nil }

  mutating func continueChord(with stroke: KeyStroke) {
    chord.append(stroke)
    chordTop = 0
  }

  mutating func endChord() {
    chord = []
    chordTop = 0
  }

  /// Scrolls the list of keys that continue the chord.
  mutating func scrollChord(by offset: Int, last: Int) {
    chordTop = min(max(chordTop + offset, 0), max(last, 0))
  }

  /// Queues an input event, which ``removeDeferred()`` returns later.
  mutating func putOff(_ event: InputEvent) {
    if deferred.count < Self.limit { deferred.append(event) }
  }

  /// Removes and returns the input events that were held back.
  mutating func removeDeferred() -> [InputEvent] {
    defer { deferred = [] }
    return deferred
  }

  /// Removes the waiting command and the input events that were held back.
  mutating func dropDeferred() {
    deferred = []
    waiting = nil
  }
}
