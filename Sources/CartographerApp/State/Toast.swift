/// The sentence in the status row: what just happened.
package struct Toast: Sendable, Equatable {
  package enum Level: Sendable { case note, success, warning, error }

  /// What happened; shortened where the row is too narrow.
  package var sentence: String
  /// What can be done about it; never shortened. May be empty.
  package var hint: String
  package var level: Level

  package init(_ sentence: String, _ level: Level = .note, hint: String = "") {
    self.sentence = sentence
    self.hint = hint
    self.level = level
  }

  package var text: String { hint.isEmpty ? sentence : "\(sentence) — \(hint)" }
}
