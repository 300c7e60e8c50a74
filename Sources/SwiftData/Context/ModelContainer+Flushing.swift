/// When what is committed must have reached the disk.
extension ModelContainer {
  /// Lets commits end before the disk has them, until ``flush()``. What is committed outlives the end
  /// of the program at once; where the machine fails, the newest transactions may be missing, each
  /// as a whole.
  package func deferFlushes() throws { try store.setFlushing(eachCommit: false) }

  /// Waits until the disk has all that was committed, and from then on at each commit.
  package func flush() throws {
    try store.setFlushing(eachCommit: true)
    try store.flush()
  }
}
