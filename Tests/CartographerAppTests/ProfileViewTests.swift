import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// What the profile shows: which quantity, along what, how much of it.
@Suite struct ProfileViewTests {
  let editor = EditorDriver()

  private var shown: ProfileData? { editor.state.profile.shown?.data }

  @Test func `the profile goes from quantity to quantity, and its title says which`() {
    #expect(editor.text.contains("4 Profile: elevation"))
    editor.press("z v")
    #expect(editor.text.contains("4 Profile: speed"))
    #expect(shown?.values.contains { !$0.isNaN } == true)
    #expect(editor.text.contains("km/h"))
    editor.press("z v")
    #expect(editor.text.contains("4 Profile: slope"))
    editor.press("z v")
    #expect(editor.text.contains("4 Profile: elevation"))
    #expect(shown == nil)
  }

  @Test func `a quantity is named, and one the path lacks is said to be missing`() {
    editor.press(":")
    editor.type("next-quantity heart")
    editor.press("enter")
    #expect(editor.text.contains("4 Profile: heart rate"))
    #expect(editor.text.contains("no heart rate"))
  }

  @Test func `along time a stop is as wide as it was long`() throws {
    editor.press("z t")
    let data = try #require(shown)
    #expect(data.axis == .time)
    #expect(data.length == 39 * 90)
    #expect(editor.text.contains("by time"))
  }

  @Test func `zooming in keeps the point in sight, panning moves on, zooming out ends at all`()
    throws
  {
    editor.press("4 l l l l > >")
    let data = try #require(shown)
    let point = try #require(editor.state.pathEditing.pointCursor)
    #expect(data.index(ofPoint: point) != nil)
    #expect(data.count < 20)
    #expect(editor.text.contains("×4"))
    editor.press("L L L L L L L L L L L L")
    #expect(shown.map { $0.firstPoint + $0.count } == 40)
    editor.press("< < <")
    #expect(editor.state.profile.view.window == nil)
  }

  @Test func `walking along the points takes a zoomed profile with it`() throws {
    editor.press("enter z i z i z i G")
    let data = try #require(shown)
    #expect(data.index(ofPoint: 39) != nil)
    editor.press("g g")
    #expect(shown?.firstPoint == 0)
  }

  @Test func `keys along a zoomed profile go from column to column`() {
    editor.press("4 l > > l")
    #expect((editor.state.pathEditing.pointCursor ?? 0) > 0)
    let before = editor.state.pathEditing.pointCursor
    editor.press("h")
    #expect(editor.state.pathEditing.pointCursor != before)
  }

  @Test func `the profile has its keys while a path is edited, and walks along its points`() {
    let editor = EditorDriver()
    editor.press("enter 4 v")
    #expect(editor.state.profile.view.quantity == .speed)
    guard case .pathEdit(let before) = editor.state.mode else {
      Issue.record("no path is being edited")
      return
    }
    #expect(before.anchor == nil)
    editor.press("> l l")
    #expect(editor.state.profile.view.window != nil)
    #expect(editor.state.shownPoint ?? 0 > 0)
    #expect(editor.state.modeName == "EDIT")
    #expect(editor.state.pathEditing.pointCursor == nil)
    editor.press("2 v")
    #expect(editor.state.profile.view.quantity == .speed)
    editor.press("esc esc")
    #expect(editor.state.mode == .browse)
  }
}
