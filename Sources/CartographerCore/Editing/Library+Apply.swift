import SwiftData

extension Library {
  /// Applies an edit as one transaction and records it as one change in the history.
  ///
  /// - Parameter revision: The snapshot revision on which the edit is based.
  /// - Throws: ``LibraryError`` `changedMeanwhile` if an item has changed since that revision.
  ///   ``LibraryError`` `notFound` if an item or point does not exist, `invalid` if the edit is
  ///   invalid, `readOnly` if the store is read-only, or `busy` if the store is locked. If an error
  ///   is thrown, nothing is changed.
  package func apply(_ edit: LibraryEdit, basedOn revision: Int64) throws -> EditResult {
    try apply(together: [edit], basedOn: revision)
  }

  /// Applies an edit without checking whether the items have changed since the caller read them.
  package func apply(_ edit: LibraryEdit) throws -> EditResult {
    try apply(together: [edit])
  }

  /// Applies several edits atomically and records them as one change in the history.
  ///
  /// - Parameter revision: The revision on which the edits are based, or nil to skip the check.
  ///   The check detects items that have changed since this revision.
  /// - Parameter progress: A closure that is called repeatedly with the progress of long
  ///   operations.
  /// - Throws: The same errors as ``apply(_:basedOn:)``, or `CancellationError` if the task is
  ///   cancelled.
  package func apply(
    together edits: [LibraryEdit], basedOn revision: Int64? = nil,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) throws -> EditResult {
    try LibraryError.translating {
      let session = EditSession(container, clock: clock)
      session.undoneChanges = Set(
        edits.compactMap { if case .undoChange(let number) = $0 { number } else { nil } })
      session.progress = { share in
        try Task.checkCancellation()
        progress(JobProgress(fraction: share, detail: ""))
      }
      let title = try session.context.transaction(title: ChangeTitle(.change, "").imperative) {
        for edit in edits {
          if let revision { try session.requireUnchanged(edit, since: revision) }
        }
        for (number, edit) in edits.enumerated() {
          session.part = (number, edits.count)
          try session.run(edit)
          try session.context.save()
        }
        try session.rebuildLevels(after: edits)
        let title = session.title
        try session.context.renameTransaction(title.imperative)
        return title
      }
      return session.result(title: title, change: session.context.lastHistoryChange)
    }
  }
}

extension EditSession {
  func run(_ edit: LibraryEdit) throws {
    switch edit {
    case .set(let field, let ids, let value): try set(field, of: ids, to: value)
    case .addPlace(let name, let coordinate, let elevation, let groups, let texts):
      try addPlace(
        name: name, coordinate, elevationMetres: elevation, groups: groups, texts: texts)
    case .movePlace(let id, let coordinate): try movePlace(id, to: coordinate)
    case .setPlaceElevation(let id, let metres): try setElevation(metres, ofPlace: id)
    case .setPlaceTime(let id, let time): try setTime(time, ofPlace: id)
    case .addPath(let name, let kind, let points, let elevations, let groups):
      try addPath(
        name: name, kind: kind, points: points, elevations: elevations, groups: groups)
    case .editPoints(let id, let edit): try editPoints(of: id, edit)
    case .perform(let operation, let id, let range): try perform(operation, on: id, in: range)
    case .cut(let id, let cut): try self.cut(id, cut)
    case .split(let id, let key): try split(id, at: key)
    case .join(let ids, let order, let gap): try join(ids, order: order, gap: gap)
    case .duplicate(let ids): try duplicate(ids)
    case .mergePlaces(let clusters): try merge(clusters)
    case .convert(let ids, let kind): try convert(ids, to: kind)
    case .pathOfPlaces(let ids, let kind, let name): try makePath(of: ids, kind, name)
    case .placesOfPaths(let ids): try makePlaces(of: ids)
    case .rename(let names): try rename(names)
    case .createGroup(let name, let members): try createGroup(name: name, members: members)
    case .addToGroups(let ids, let groups): try add(ids, to: groups)
    case .removeFromGroups(let ids, let groups): try remove(ids, from: groups)
    case .itinerary(let id, let edit): try editItinerary(of: id, edit)
    case .trash(let ids): try trash(ids)
    case .restore(let ids): try restore(ids)
    case .purge(let ids): try purge(ids)
    case .revert(let ids, let change): try revert(ids, toBefore: change)
    case .removeImport(let id): try removeImport(id)
    case .undoChange(let number): try undoChange(number)
    }
  }
}
