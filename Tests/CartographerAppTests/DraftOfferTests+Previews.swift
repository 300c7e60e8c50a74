import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Drafts of the values typed into a preview.
extension DraftOfferTests {
  /// Returns an editor that was started after another editor was killed.
  private func successor(of killed: EditorDriver) throws -> EditorDriver {
    let data = try DraftFormat.encode(try #require(written(killed)), now: Self.start)
    return editor(try #require(DraftFormat.decode(data)))
  }

  @Test func `each character of a preview's value is sent to the disk until it is applied`() {
    let editor = editor([])
    editor.press("S")
    #expect(written(editor) == nil, "the default values are no draft")
    editor.type("75")
    #expect(written(editor)?.first?.title.hasSuffix(" 75") == true)
    editor.type("m")
    #expect(written(editor)?.first?.title.hasSuffix(" 75m") == true)
    #expect(written(editor)?.first?.lines.count == 1)
    editor.press("enter")
    editor.answersWrites = false
    editor.press("enter")
    #expect(written(editor)?.count == 1, "the change is not saved yet")
    editor.answer()
    #expect(written(editor) == [])
  }

  @Test func `the values of a preview survive a killed editor, and two keys continue the preview`()
    throws
  {
    let killed = editor([])
    killed.press("j S")
    killed.type("75m")
    let editor = try successor(of: killed)
    #expect(editor.state.toast?.text.contains("75m") == true)
    editor.press("o d enter")
    #expect(editor.previewValue(.tolerance) == "75m")
    #expect(editor.state.selected == killed.state.selected)
    editor.press("enter")
    #expect(editor.state.mode == .browse)
    #expect(written(editor) == [])
  }

  @Test func `the same preview restores the values of an earlier session`() throws {
    let killed = editor([])
    killed.press("S")
    killed.type("75m")
    killed.press("tab esc")
    let editor = try successor(of: killed)
    editor.press("j S esc k S")
    #expect(editor.previewValue(.tolerance) == "75m")
    #expect(editor.state.drafts.setAside.isEmpty)
    editor.press("ctrl-g")
    #expect(written(editor) == [])
  }

  @Test func `a preview of several paths or of a range is continued on the same points`() throws {
    let several = editor([])
    several.press("space space S")
    several.type("75m")
    let marked = try successor(of: several)
    marked.press("o d enter")
    #expect(marked.state.operationPaths == several.state.operationPaths)
    #expect(marked.state.operationPaths.count == 2 && marked.previewValue(.tolerance) == "75m")
    let ranged = editor([])
    ranged.press("enter l l v l l l S")
    ranged.type("75m")
    let edited = try successor(of: ranged)
    edited.press("o d enter")
    guard case .preview(let before) = ranged.state.mode,
      case .preview(let after) = edited.state.mode
    else {
      Issue.record("a preview is missing: \(ranged.state.modeName), \(edited.state.modeName)")
      return
    }
    #expect(before.range != nil && after.range == before.range)
    #expect(edited.previewValue(.tolerance) == "75m")
    edited.press("esc esc esc")
    #expect(edited.state.mode == .browse)
  }

  @Test func `a preview of a path that is gone is kept and shows what was typed`() throws {
    let killed = editor([])
    killed.press("S")
    killed.type("75m")
    let editor = try successor(of: killed)
    editor.press("d o d enter")
    #expect(editor.text.contains("paths was deleted") && editor.text.contains("75m"))
    #expect(editor.state.drafts.setAside.count == 1)
    editor.press("esc o d d y")
    #expect(written(editor) == [])
  }
}
