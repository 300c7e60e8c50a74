import Foundation
import Geodesy
import Synchronization
import Testing

@testable import CartographerCore

/// Progress and cancellation of long operations.
@Suite struct LongOperationTests {
  private let track = ItemID(.path, 3)
  private let count = 70_000

  private func library() async throws -> Library {
    let library = try await Library.sample()
    _ = try await library.apply(
      .addPath(
        name: "Long", kind: .track,
        points: (0..<count).map {
          Coordinate(
            latitude: 45 + Double($0) / 100_000, longitude: 6 + sin(Double($0) / 40) / 100)
        }, groups: []))
    return library
  }

  /// The bit patterns of all point values, because an absent value, NaN, does not equal itself.
  private func values(_ library: Library) async throws -> [[UInt64]]? {
    try await library.geometry(track).map { geometry in
      let columns = geometry.columns
      return [columns.latitudes, columns.longitudes, columns.elevations, columns.times]
        .map { $0.map(\.bitPattern) }
    }
  }

  /// Expects a cancellation error from work in a task that cancels itself when it reports progress.
  private func expectCancellation(
    _ work: @escaping @Sendable (@escaping @Sendable (JobProgress) -> Void) async throws -> Void
  ) async {
    let task = Task { try await work { _ in withUnsafeCurrentTask { $0?.cancel() } } }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `an operation and its undo report their progress`() async throws {
    let library = try await library()
    let shares = Mutex<[Double]>([])
    let note: @Sendable (JobProgress) -> Void = { progress in
      shares.withLock { $0.append(progress.fraction ?? -1) }
    }
    let edits = [
      LibraryEdit.perform(.simplify(toleranceMetres: 50), on: track, in: nil),
      .perform(.smooth(.median(points: 3), positions: true, elevations: false), on: track, in: nil),
    ]
    _ = try await library.apply(together: edits, progress: note)
    let made = shares.withLock { $0 }
    #expect(made.count > 3 && made == made.sorted() && made.last == 1)
    shares.withLock { $0 = [] }
    _ = try await library.undo(progress: note)
    let undone = shares.withLock { $0 }
    #expect(!undone.isEmpty && undone == undone.sorted() && undone.last == 1)
    #expect(try await library.geometry(track)?.count == count)
  }

  @Test func `a cancelled edit, undo or redo changes nothing`() async throws {
    let library = try await library()
    let before = try await values(library)
    await expectCancellation { progress in
      _ = try await library.apply(
        together: [.editPoints(of: ItemID(.path, 3), .reverse)], progress: progress)
    }
    #expect(try await values(library) == before)
    #expect(try await library.history().last?.title.imperative == "Add track Long")
    _ = try await library.apply(.perform(.simplify(toleranceMetres: 5), on: track, in: nil))
    let after = try await values(library)
    await expectCancellation { _ = try await library.undo(progress: $0) }
    #expect(try await values(library) == after)
    _ = try await library.undo()
    #expect(try await values(library) == before)
    await expectCancellation { _ = try await library.redo(progress: $0) }
    #expect(try await values(library) == before)
  }

  @Test func `a preview in a cancelled task throws a cancellation error`() async throws {
    let geometry = try #require(try await library().geometry(track))
    let operations: [TrackOperation] = [
      .simplify(toleranceMetres: 5), .simplifyTo(count: 9), .resample(everyMetres: 10),
      .smooth(.bellOverDistance(metres: 20), positions: true, elevations: true),
      .smooth(.median(points: 5), positions: true, elevations: false),
      .clean(TrackCleaning(spikeLimit: 5)), .shiftTimes(seconds: 1),
    ]
    for operation in operations {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try operation.preview(of: geometry, in: nil, named: "Long").columns.count
      }
      await #expect(throws: CancellationError.self, "\(operation)") { try await task.value }
    }
  }

  @Test func `a snapshot counts points only on request`() async throws {
    let library = try await Library.sample()
    let counted = try await library.snapshot()
    #expect(counted.paths.map(\.pointCount) == [3, 4])
    var uncounted = try await library.snapshot(countingPoints: false)
    #expect(uncounted.paths.map(\.pointCount) == [nil, nil])
    for position in uncounted.paths.indices {
      uncounted.paths[position].pointCount = counted.paths[position].pointCount
    }
    #expect(uncounted == counted)
  }
}
