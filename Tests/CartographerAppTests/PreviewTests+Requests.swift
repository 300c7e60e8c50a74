import CartographerCore
import CartographerPresentation
import Geodesy
import Testing

@testable import CartographerApp

/// The requests for previews: pending, superseded, slow and cancelled ones.
extension PreviewTests {
  private var requests: [PreviewRequest] {
    editor.effects.compactMap { effect in
      if case .preview(let request) = effect { request } else { nil }
    }
  }

  @Test func `the significance of points is calculated once and reused for other tolerances`() {
    editor.press("S")
    let known = operation?.preview?.simplifications[path]?.significance
    editor.press("l")
    #expect(known != nil)
    #expect(operation?.pending == nil)
    #expect(editor.questions == 2)
    let asked = editor.effects.compactMap { effect -> PreviewRequest? in
      if case .preview(let request) = effect { request } else { nil }
    }
    #expect(asked[0].known == nil)
    #expect(asked[1].known?.simplifications[path]?.significance == known)
  }

  @Test func `enter waits for the preview, and keys typed after enter wait for the change`() {
    editor.answersReads = false
    editor.press("S enter d")
    #expect(editor.library.done.isEmpty)
    #expect(operation?.isConfirmed == true)
    editor.answer()
    #expect(editor.library.done.count == 2)
    #expect(editor.library.content.snapshot.paths.count { $0.trashed != nil } == 1)
  }

  @Test func `values changed while a preview is pending cause one further request`() {
    editor.answersReads = false
    editor.press("S j l l l l")
    #expect(editor.effects.count { if case .preview = $0 { true } else { false } } == 1)
    editor.answer()
    #expect(editor.questions == 2)
    #expect(operation?.preview?.plan == operation?.plan)
  }

  @Test func `a preview is recalculated with a notice if another program changes its path`() {
    editor.press("S")
    let before = operation?.preview
    editor.library.content.points[path]?.removeLast(10)
    editor.library.content.elevations[path]?.removeLast(10)
    editor.library.content.times[path]?.removeLast(10)
    editor.library.content.keys[path]?.removeLast(10)
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(operation?.preview != before)
    #expect(operation?.preview?.before.points == 30)
    #expect(editor.text.contains("a path in the preview was changed"))
  }

  @Test func `the form reopens if the store refuses the change`() {
    editor.press("S j l l l l")
    editor.library.refusal = "It was changed elsewhere."
    editor.press("enter")
    #expect(editor.state.modeName == "PREVIEW")
    #expect(editor.text.contains("changed elsewhere"))
    editor.press("enter enter")
    #expect(editor.library.done.count == 1)
  }

  @Test func `leaving a pending preview cancels its calculation`() {
    editor.answersReads = false
    editor.press("S esc")
    #expect(editor.effects.last == .cancelPreview)
    editor.answer()
    #expect(editor.state.mode == .browse)
    editor.press("S esc")
    #expect(
      editor.effects.count { $0 == .cancelPreview } == 1, "the second request was already answered")
  }

  @Test func `a pending preview is cancelled if its path is removed`() {
    editor.answersReads = false
    editor.press("S")
    editor.library.content.snapshot.paths.removeAll { $0.id == path }
    editor.library.content.snapshot.revision += 1
    editor.send(.loaded(editor.library.index))
    #expect(editor.effects.contains(.cancelPreview))
  }

  @Test func `a new tolerance waits for a fast preview and replaces a slow one`() {
    editor.answersReads = false
    editor.press("S j l l")
    #expect(requests.count == 1, "the first preview may be fast")
    let number = requests[0].number
    editor.send(.previewProgress(number, JobProgress(fraction: 0.4, detail: "")))
    #expect(requests.count == 2, "the first preview is slow")
    #expect(requests[1].plan == operation?.plan)
    #expect(requests[1].plan != requests[0].plan)
    editor.send(.previewProgress(number, JobProgress(fraction: 0.5, detail: "")))
    #expect(operation?.progress == nil, "the first request is superseded")
    editor.send(.previewed(number, .refused(EditorFailure("too late"))))
    #expect(operation?.refusal == nil)
    editor.answer()
    #expect(operation?.preview?.plan == operation?.plan)
  }

  @Test func `a slow preview shows its progress and is not restarted by a confirmation`() {
    editor.press("S j l l l")
    editor.answersReads = false
    editor.press("l")
    let number = requests.count
    editor.send(
      .previewProgress(requests[number - 1].number, JobProgress(fraction: 0.4, detail: "")))
    #expect(editor.text.contains("calculating 40%"))
    editor.press("enter")
    #expect(requests.count == number)
    #expect(editor.text.contains("applying 40%"))
    editor.answer()
    #expect(count < 40)
  }

  @Test func `a cancelled task ends the calculation of its preview early`() async {
    editor.press("S")
    let request = requests[0]
    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return request.outcome()
    }.value
    guard case .refused = outcome else {
      Issue.record("the preview was calculated to its end")
      return
    }
  }
}
