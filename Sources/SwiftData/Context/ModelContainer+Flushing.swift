/// Methods that control when commits are flushed to disk.
extension ModelContainer {
  /// Allows commits to return before their data is on disk. Call ``flush()`` to end this mode.
  /// Committed data is not lost if the program ends. If the machine fails, the newest transactions
  /// may be lost, but never only partly.
  package func deferFlushes() throws {
    for opened in stores { try opened.store.setFlushing(eachCommit: false) }
  }

  /// Waits until all committed data is on disk. From then on, each commit is flushed to disk again.
  package func flush() throws {
    for opened in stores {
      try opened.store.setFlushing(eachCommit: true)
      try opened.store.flush()
    }
  }
}
