import CartographerCore
import CartographerPresentation
import TerminalUI

extension Session {
  /// The maximum number of values returned to a completion script.
  private static let mostValues = 1_000

  /// Returns the values of the given kind that begin with the typed text, as completion candidates.
  ///
  /// The store is opened read-only: a missing store yields no values, and an older store is not
  /// migrated.
  func candidates(
    from source: CompletionRequest.Source, for value: String
  ) async throws -> [CompletionCandidate] {
    let found: [CompletionCandidate]
    switch source {
    case .words(let words): found = words.map { CompletionCandidate($0, "") }
    case .files, .folders: found = []
    case .pages:
      found = (ManualFolder.installed?.names ?? []).map { CompletionCandidate($0, "") }
    case .schemas: found = try SchemaCommand.names().map { CompletionCandidate($0, "") }
    case .items(let kinds):
      let items = try await openReadOnly().itemNames(of: kinds).filter { !$0.isInTrash }
      found = Self.candidates(items, for: value)
    case .trash:
      let items = try await openReadOnly().itemNames().filter(\.isInTrash)
      found = Self.candidates(items, for: value)
    case .imports:
      found = try await openReadOnly().imports().reversed().map { record in
        CompletionCandidate(
          record.id.description, "\(TimeText.minute(record.time, in: zone))  \(record.source)")
      }
    case .changes(let first):
      let changes = try await openReadOnly().history().filter { $0.id >= first }
      found = changes.reversed().map { change in
        CompletionCandidate(
          "\(change.id)", "\(TimeText.minute(change.time, in: zone))  \(change.title.imperative)")
      }
    }
    // A name with control characters cannot be typed, and could control the terminal.
    return found.lazy.filter {
      $0.text.hasPrefix(value) && DisplayText($0.text).string == $0.text
    }.prefix(Self.mostValues).map { $0 }
  }

  /// Returns the IDs and names of items as completion candidates: first the IDs, then the unique
  /// names.
  ///
  /// A library can have a million items, so only IDs and names that begin with the typed text are
  /// considered.
  private static func candidates(
    _ items: [NamedItem], for value: String
  ) -> [CompletionCandidate] {
    let ids = items.lazy.filter { $0.id.description.hasPrefix(value) }.prefix(mostValues)
    let named = items.filter { $0.name.hasPrefix(value) }
    let bearers = named.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    return ids.map { CompletionCandidate($0.id.description, $0.name) }
      + named.lazy.filter { bearers[$0.name] == 1 }.prefix(mostValues).map {
        CompletionCandidate($0.name, $0.id.description)
      }
  }
}
