import CartographerApp
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI
import TestSupport

/// A benchmark of the time per frame while panning a map with a million visible points, without a
/// terminal.
struct FrameBenchmark {
  static let pointCount = 1_000_000
  private var state = AppState(size: Size(columns: 200, rows: 60), storeName: "bench")

  init() {
    let path = Self.walk(ItemID(.path, 1))
    let snapshot = LibrarySnapshot(
      revision: 1,
      places: (1...200).map { number in
        PlaceSnapshot(
          id: ItemID(.location, Int64(number)), name: "Place \(number)",
          coordinate: path.coordinate(at: number * Self.pointCount / 201),
          created: Date(timeIntervalSinceReferenceDate: 0))
      },
      paths: [
        PathSnapshot(
          id: path.id, kind: .track, name: "A long walk",
          created: Date(timeIntervalSinceReferenceDate: 0), pointCount: path.count)
      ])
    let outline = PathOutline(TrackDetail(whole: path.geometry.columns))
    send(.loaded(LibraryIndex(snapshot, outlines: [path.id: outline])))
    send(.pathsLoaded([path], of: [path.id]))
    press(KeyStroke("2"))
    press(KeyStroke("F"))
  }

  /// Returns the 99th percentile of the time for update, rendering and diff of a frame, in seconds.
  ///
  /// The view moves in a circle of eight pans, so that the path stays visible.
  func percentile99(ofPans count: Int) -> Double {
    var bench = self
    var screen = render(bench.state)
    let circle: [KeyCode] = [.right, .right, .down, .down, .left, .left, .up, .up]
    let clock = ContinuousClock()
    // The first circle warms up the caches and is not measured.
    let times = (-circle.count..<count).map { pan in
      let before = bench.state.map.viewport
      let duration = clock.measure {
        bench.press(KeyStroke(circle[(pan + circle.count) % circle.count]))
        let frame = render(bench.state)
        precondition(!frame.surface.runs(changedFrom: screen.surface).isEmpty)
        bench.state.keepLabels(of: frame)
        screen = frame
      }
      precondition(bench.state.map.viewport != before, "the key did not pan the map")
      return Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds)
    }
    precondition(Self.drawnCells(of: screen.surface) > 100, "the path is not visible")
    let sorted = times.dropFirst(circle.count).sorted()
    return sorted[(sorted.count * 99 + 99) / 100 - 1]
  }

  private mutating func press(_ key: KeyStroke) { send(.input(.key(key))) }

  private mutating func send(_ message: Message) { _ = update(&state, message) }

  /// Returns the number of cells that contain dots.
  static func drawnCells(of surface: Surface) -> Int {
    surface.lines.joined().unicodeScalars.count { ("\u{2801}"..."\u{28FF}").contains($0) }
  }

  /// Returns a generated walk of one to two metres per point, with elevations and times, in ten
  /// segments.
  static func walk(_ id: ItemID, points pointCount: Int = pointCount) -> PathData {
    var generator = SplitMix64(seed: 20_260_711)
    var columns = TrackColumns(
      segmentStarts: Array(stride(from: 0, to: pointCount, by: pointCount / 10)))
    var coordinate = Coordinate(latitude: 46.5, longitude: 7.9)
    var course = 0.6
    for point in 0..<pointCount {
      course += Double.random(in: -0.2...0.2, using: &generator)
      coordinate = Coordinate(
        latitude: coordinate.latitude + cos(course) * 1.2e-5,
        longitude: coordinate.longitude + sin(course) * 1.7e-5)
      columns.latitudes.append(coordinate.latitude)
      columns.longitudes.append(coordinate.longitude)
      columns.elevations.append(1500 + 900 * sin(Double(point) / 9000))
      columns.times.append(Double(point))
    }
    return PathData(
      PathGeometry(
        id: id, revision: 1, keys: (1...Int64(pointCount)).map { $0 * 1024 }, columns: columns,
        measures: TrackMeasures(columns)))
  }
}
