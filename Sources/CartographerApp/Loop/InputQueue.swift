import TerminalUI

/// The keys typed so far in an incomplete chord, and the input that waits for the library's answer.
struct InputQueue: Sendable, Equatable {
  /// The maximum number of waiting input events; further events are ignored.
  private static let limit = 256

  /// The keys typed so far in an incomplete chord.
  private(set) var chord: [KeyStroke] = []
  /// The waiting key presses, clicks and pasted texts, in the order in which they arrived.
  private(set) var deferred: [InputEvent] = []

  mutating func continueChord(with stroke: KeyStroke) { chord.append(stroke) }

  mutating func endChord() { chord = [] }

  /// Queues an input event, which ``takeDeferred()`` returns later.
  mutating func putOff(_ event: InputEvent) {
    if deferred.count < Self.limit { deferred.append(event) }
  }

  /// Removes and returns the waiting input events.
  mutating func takeDeferred() -> [InputEvent] {
    defer { deferred = [] }
    return deferred
  }

  mutating func dropDeferred() { deferred = [] }
}
