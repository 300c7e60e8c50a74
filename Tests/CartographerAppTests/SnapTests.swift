import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// New and moved points snap to places, ends of paths and paths near them.
@Suite struct SnapTests {
  let editor = EditorDriver()
  private let refuge = Coordinate(latitude: 45.726, longitude: 6.715)
  private let path = ItemID(.path, 1)

  private var points: [Coordinate] { editor.library.content.points[path] ?? [] }
  private var drawn: [Coordinate] {
    if case .draw(let drawing) = editor.state.mode { drawing.points } else { [] }
  }

  /// Shows a position in the middle of the map, or a number of dots to the left of the middle.
  private func show(_ position: Coordinate, zoom: Double = 14, dotsLeft: Int = 0) {
    let view = MapViewport(centre: position, zoom: zoom)
    editor.state.map.show(
      view.centred(on: view.moved(position, dotsRight: dotsLeft, dotsDown: 0)))
  }

  private var status: String { editor.screen[38] }

  @Test func `a drawn point snaps to a place within two cells, which the status row names`() {
    editor.press("o p")
    show(refuge, dotsLeft: 3)
    #expect(status.contains("a snaps to Refuge de la Croix"))
    #expect(editor.text.contains("◎"))
    editor.press("a")
    #expect(drawn == [refuge])
  }

  @Test func `a drawn point that snaps to a place gets the place's elevation`() throws {
    let place = try #require(
      editor.state.index.snapshot.places.first { $0.coordinate == refuge })
    let metres = try #require(place.elevationMetres)
    editor.press("o p")
    show(refuge, dotsLeft: 3)
    editor.press("a l l l l l l a enter")
    editor.type("To the hut")
    editor.press("enter")
    guard case .edit(.addPath(_, _, _, let elevations, _))? = editor.writes.last else {
      Issue.record("no path was created")
      return
    }
    #expect(elevations.count == 2 && elevations[0] == metres && elevations[1].isNaN)
  }

  @Test func `a point does not snap to a place three cells away`() {
    editor.press("o p")
    show(refuge, dotsLeft: 6)
    editor.press("a")
    #expect(drawn == [editor.state.map.viewport.centreCoordinate])
    #expect(!editor.text.contains("◎"))
  }

  @Test func `a drawn point snaps to a path's end rather than to a point beside the end`() throws {
    editor.press("o p")
    let end = try #require(points.last)
    show(end, dotsLeft: 2)
    #expect(status.contains("a snaps to the end of Aletsch traverse"))
    editor.press("a")
    #expect(drawn == [end])
  }

  @Test func `a drawn point snaps to the exact position of a point of the selected path`() {
    editor.press("o p")
    show(points[20], zoom: 11)
    editor.press("a")
    #expect(drawn == [points[20]])
  }

  @Test func `between two distant points, a point snaps to the nearest position on the path`() {
    editor.press("o p")
    let middle = Geodesic.interpolate(from: points[20], to: points[21], fraction: 0.5)
    show(middle, zoom: 17, dotsLeft: 3)
    editor.press("a")
    let leg = [points[20], points[21]]
    #expect(!leg.contains(drawn[0]))
    #expect(Geodesic.distanceMetres(from: drawn[0], to: middle) < 5)
    #expect(drawn[0] != editor.state.map.viewport.centreCoordinate)
  }

  @Test(arguments: [", p", ": s e t space s n a p space o f f enter"])
  func `a key and a setting turn snapping off`(keys: String) {
    editor.press(keys + " o p")
    show(refuge, dotsLeft: 3)
    #expect(!status.contains("snaps"))
    editor.press("a")
    #expect(drawn == [editor.state.map.viewport.centreCoordinate])
  }

  @Test func `a drawing snaps to its own first point from the third point on`() {
    editor.press("o p")
    let start = Coordinate(latitude: 44, longitude: 3)
    show(start)
    editor.press("a l l a")
    show(start, dotsLeft: 3)
    #expect(!status.contains("snaps"))
    show(start)
    editor.press("j j j a")
    show(start, dotsLeft: 3)
    #expect(status.contains("a snaps to the first point, closing the path"))
    editor.press("a")
    #expect(drawn.count == 4 && drawn.last == drawn.first)
  }

  @Test func `a typed position does not snap until the map moves`() {
    editor.press("o p")
    show(refuge, dotsLeft: 3)
    editor.press("/")
    editor.type("45.72601 6.71502")
    editor.press("enter")
    #expect(!status.contains("snaps"))
    editor.press("a")
    #expect(drawn == [Coordinate(latitude: 45.72601, longitude: 6.71502)])
    editor.press("ctrl-right")
    #expect(status.contains("snaps to Refuge de la Croix"))
  }

  @Test func `a new place snaps to the end of a path, but not to another place`() throws {
    let end = try #require(points.last)
    show(end, dotsLeft: 2)
    editor.press("o l")
    #expect(editor.text.contains("The place snaps to the end of Aletsch traverse"))
    editor.type("Goal")
    editor.press("enter")
    #expect(editor.library.content.snapshot.places.last?.coordinate == end)
    show(Coordinate(latitude: 45.822, longitude: 6.727), dotsLeft: 2)
    editor.press("o l")
    #expect(!editor.text.contains("snaps to"))
  }

  @Test func `the next session of the editor keeps snapping off`() {
    editor.press(", p")
    let next = EditorDriver()
    next.state.restore(editor.state.session)
    #expect(!next.state.settings.snapsPoints)
  }

  @Test func `a click while drawing adds a point at the place beside it`() throws {
    editor.press("o p")
    show(refuge)
    let content = try #require(editor.state.layout.content(of: .map))
    let cell = try #require(
      editor.state.map.viewport.visibleCell(at: refuge, in: editor.state.layout.mapSize))
    let beside = Point(column: content.column + cell.column + 1, row: content.row + cell.row)
    editor.state.map.show(editor.state.map.viewport.panned(columns: 4, rows: 0))
    let pointer = Point(column: beside.column - 4, row: beside.row)
    editor.send(.input(.mouse(MouseEvent(.press(.left), at: pointer))))
    #expect(status.contains("snaps to Refuge de la Croix"))
    editor.send(.input(.mouse(MouseEvent(.release(.left), at: pointer))))
    #expect(drawn == [refuge])
  }

  @Test func `a moved point snaps when it is dropped, but not to its own path`() {
    editor.press("enter")
    editor.press("l l l")
    let before = points[3]
    show(before, zoom: 11)
    editor.press("m l")
    #expect(!status.contains("Aletsch"))
    editor.press("enter")
    #expect(points[3] != before)
    editor.press("m")
    let target = editor.state.map.viewport.moved(refuge, dotsRight: 2, dotsDown: 0)
    _ = editor.state.carry(to: target)
    #expect(status.contains("enter snaps to Refuge de la Croix"))
    editor.press("enter")
    #expect(points[3] == refuge)
  }

  @Test func `a point that was not moved and a typed distance do not snap`() {
    editor.press("g l 2")
    show(refuge)
    _ = editor.state.select(ItemID(.location, 2))
    editor.press("M")
    #expect(!status.contains("snaps"))
    editor.press("b")
    editor.type("1mn")
    editor.press("enter")
    #expect(!status.contains("snaps"))
  }

  @Test func `the last point of a path snaps to the path's start, which closes the path`() {
    editor.press("enter G m")
    let start = points[0]
    _ = editor.state.carry(to: start)
    #expect(status.contains("snaps to the start of Aletsch traverse"))
    editor.press("enter")
    #expect(points.last == start)
  }
}
