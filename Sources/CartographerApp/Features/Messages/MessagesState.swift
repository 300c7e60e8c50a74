/// The message in the status row, and the most recent message, which the user can display in full.
struct MessagesState: Sendable, Equatable {
  private(set) var shown: Toast?
  private(set) var latest: Toast?

  /// Shows a message in the status row.
  mutating func show(_ message: Toast) {
    shown = message
    latest = message
  }

  mutating func show(
    _ sentence: String, shorter: [String] = [], _ level: Toast.Level = .note, hint: String = ""
  ) {
    show(Toast(sentence, shorter: shorter, level, hint: hint))
  }

  /// Clears the status row. The latest message is kept.
  mutating func clear() { shown = nil }
}

/// A status-row message about an event.
package struct Toast: Sendable, Equatable {
  package enum Level: Sendable { case note, success, warning, error }

  /// The sentence that describes the event. If the status row is too narrow, one of
  /// ``shorterSentences`` is drawn. If none fits, the sentence is shortened or drawn in two rows.
  package let sentence: String
  /// Shorter versions of the sentence, longest first.
  package let shorterSentences: [String]
  /// A hint that is never shortened, such as the key for undo. Empty if there is no hint.
  package let hint: String
  package let level: Level

  package init(
    _ sentence: String, shorter: [String] = [], _ level: Level = .note, hint: String = ""
  ) {
    self.sentence = sentence
    shorterSentences = shorter
    self.hint = hint
    self.level = level
  }

  package var text: String { hint.isEmpty ? sentence : "\(sentence) — \(hint)" }
}
