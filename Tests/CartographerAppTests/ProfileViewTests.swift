import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The quantity, the axis and the section that the profile shows.
@Suite struct ProfileViewTests {
  let editor = EditorDriver()

  private var shown: ProfileData? { editor.state.profile.shown?.data }

  @Test func `a key switches the profile to the next quantity, which the title names`() {
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

  @Test func `a quantity can be chosen by name, and missing data is reported`() {
    editor.press(":")
    editor.type("next-quantity heart")
    editor.press("enter")
    #expect(editor.text.contains("4 Profile: heart rate"))
    #expect(editor.text.contains("no heart rate"))
  }

  @Test func `the time axis is as long as the recording`() throws {
    editor.press("z t")
    let data = try #require(shown)
    #expect(data.axis == .time)
    #expect(data.length == 39 * 90)
    #expect(editor.text.contains("by time"))
  }

  @Test func `the profile zooms around the point, pans to the end and zooms out to the whole path`()
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

  @Test func `a zoomed profile follows the current point`() throws {
    editor.press("enter z i z i z i G")
    let data = try #require(shown)
    #expect(data.index(ofPoint: 39) != nil)
    editor.press("g g")
    #expect(shown?.firstPoint == 0)
  }

  @Test func `movement keys go through a zoomed profile column by column`() {
    editor.press("4 l > > l")
    #expect((editor.state.pathEditing.pointCursor ?? 0) > 0)
    let before = editor.state.pathEditing.pointCursor
    editor.press("h")
    #expect(editor.state.pathEditing.pointCursor != before)
  }

  @Test func `the profile's keys work while a path is being edited`() {
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

  // MARK: Moving along the profile

  private var point: Int? { editor.state.pathEditing.pointCursor }

  @Test func `keys go to the ends of the path and forward by the profile's width`() throws {
    editor.press("4 G")
    #expect(point == 39)
    editor.press("home")
    #expect(point == 0)
    editor.press("end g g")
    #expect(point == 0)
    editor.press("ctrl-d")
    let half = try #require(point)
    #expect((18...21).contains(half), "half the width is half the path")
    editor.press("pagedown")
    #expect(point == 39)
    editor.press("ctrl-u pageup")
    #expect(point == 0)
  }

  @Test func `a page in a zoomed profile is as wide as the shown section`() throws {
    editor.press("4 g g > > pagedown")
    let first = try #require(point)
    #expect((9...18).contains(first), "less than half of the path is shown")
    #expect(shown?.index(ofPoint: first) != nil, "the profile scrolls to the point")
    editor.press("pagedown pagedown pagedown pagedown")
    #expect(point == 39)
  }

  @Test func `the help of the profile names no rows and no pages of rows`() {
    editor.press("4 ?")
    #expect(editor.text.contains("Go to the end of the path"))
    #expect(editor.text.contains("Go to the highest value in the profile"))
    for row in ["last row", "first row", "next row", "Scroll a page down", "half a page down"] {
      #expect(!editor.text.contains(row))
    }
  }

  @Test func `the same keys move the point of a path that is being edited`() {
    editor.press("enter 4 end")
    #expect(editor.state.shownPoint == 39)
    editor.press("home j")
    #expect((editor.state.shownPoint ?? 0) > 0)
    #expect(editor.state.modeName == "EDIT")
  }

  @Test func `the title gives the shown value, the distance and the elevation at the point`() throws
  {
    editor.press("4 ^")
    let point = try #require(point)
    let path = try #require(editor.state.selectedPath)
    let highest = path.geometry.columns.elevations.max() ?? 0
    #expect(path.geometry.columns.elevations[point] == highest)
    let elevation = UnitSystem.metric.elevation(metres: highest)
    let distance = UnitSystem.metric.length(metres: path.profile.places[point])
    // A narrow pane shows the values at its lower edge.
    #expect(editor.text.contains("4 Profile: elevation"))
    #expect(editor.text.contains("at \(distance): \(elevation)"))
    editor.press("v")
    let speeds = try #require(editor.state.profile.series(of: path)?.speeds)
    let speed = UnitSystem.metric.speed(metresPerSecond: speeds[point])
    #expect(editor.text.contains("4 Profile: speed"))
    #expect(editor.text.contains("at \(distance): \(speed), \(elevation)"))
  }

  @Test func `keys go to the highest and the lowest value of the shown quantity`() throws {
    editor.press("4 v v ^")
    let path = try #require(editor.state.selectedPath)
    let slopes = try #require(editor.state.profile.series(of: path)?.slopes)
    let known = slopes.filter { !$0.isNaN }
    #expect(editor.state.profile.view.quantity == .slope)
    #expect(slopes[try #require(point)] == known.max())
    editor.press("_")
    #expect(slopes[try #require(point)] == known.min())
  }
}
