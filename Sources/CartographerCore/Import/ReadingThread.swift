import Foundation
import GeoFormats

/// A thread that reads a file while the calling thread writes the items to the store.
///
/// Parsing and inserting take about the same time, so running them in parallel on two processors
/// halves the duration of an import. Small files, too, are read on a second thread. On a single
/// thread, importing 2 000 files takes 8 % less processor time, but peak memory use is 6 MB higher.
enum ReadingThread {
  /// The maximum total weight of queued calls, in points (see ``SinkCall/weight``).
  private static let weightAtMost = 4 * batchWeight
  // The weight of one batch of calls, in points.
  fileprivate static let batchWeight = 8_192

  /// Runs a file-reading closure on a separate thread. The closure's calls to the sink are repeated
  /// in order on the calling thread.
  ///
  /// - Parameter read: The closure that reads the file.
  ///   The closure is released before this function returns, so that a captured file is never
  ///   closed while the program exits.
  /// - Throws: The first error that the closure or the sink throws.
  static func run<Outcome: Sendable>(
    into sink: some GeoSink, read: @escaping @Sendable (any GeoSink) throws -> Outcome
  ) throws -> Outcome {
    let queue = ReadingQueue<[SinkCall], Outcome>(weightAtMost: weightAtMost)
    // Used by the other thread alone.
    nonisolated(unsafe) var pending: (@Sendable (any GeoSink) throws -> Outcome)? = read
    @Sendable func outcome() -> Result<Outcome, any Error>? {
      guard let read = pending else { return nil }
      pending = nil
      return Result {
        let recorder = SinkCallRecorder { try queue.append($0, weight: $1) }
        let outcome = try read(recorder)
        try recorder.flush()
        return outcome
      }
    }
    let thread = Thread {
      if let outcome = outcome() { queue.end(outcome) }
    }
    thread.stackSize = 4 << 20
    thread.start()
    do {
      while let calls = try queue.next() {
        for call in calls { try call.make(on: sink) }
      }
    } catch {
      queue.close()
      throw error
    }
    return try queue.result()
  }

  /// A sink that records a codec's calls and passes the calls to the queue in batches.
  private final class SinkCallRecorder: GeoSink {
    private let handOver: ([SinkCall], _ weight: Int) throws -> Void
    private var calls: [SinkCall] = []
    private var weight = 0

    init(_ handOver: @escaping ([SinkCall], _ weight: Int) throws -> Void) {
      self.handOver = handOver
    }

    func place(_ place: GeoPlace) throws { try add(.place(place)) }

    func pathBegins(_ kind: GeoPathHeader.Kind) throws { try add(.pathBegins(kind)) }

    func points(_ points: borrowing GeoPoints) throws {
      // Copied to exact size: the codec's buffers have a large spare capacity.
      var own = GeoPoints(capacity: points.count)
      own.append(contentsOf: points)
      try add(.points(own))
    }

    func pathEnds(_ header: GeoPathHeader) throws { try add(.pathEnds(header)) }

    func fileEnds(_ header: GeoFileHeader) throws { try add(.fileEnds(header)) }

    private func add(_ call: SinkCall) throws {
      calls.append(call)
      weight += call.weight
      if weight >= ReadingThread.batchWeight { try flush() }
    }

    /// Passes the collected calls to the queue. The caller must call this method after the last
    /// item.
    func flush() throws {
      guard !calls.isEmpty else { return }
      try handOver(calls, weight)
      calls = []
      weight = 0
    }
  }
}
