import CartographerCore
import TerminalUI
import Testing

@testable import CartographerApp

/// The editor after its store's file was removed or replaced.
@Suite struct StoreLossTests {
  let editor = EditorDriver()

  private func lose(_ loss: LibraryLoss? = .removed) {
    editor.send(.storeLost(loss, suggestion: "/tmp/trip-saved.store"))
  }

  private var savedPaths: [String] {
    editor.effects.compactMap { if case .saveLibrary(let path) = $0 { path } else { nil } }
  }

  private var writes: Int {
    editor.effects.count { if case .write = $0 { true } else { false } }
  }

  @Test(arguments: [
    (LibraryLoss.removed, "The store was removed"), (.replaced, "The store was replaced"),
  ])
  func `a lost store is offered to be saved in a new file`(loss: LibraryLoss, title: String) {
    lose(loss)
    #expect(editor.text.contains(title))
    #expect(editor.text.contains("/tmp/trip-saved.store"))
    editor.press("s")
    #expect(savedPaths == ["/tmp/trip-saved.store"])
    #expect(editor.state.library.storePath == "/tmp/trip-saved.store")
    #expect(editor.screen[0].hasSuffix("trip-saved.store"))
    #expect(editor.state.toast?.text.contains("Saved everything to trip-saved.store") == true)
    editor.press("d")
    #expect(writes == 1, "the new store accepts changes")
  }

  @Test func `reads that fail because of the loss open no box beside the question`() {
    let failure = EditorFailure(
      """
      /tmp/a-folder-of-trips/trip.store was replaced or removed while it was open, so it is no \
      longer read or written. Quit the program and start again.
      """)
    editor.send(.failed(failure))
    #expect(editor.state.overlay is MessageBox)
    lose()
    editor.send(.failed(failure))
    #expect(editor.state.overlay is CartographerApp.Confirmation)
    #expect(editor.state.toast?.text.contains(":save-library") == true)
    editor.press("esc")
    #expect(editor.state.overlays.isEmpty)
  }

  @Test func `no change is sent to a lost store, and the reason names the way out`() {
    lose()
    editor.press("esc d")
    #expect(writes == 0)
    #expect(editor.state.toast?.text.contains(":save-library") == true)
    editor.press("o i")
    #expect(editor.state.toast?.text.contains(":save-library") == true)
    editor.press(":")
    editor.type("save-library /tmp/mine.store")
    editor.press("enter")
    #expect(savedPaths == ["/tmp/mine.store"])
  }

  @Test func `another file can be chosen, and a failure is shown with the question`() {
    lose()
    editor.press("o")
    editor.type("/no-folder/x.store")
    editor.press("enter")
    #expect(editor.text.contains("/no-folder/x.store cannot be written"))
    #expect(editor.text.contains(":save-library /no-folder/x.store"), "the path can be edited")
    editor.press("esc")
    #expect(editor.text.contains("The store was removed"))
    #expect(editor.state.library.loss == .removed)
    editor.press("s")
    #expect(editor.state.library.loss == nil)
  }

  @Test func `quitting with a lost store asks before the library is lost`() {
    lose()
    editor.press("esc q")
    #expect(!editor.wantsToQuit)
    #expect(editor.text.contains("quit and lose the library"))
    editor.press("esc q q")
    #expect(editor.wantsToQuit)
  }

  @Test func `the question disappears when the file is back`() {
    lose()
    lose(nil)
    #expect(!editor.text.contains("The store was removed"))
    #expect(editor.state.toast?.text.contains("is available again") == true)
    editor.press("d")
    #expect(writes == 1)
  }

  @Test func `termination saves a lost library in the suggested file`() {
    lose()
    editor.send(.input(.terminate))
    #expect(savedPaths == ["/tmp/trip-saved.store"])
    #expect(editor.wantsToQuit)
  }

  @Test func `saving the library is not offered while the store is in its place`() {
    editor.press(":")
    editor.type("save-library /tmp/mine.store")
    editor.press("enter")
    #expect(savedPaths.isEmpty)
    #expect(editor.text.contains("every change is already saved"))
  }
}
