import CartographerCore
import Testing

@testable import CartographerApp

/// The queue of changes to save, without the editor.
@Suite struct WriteQueueTests {
  private static let progress = JobProgress(fraction: 0.5, detail: "")

  @Test func `changes are saved one at a time and in order`() {
    var queue = WriteQueue()
    #expect(queue.enqueue(.undo(1)) == .undo(1))
    #expect(queue.enqueue(.undo(2)) == nil)
    #expect(queue.enqueue(.redo(3)) == nil)
    #expect(queue.finish() == .undo(2))
    #expect(queue.isSaving, "the next change is being saved at once")
    #expect(queue.enqueue(.undo(4)) == nil)
    #expect(queue.finish() == .redo(3))
    #expect(queue.finish() == .undo(4))
    #expect(queue.finish() == nil)
    #expect(!queue.isSaving)
    #expect(queue.enqueue(.undo(5)) == .undo(5))
  }

  @Test func `a refused change discards the changes that are waiting`() {
    var queue = WriteQueue()
    _ = queue.enqueue(.undo(1))
    _ = queue.enqueue(.undo(2))
    queue.updateProgress(Self.progress)
    queue.refuse()
    #expect(queue == WriteQueue())
  }

  @Test func `progress is known only while a change is being saved`() {
    var queue = WriteQueue()
    queue.updateProgress(Self.progress)
    #expect(queue.progress == nil)
    _ = queue.enqueue(.undo(1))
    _ = queue.enqueue(.undo(2))
    queue.updateProgress(Self.progress)
    #expect(queue.progress == Self.progress)
    _ = queue.finish()
    #expect(queue.progress == nil, "the progress was that of the previous change")
    queue.updateProgress(Self.progress)
    _ = queue.finish()
    queue.updateProgress(Self.progress)
    #expect(queue.progress == nil)
  }

  @Test func `changes undone together are redone together once, and not after a new change`() {
    var queue = WriteQueue()
    queue.rememberUndoneTogether([3, 2, 1])
    #expect(queue.removeUndoneTogether(from: 1) == [1, 2, 3])
    #expect(queue.removeUndoneTogether(from: 1) == [1])
    queue.rememberUndoneTogether([3, 2, 1])
    queue.recordOwn(4)
    #expect(queue.removeUndoneTogether(from: 1) == [1])
  }

  @Test func `the origin of a change is this run, an earlier run or another program`() {
    var queue = WriteQueue()
    queue.begin(after: 10)
    queue.recordOwn(12)
    #expect(queue.origin(of: 10) == .earlier)
    #expect(queue.origin(of: 11) == .otherProgram)
    #expect(queue.origin(of: 12) == .thisRun)
    queue.begin(after: nil)
    #expect(queue.origin(of: 1) == .otherProgram)
  }
}
