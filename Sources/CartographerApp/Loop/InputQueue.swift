import CartographerCore
import Foundation
import TerminalUI

/// The keys of an incomplete chord, the input deferred while the editor waits for an answer, and
/// the time of the latest input.
struct InputQueue: Sendable, Equatable {
  /// The maximum number of deferred input events; further events are ignored.
  private static let limit = 256

  /// The keys typed so far in an incomplete chord.
  private(set) var chord: [KeyStroke] = []
  /// The index of the first visible line in the list of keys that continue the chord.
  private(set) var chordTop = 0
  /// The deferred key presses, clicks and pastes, in their order of arrival.
  private(set) var deferred: [InputEvent] = []
  /// The time of the latest input. Nil before any input.
  private(set) var time: Date?

  /// A command that is waiting for path points, with its argument.
  struct WaitingCommand: Sendable, Equatable {
    let command: String
    let argument: String
    /// The item that was selected when the user typed the command.
    let selected: ItemID?
  }

  /// The command that will run again once the needed points are loaded. Nil if no command is
  /// waiting.
  private(set) var waiting: WaitingCommand?

  /// Stores a command to run again once the needed points are loaded.
  mutating func wait(with command: WaitingCommand) { waiting = command }

  mutating func endWaiting() { waiting = nil }

  mutating func setTime(_ time: Date) { self.time = time }

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

  /// Defers an input event.
  mutating func putOff(_ event: InputEvent) {
    if deferred.count < Self.limit { deferred.append(event) }
  }

  /// Removes and returns the deferred input events.
  mutating func removeDeferred() -> [InputEvent] {
    defer { deferred = [] }
    return deferred
  }

  /// Removes the waiting command and the deferred input events.
  mutating func dropDeferred() {
    deferred = []
    waiting = nil
  }

  /// Removes the waiting command, the deferred input and the incomplete chord. Called before a
  /// popup replaces the screen for which the keys were typed.
  mutating func dropTyped() {
    dropDeferred()
    endChord()
  }
}
