import CartographerApp
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

/// A benchmark of the editor's response times on a store, without a terminal and without
/// concurrency.
struct LibraryBenchmark {
  private let library: Library
  private var state = AppState(size: Size(columns: 120, rows: 40), storeName: "bench")

  init(store: String) async throws {
    library = try await Library.open(at: .file(URL(filePath: store))) { Date.now }
  }

  /// Returns the time from the opened store to a frame with the list and all paths on the map, in
  /// seconds.
  static func start(store: String) async throws -> Double {
    var bench = try await LibraryBenchmark(store: store)
    return try await bench.seconds { try await $0.load() }
  }

  /// Returns the median time from a change to the frame that shows it, in seconds.
  static func edit(store: String) async throws -> Double {
    var bench = try await LibraryBenchmark(store: store)
    try await bench.load()
    var times: [Double] = []
    for number in 1...15 {
      let id = ItemID(number % 2 == 0 ? .location : .path, Int64(number * 100))
      let edit = LibraryEdit.set(.name, of: [id], to: "Changed \(number) at \(Date.now)")
      times.append(try await bench.seconds { try await $0.apply(edit) })
    }
    return times.sorted()[times.count / 2]
  }

  private mutating func seconds(
    _ body: (inout LibraryBenchmark) async throws -> Void
  ) async throws -> Double {
    let start = ContinuousClock.now
    try await body(&self)
    let duration = ContinuousClock.now - start
    return Double(duration.components.attoseconds) * 1e-18 + Double(duration.components.seconds)
  }

  private mutating func load() async throws {
    let outlines = try await library.levels(of: .all, PathOutline.init)
    send(
      .loaded(
        LibraryIndex(try await library.snapshot(countingPoints: false), outlines: outlines)))
    _ = render(state)
  }

  private mutating func apply(_ edit: LibraryEdit) async throws {
    let known = state.index
    let result = try await library.apply(edit, basedOn: known.snapshot.revision)
    let update = try await library.update(after: known.snapshot)
    let changed = update.changed?.filter { $0.kind == .path }.map(\.key)
    let outlines = try await library.levels(
      of: changed.map { .keys($0) } ?? .all, PathOutline.init)
    let index = LibraryIndex(update, outlines: outlines, of: known)
    send(.written(.edit(edit), result, index, []))
    _ = render(state)
  }

  private mutating func send(_ message: Message) { _ = update(&state, message) }
}
