import BaseMap
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp
@testable import CartographerPresentation

/// The requests of the map pane for blocks of the base map.
struct BaseMapStateTests {
  private let size = Size(columns: 80, rows: 24)
  private let alps = MapViewport(centre: Coordinate(latitude: 46, longitude: 8), zoom: 6)

  @Test
  func `one request is made for a view, and none for small movements`() throws {
    var state = BaseMapState()
    let request1 = state.request(for: alps, in: size)
    #expect(request1 == nil, "no base map is installed")
    state.begin(isInstalled: true)
    let first = state.request(for: alps, in: size)
    let request = try #require(first)
    #expect(request.scale == .million10)
    #expect(request.needsTowns)
    let request2 = state.request(for: alps, in: size)
    #expect(request2 == nil, "the request is not answered yet")
    state.receive([], nil)
    let request3 = state.request(for: alps, in: size)
    #expect(request3 == nil)
    let request4 = state.request(for: alps.panned(columns: 10, rows: 5), in: size)
    #expect(request4 == nil)
    let request5 = state.request(for: alps.panned(columns: 100, rows: 0), in: size)
    #expect(request5 != nil)
  }

  @Test
  func `another scale needs another request`() throws {
    var state = BaseMapState()
    state.begin(isInstalled: true)
    _ = state.request(for: alps, in: size)
    state.receive([], nil)
    let world = MapViewport.world
    let request6 = state.request(for: world, in: size)
    #expect(request6?.scale == .million110)
    state.receive([], nil)
    let request7 = state.request(for: world.panned(columns: 30, rows: 0), in: size)
    #expect(request7 == nil)
  }

  @Test
  func `a view across the antimeridian is covered by its request`() throws {
    var state = BaseMapState()
    state.begin(isInstalled: true)
    let fiji = MapViewport(centre: Coordinate(latitude: -17, longitude: 179.9), zoom: 6)
    let first = state.request(for: fiji, in: size)
    let request = try #require(first)
    #expect(request.bounds.west > request.bounds.east)
    state.receive([], nil)
    let request8 = state.request(for: fiji.panned(columns: 12, rows: 0), in: size)
    #expect(request8 == nil)
    let request9 = state.request(for: fiji.panned(columns: -12, rows: 0), in: size)
    #expect(request9 == nil)
  }

  @Test
  func `a base map that cannot be read is not requested again`() {
    var state = BaseMapState()
    state.begin(isInstalled: true)
    _ = state.request(for: alps, in: size)
    state.giveUp()
    let request10 = state.request(for: alps, in: size)
    #expect(request10 == nil)
  }
}
