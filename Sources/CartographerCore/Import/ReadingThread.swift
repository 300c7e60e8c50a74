import Foundation
import GeoFormats

/// Reads a file on a thread of its own, while the calling thread writes what was read.
///
/// Parsing and inserting take about as long as each other, so together they take half the time where
/// there are two processors.
enum ReadingThread {
  /// How much may wait for the thread that writes, and how much is handed over at once, in points.
  private static let weightAtMost = 4 * batchWeight
  fileprivate static let batchWeight = 8_192

  /// Runs a reading, and makes its calls on a sink in their order.
  ///
  /// - Parameter read: Runs on the other thread. That thread has released it when this function
  ///   returns, so that a file it captures is not closed while the program already exits.
  /// - Throws: The error of the reading or of the sink, whichever comes first.
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

  /// Collects the calls of a codec and hands them over in batches.
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
      // No larger than the points are: the codec's buffers have room for many.
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

    /// Hands over what was collected. Must be called at the end.
    func flush() throws {
      guard !calls.isEmpty else { return }
      try handOver(calls, weight)
      calls = []
      weight = 0
    }
  }
}
