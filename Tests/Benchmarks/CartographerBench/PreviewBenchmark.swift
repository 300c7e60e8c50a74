import CartographerApp
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A benchmark of the preview of a simplification of 100 000 points.
///
/// It measures the time from a key that changes the tolerance to the frame that shows the new
/// preview.
struct PreviewBenchmark {
  static let pointCount = 100_000
  private var state = AppState(size: Size(columns: 200, rows: 60), storeName: "bench")

  init() {
    let path = FrameBenchmark.walk(ItemID(.path, 1), points: Self.pointCount)
    let snapshot = LibrarySnapshot(
      revision: 1,
      paths: [
        PathSnapshot(
          id: path.id, kind: .track, name: "A long walk",
          created: Date(timeIntervalSinceReferenceDate: 0), pointCount: path.count)
      ])
    let outline = PathOutline(TrackDetail(whole: path.geometry.columns))
    send(.loaded(LibraryIndex(snapshot, outlines: [path.id: outline])))
    send(.pathsLoaded([path], of: [path.id]))
    press(KeyStroke("S"))
    // The form opens on the choice between a tolerance and a number of points.
    press(KeyStroke("j"))
  }

  /// Returns the 99th percentile of the time for update, preview and rendering after a key, in
  /// seconds.
  func percentile99(ofKeys count: Int) -> Double {
    var bench = self
    let clock = ContinuousClock()
    var shown: Set<Int> = []
    let times = (0..<count).map { key in
      let duration = clock.measure {
        bench.press(KeyStroke(key / 8 % 2 == 0 ? "h" : "l"))
        bench.state.keepLabels(of: render(bench.state))
      }
      if case .preview(let operation) = bench.state.mode, let preview = operation.preview {
        shown.insert(preview.after.points)
      }
      return Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds)
    }
    precondition(shown.count > 4, "the keys did not change the previewed points")
    let sorted = times.sorted()
    return sorted[(sorted.count * 99 + 99) / 100 - 1]
  }

  private mutating func press(_ key: KeyStroke) { send(.input(.key(key))) }

  private mutating func send(_ message: Message) {
    for effect in update(&state, message) {
      if case .preview(let request) = effect { send(.previewed(request.number, request.outcome())) }
    }
  }
}
