import CartographerCore
import CartographerPresentation
import Foundation
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp

@Suite struct PictureTests {
  let editor = EditorDriver()

  private func requests() -> [(PictureRequest, String, Bool)] {
    editor.effects.compactMap {
      if case .picture(_, let request, let path, let isReplacing) = $0 {
        (request, path, isReplacing)
      } else {
        nil
      }
    }
  }

  private func type(_ line: String) {
    editor.press(":")
    editor.type(line)
    editor.press("enter")
  }

  @Test func `a picture shows the map's view and items, and is reported`() throws {
    editor.press("F")
    type("picture out/trip.svg")
    let (request, path, isReplacing) = try #require(requests().first)
    #expect(path == "out/trip.svg" && !isReplacing)
    #expect(request.viewport == editor.state.map.viewport)
    let shown = editor.state.map.contents
    #expect(Set(request.ids) == Set(shown.paths.map(\.id) + shown.places.map(\.id)))
    #expect(editor.state.toast?.text == "Wrote the picture trip.svg")
  }

  @Test func `without a name, the picture is named after the open group`() throws {
    type("picture")
    #expect(try #require(requests().last).1 == "map.svg")
    editor.press("g r enter")
    type("picture")
    let request = try #require(requests().last)
    #expect(request.0.group == editor.state.list.scope)
    let scope = try #require(editor.state.list.scope)
    #expect(request.0.title == editor.state.index.group(scope)?.name)
    #expect(request.1.hasSuffix(".svg") && request.1 != "map.svg")
  }

  @Test func `a picture asks only for items whose boxes touch its view`() throws {
    editor.press("F")
    editor.press("ctrl-w l")
    for _ in 0..<12 { editor.press("+") }
    type("picture a.svg")
    let request = try #require(requests().last).0
    let shown = editor.state.map.contents
    let visible = request.view.bounds
    #expect(request.ids.count < shown.paths.count + shown.places.count)
    for path in shown.paths {
      let box = try #require(path.bounds)
      #expect(request.ids.contains(path.id) == visible.touches(box))
    }
  }

  @Test func `the described view is exactly the map's pane`() throws {
    let flat = EditorDriver(size: Size(columns: 200, rows: 24))
    flat.press("g d")
    let request = try #require(
      flat.effects.compactMap { effect -> PictureRequest? in
        if case .ask(.description(let request, _)) = effect { request } else { nil }
      }.first)
    let pane = flat.state.map.viewport.visibleBounds(in: flat.state.layout.mapSize)
    #expect(abs(request.paneView.bounds.height / pane.height - 1) < 1e-9)
    #expect(abs(request.paneView.bounds.width / pane.width - 1) < 1e-9)
  }

  @Test func `replacing a picture is confirmed by r`() throws {
    editor.answersReads = false
    type("picture a.svg")
    let request = try #require(requests().first).0
    editor.answersReads = true
    editor.send(.pictureExists(job: 1, request, path: "a.svg"))
    #expect(editor.state.modeName == "CONFIRM")
    editor.press("r")
    #expect(try #require(requests().last).2, "the file may be replaced now")
  }

  @Test func `the map in words is an answer with towns`() throws {
    editor.press("g d")
    let asked = editor.effects.contains {
      if case .ask(.description) = $0 { true } else { false }
    }
    #expect(asked)
    #expect(editor.state.modeName == "MESSAGE")
    #expect(editor.text.contains("The map shows "))
  }
}

/// Pictures that the whole editor writes.
@Suite struct LivePictureTests {
  private func editor() async throws -> LiveEditor {
    var editor = try await LiveEditor()
    editor.baseMap = try InstalledBaseMap(
      ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer"))
    let sample = PackageFiles.root.appending(
      path: "SampleData/day-1-saint-evrard-refuge-du-neve.gpx")
    try FileManager.default.copyItem(at: sample, to: editor.folder.file("day.gpx"))
    return editor
  }

  @Test func `pictures are written as SVG and as a page, and a wrong name is refused`() async throws
  {
    let editor = try await editor()
    let screen = try await editor.screen(
      after: """
        : "import day.gpx" enter F : "picture a.svg" enter : "picture b.html" enter \
        : "picture c.bmp" enter
        """)
    #expect(screen.contains("is not a supported picture format"), "\(screen)")
    let svg = try String(contentsOf: editor.folder.file("a.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<svg") && svg.contains("Day 1: Saint-Évrard"))
    let page = try String(contentsOf: editor.folder.file("b.html"), encoding: .utf8)
    #expect(page.contains("class=\"profile\""))
  }

  @Test func `without a converter, a PNG image is refused with a reason`() async throws {
    let editor = try await editor()
    let screen = try await editor.screen(
      after: ": \"import day.gpx\" enter : \"picture a.png\" enter")
    #expect(screen.contains("editor cannot write PNG images"), "\(screen)")
    #expect(!FileManager.default.fileExists(atPath: editor.folder.file("a.png").path))
  }

  @Test func `a cancelled picture is not written`() async throws {
    var editor = try await editor()
    editor.pngConverter = { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return Data("late".utf8)
    }
    let screen = try await editor.screen(
      after: ": \"import day.gpx\" enter : \"picture a.png\" enter")
    #expect(!screen.contains("Wrote the picture"), "\(screen)")
    #expect(!FileManager.default.fileExists(atPath: editor.folder.file("a.png").path))
  }

  @Test func `the map in words names countries and towns`() async throws {
    let editor = try await editor()
    let screen = try await editor.screen(after: ": \"import day.gpx\" enter F g d")
    #expect(screen.contains("The map shows 1 path and 1 place."), "\(screen)")
    #expect(screen.contains("France") && screen.contains("It climbs 1 487 m"), "\(screen)")
  }
}
