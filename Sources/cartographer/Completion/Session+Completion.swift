import CartographerCore
import CartographerPresentation
import TerminalUI

extension Session {
  /// The maximum number of values offered at once.
  private static let mostValues = 1_000

  /// Returns the values that a source offers for the start of a value.
  ///
  /// The store is only read: a missing store offers nothing, and an older store is not migrated.
  func candidates(
    from source: CompletionRequest.Source, for value: String
  ) async throws -> [CompletionCandidate] {
    let found: [CompletionCandidate]
    switch source {
    case .words(let words): found = words.map { CompletionCandidate($0, "") }
    case .files, .folders: found = []
    case .items(let kinds):
      let items = try await openReadOnly().itemNames(of: kinds).filter { !$0.isInTrash }
      found = Self.candidates(items)
    case .trash:
      let items = try await openReadOnly().itemNames().filter(\.isInTrash)
      found = Self.candidates(items)
    case .imports:
      found = try await openReadOnly().imports().reversed().map { record in
        CompletionCandidate(
          record.id.description, "\(TimeText.minute(record.time, in: zone))  \(record.source)")
      }
    case .changes:
      found = try await openReadOnly().history().reversed().map { change in
        CompletionCandidate(
          "\(change.id)", "\(TimeText.minute(change.time, in: zone))  \(change.title.imperative)")
      }
    }
    // A name with control characters cannot be typed, and could control the terminal.
    return found.lazy.filter {
      $0.text.hasPrefix(value) && DisplayText($0.text).string == $0.text
    }.prefix(Self.mostValues).map { $0 }
  }

  /// Returns the IDs of items, then the names that only one item has.
  private static func candidates(_ items: [NamedItem]) -> [CompletionCandidate] {
    let bearers = Dictionary(grouping: items, by: \.name)
    return items.map { CompletionCandidate($0.id.description, $0.name) }
      + items.filter { bearers[$0.name]?.count == 1 }.map {
        CompletionCandidate($0.name, $0.id.description)
      }
  }
}
