import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import Testing

@testable import CartographerApp

/// The requests for chunks of levels of detail.
@Suite struct LevelOfDetailStateTests {
  private let size = Size(columns: 100, rows: 30)
  private let paths: MapItems<MapPath>
  private let pieces: [Int64: MapPiece]
  private let view: MapViewport

  init() throws {
    var columns = TrackColumns()
    for index in 0..<9_000 {
      columns.latitudes.append(46 + Double(index) * 1e-4)
      columns.longitudes.append(7 + sin(Double(index) / 9) * 1e-3)
      columns.elevations.append(.nan)
      columns.times.append(.nan)
    }
    var builder = TrackDetailBuilder()
    builder.add(columns)
    let (chunks, content) = builder.finish()
    let detail = try #require(TrackDetail(content(chunks.indices.map { Int64($0) + 1 })))
    paths = [MapPath(id: ItemID(.path, 1), outline: PathOutline(detail))]
    var pieces: [Int64: MapPiece] = [:]
    for chunk in chunks {
      pieces[Int64(chunk.number) + 1] = MapPiece(try #require(TrackChunk(chunk.data)))
    }
    self.pieces = pieces
    view = MapViewport(
      centre: Coordinate(latitude: columns.latitudes[4_500], longitude: 7), zoom: 17)
  }

  /// Returns the keys that are requested for a view.
  private func request(_ state: inout LevelOfDetailState, _ view: MapViewport) -> [Int64] {
    guard let plan = state.plan(paths, view, in: size),
      case .loadDetail(let keys)? = state.request(plan.missing).first
    else { return [] }
    return keys
  }

  @Test func `missing chunks are requested once, and again for the next view after a failure`() {
    var state = LevelOfDetailState()
    let keys = request(&state, view)
    #expect(!keys.isEmpty)
    #expect(request(&state, view) == [])
    let next = view.panned(columns: 1, rows: 0)
    #expect(request(&state, next) == [], "a request is pending")
    state.cancelRequest()
    #expect(request(&state, next) == [], "the view is the same as before the failure")
    #expect(request(&state, view) == keys)
  }

  @Test func `a chunk that does not exist is not requested again until the paths change`() {
    var state = LevelOfDetailState()
    let keys = request(&state, view)
    state.receive([:], of: keys)
    #expect(request(&state, view) == [])
    state.outdatePlan()
    #expect(request(&state, view) == keys)
    state.receive(pieces.filter { keys.contains($0.key) }, of: keys)
    #expect(state.plan(paths, view, in: size)?.missing == [])
    #expect(state.plan(paths, view, in: size) == nil)
  }
}
