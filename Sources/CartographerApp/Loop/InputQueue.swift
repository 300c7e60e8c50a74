import TerminalUI

/// The keys typed so far of an incomplete chord, and the input that waits for an answer.
struct InputQueue: Sendable, Equatable {
  /// The maximum number of events that wait; later events are ignored.
  private static let limit = 256

  /// The keys typed so far of an incomplete chord.
  private(set) var chord: [KeyStroke] = []
  /// The keys, clicks and pasted texts that wait, in the order in which they arrived.
  private(set) var deferred: [InputEvent] = []

  mutating func continueChord(with stroke: KeyStroke) { chord.append(stroke) }

  mutating func endChord() { chord = [] }

  /// Keeps an event until ``takeDeferred()`` returns it.
  mutating func putOff(_ event: InputEvent) {
    if deferred.count < Self.limit { deferred.append(event) }
  }

  /// Returns the events that wait, and removes them.
  mutating func takeDeferred() -> [InputEvent] {
    defer { deferred = [] }
    return deferred
  }

  mutating func dropDeferred() { deferred = [] }
}
