/// Methods that run transactions in one store. After an error, a ``Checkpoint`` restores the
/// context.
extension StoreContext {
  /// Runs a closure as one transaction with a title or, inside a running transaction, as a nested
  /// transaction.
  func transaction<T>(named title: String?, _ body: () throws -> T) throws -> T {
    try recordingErrors {
      try requireAlive()
      if let pinned { return try innerTransaction(pinned, body) }
      return try outerTransaction(title, body)
    }
  }

  /// Saves the changes in this store, but not in the model context's other stores.
  func save() throws { try SaveTransaction([self]).run() }

  private func outerTransaction<T>(_ title: String?, _ body: () throws -> T) throws -> T {
    savedInTransaction = SavedIdentifiers()
    defer { savedInTransaction = nil }
    var begun: Checkpoint?
    do {
      let (result, entry) = try store.write(title: title) { connection in
        pinned = connection
        defer { pinned = nil }
        let checkpoint = try Checkpoint(self, connection)
        begun = checkpoint
        return try run(body, from: checkpoint)
      }
      lastHistoryChange = entry
      if let saved = savedInTransaction, !saved.isEmpty {
        owner?.announceSaved(saved, entry: entry)
      }
      return result
    } catch {
      if let begun { restore(begun) }
      throw error
    }
  }

  private func innerTransaction<T>(_ connection: Connection, _ body: () throws -> T) throws -> T {
    let begun = try Checkpoint(self, connection)
    do {
      let result = try connection.savepoint { try run(body, from: begun) }
      checkpoints.last?.add(begun)
      return result
    } catch {
      restore(begun)
      throw error
    }
  }

  private func run<T>(_ body: () throws -> T, from begun: Checkpoint) throws -> T {
    checkpoints.append(begun)
    defer { checkpoints.removeLast() }
    do {
      let result = try body()
      try save()
      return result
    } catch {
      readInsertedObjects(since: begun)
      throw error
    }
  }
}
