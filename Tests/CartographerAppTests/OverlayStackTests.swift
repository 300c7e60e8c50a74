import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The stack of popups, without the editor.
@Suite struct OverlayStackTests {
  private var form: FormState {
    var form = FormState(
      title: "Edit", purpose: .newPlace, fields: [FormState.Field(.text(.name), label: "Name")])
    form.edit(.insert("Hut"))
    return form
  }
  private let message = MessageBox(title: "A", lines: ["b"])

  @Test func `a lookup by type finds only the top popup, but an update reaches all of that type`() {
    var stack = OverlayStack()
    #expect(stack.isEmpty && stack.top == nil)
    stack.push(HistoryList())
    stack.push(message)
    #expect(stack.top(as: HistoryList.self) == nil)
    #expect(stack.top(as: MessageBox.self) == message)
    stack.update(HistoryList.self) { $0.moveCursor(.last, count: 4, height: 9) }
    #expect(stack.open(HistoryList.self).map(\.cursor.selected) == [3])
    stack.close()
    #expect(stack.top(as: HistoryList.self)?.cursor.selected == 3)
    stack.close()
    stack.close()
    stack.replaceTop(message)
    #expect(stack.isEmpty)
  }

  @Test func `queued popups open one after the other, and receive changes while they wait`() {
    var stack = OverlayStack()
    stack.enqueue(message)
    stack.enqueue(HistoryList())
    stack.enqueue(JobList())
    #expect(stack.all.count == 1 && stack.top(as: MessageBox.self) == message)
    stack.openNext()
    #expect(stack.all.count == 1, "no popup covers an open one")
    stack.update(HistoryList.self) { $0.moveCursor(.last, count: 4, height: 9) }
    stack.close()
    stack.openNext()
    #expect(stack.top(as: HistoryList.self)?.cursor.selected == 3)
    stack.push(form)
    stack.close()
    stack.close()
    stack.openNext()
    #expect(stack.top is JobList && stack.waiting.isEmpty)
  }

  @Test func `the base revision is that of the first popup or grab until the values are refreshed`()
  {
    var stack = OverlayStack()
    stack.settleBasis(isGrabbing: false, revision: 4)
    #expect(stack.basis == nil)
    stack.push(message)
    stack.settleBasis(isGrabbing: false, revision: 4)
    stack.push(form)
    stack.settleBasis(isGrabbing: false, revision: 5)
    #expect(stack.basis == 4)
    stack.rebase(to: 6)
    stack.settleBasis(isGrabbing: false, revision: 7)
    #expect(stack.basis == 6)
    stack.close()
    stack.close()
    stack.settleBasis(isGrabbing: true, revision: 8)
    #expect(stack.basis == 6, "the grab began before the popups closed")
    stack.settleBasis(isGrabbing: false, revision: 8)
    #expect(stack.basis == nil)
  }

  @Test func `a refused prompt reopens once and waits for one reload`() {
    var stack = OverlayStack()
    #expect(stack.reopenSubmitted(at: 2) == nil)
    #expect(stack.endReload(at: 2) == false)
    stack.submit(form)
    let reopened = stack.reopenSubmitted(at: 3)
    #expect(reopened?.isEqual(to: form) == true)
    #expect(stack.top(as: FormState.self) == form && stack.basis == 3)
    #expect(stack.submitted == nil && stack.awaitsReload)
    #expect(stack.endReload(at: 5) && stack.basis == 5)
    #expect(stack.endReload(at: 6) == false && stack.basis == 5)
  }

  @Test func `closing a refused prompt ends the wait for a reload`() {
    var stack = OverlayStack()
    stack.submit(form)
    _ = stack.reopenSubmitted(at: 3)
    stack.close()
    #expect(!stack.awaitsReload)
    stack.submit(form)
    stack.endSubmission()
    #expect(stack.submitted == nil && stack.isEmpty)
  }

  @Test func `only forms with changed input are kept as drafts, one for each purpose`() {
    var drafts = DraftsState()
    drafts.keep(form)
    #expect(drafts.forms[.newPlace] == form)
    var emptied = form
    emptied.setFocusedText("")
    drafts.keep(emptied)
    #expect(drafts.forms.isEmpty)
    drafts.keep(form)
    drafts.drop(.newPlace)
    #expect(drafts.forms.isEmpty)
  }

  @Test func `stacks are equal if their popups have the same types and states`() {
    var left = OverlayStack()
    var right = OverlayStack()
    left.push(JobList())
    #expect(left != right)
    right.push(HistoryList())
    #expect(left != right)
    right.close()
    right.push(JobList())
    #expect(left == right)
    left.submit(form)
    #expect(left != right)
    right.submit(form)
    #expect(left == right)
  }
}

/// The input queue, without the editor.
@Suite struct InputQueueTests {
  @Test func `deferred input is returned once, in order and up to a limit`() {
    var queue = InputQueue()
    for number in 0..<300 { queue.putOff(.paste("\(number)")) }
    let events = queue.removeDeferred()
    #expect(events.count == 256)
    #expect(events.first == .paste("0") && events.last == .paste("255"))
    #expect(queue.removeDeferred().isEmpty)
    queue.putOff(.paste("a"))
    queue.dropDeferred()
    #expect(queue.removeDeferred().isEmpty)
  }
}
