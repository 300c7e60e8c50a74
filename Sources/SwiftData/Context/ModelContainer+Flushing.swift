/// Methods that control when commits are flushed to disk.
extension ModelContainer {
  /// Allows commits to return before their data is on disk. Call ``flush()`` to end this mode.
  /// Committed data is not lost if only the program crashes. After a system crash or a power
  /// failure, the newest transactions may be missing, but no transaction is partially applied.
  package func deferFlushes() throws {
    for opened in stores { try opened.store.setFlushing(eachCommit: false) }
  }

  /// Waits until all committed data is on disk. From then on, every commit is flushed to disk as
  /// usual.
  package func flush() throws {
    for opened in stores {
      try opened.store.setFlushing(eachCommit: true)
      try opened.store.flush()
    }
  }
}
