import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// Statistics of a path, a range, the marked paths and a group.
@Suite struct ReportTests {
  let editor = EditorDriver(size: Size(columns: 120, rows: 60))

  private var report: PathReport? {
    editor.state.overlays.top(as: StatisticsBox.self)?.report
  }

  @Test func `the kilometres of a path add up to its length, and its slope shares to one`() throws {
    editor.press("g s")
    let report = try #require(report)
    let length = editor.state.library.measures(of: ItemID(.path, 1))?.lengthMetres ?? 0
    #expect(abs(report.total.lengthMetres - length) < 1e-6)
    #expect(abs(report.splits.reduce(0) { $0 + $1.lengthMetres } - length) < 0.01)
    #expect(abs(report.slopes.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    for words in ["Slopes", "km", "over 20 %", "stopped", "threshold"] {
      #expect(editor.text.contains(words), "\(words)")
    }
    editor.press("esc")
    #expect(editor.state.overlay == nil)
  }

  @Test func `the statistics of a range cover only its points`() throws {
    editor.press("enter v j g s")
    #expect(try #require(report).total.points == 11)
    #expect(editor.text.contains("points 1 to 11"))
  }

  @Test func `the statistics of marked paths are summed and listed by day`() throws {
    editor.press("space space space g s")
    let report = try #require(report)
    #expect(report.paths == 3)
    #expect(report.days.count == 3)
    #expect(report.splits.isEmpty)
    #expect(editor.text.contains("Day"))
  }

  @Test func `the statistics of a group cover its paths`() throws {
    editor.press("g r g s")
    #expect(try #require(report).paths == 6)
    #expect(editor.text.contains("Alps 2026"))
  }

  @Test func `with few elevations, climbs are minimum values in statistics and previews`() {
    var content = SampleLibrary.content()
    content.elevations = content.elevations.mapValues { heights in
      heights.indices.map { $0 < 10 ? heights[0] : .nan }
    }
    let editor = EditorDriver(content, size: Size(columns: 120, rows: 60))
    editor.press("g s")
    #expect(editor.text.contains(/Climb +↑≥0 m  ↓≥0 m/))
    editor.press("esc S")
    #expect(editor.text.contains(/Climb +≥0 m +≥0 m/) && editor.text.contains(/Fall +≥0 m/))
    let complete = EditorDriver(size: Size(columns: 120, rows: 60))
    complete.press("S")
    #expect(complete.text.contains(/Climb +[0-9]/) && !complete.text.contains(/Climb +≥/))
  }

  @Test func `a new threshold applies to the ascents of all paths, even after an edit`() throws {
    let path = ItemID(.path, 1)
    let before = try #require(editor.state.library.measures(of: path)?.ascentMetres)
    editor.press(":")
    editor.type("set threshold 80m")
    editor.press("enter")
    let after = try #require(editor.state.library.measures(of: path)?.ascentMetres)
    #expect(after < before)
    #expect(editor.state.library.measures(of: path)?.thresholdMetres == 80)
    #expect(editor.text.contains("≥80 m"))
    editor.press("enter l x")
    #expect(
      editor.state.library.measures(of: path)?.thresholdMetres == 80,
      "the threshold still applies after an edit")
    editor.press(":")
    editor.type("set threshold high")
    editor.press("enter")
    #expect(editor.text.contains("such as 5m"))
  }
}
