/// The sentence in the status row: what just happened.
package struct Toast: Sendable, Equatable {
  package enum Level: Sendable { case note, success, warning, error }

  package var text: String
  package var level: Level

  package init(_ text: String, _ level: Level = .note) {
    self.text = text
    self.level = level
  }
}
