import SwiftData

extension Library {
  /// Makes several changes of the items as they are now: all or none, as one entry of the history.
  ///
  /// - Throws: As ``apply(_:basedOn:)``; nothing is then changed.
  package func apply(together edits: [LibraryEdit]) throws -> EditResult {
    if edits.count == 1 { return try apply(edits[0]) }
    return try LibraryError.translating {
      let session = EditSession(container, clock: clock)
      let newest = try session.context.transaction(title: "Change") {
        let newest = try container.history(limit: 1).first?.id ?? 0
        for edit in edits { try session.run(edit) }
        session.title = "Edit \(try session.phrase(edits.flatMap(\.targets).unique))"
        try session.context.renameTransaction(session.title)
        return newest
      }
      let entry = try container.history(limit: 16)
        .first { $0.id > newest && $0.title == session.title && $0.state == .done }
      return EditResult(
        title: session.title, changed: session.changed.unique, created: session.created,
        deleted: session.deleted, undo: entry?.id)
    }
  }
}
