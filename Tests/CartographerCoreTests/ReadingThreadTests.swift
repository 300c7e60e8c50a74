import Foundation
import GeoFormats
import Geodesy
import Synchronization
import Testing

@testable import CartographerCore

/// Reading a file on one thread while its items are written on another.
@Suite struct ReadingThreadTests {
  private struct Failure: Error, Equatable {
    var number: Int
  }

  /// Records the calls that it receives, and throws at the call number `failsAt` if that is set.
  private final class CallRecorder: GeoSink {
    var calls: [String] = []
    var failsAt: Int?

    private func record(_ call: String) throws {
      if calls.count == failsAt { throw Failure(number: calls.count) }
      calls.append(call)
    }

    func place(_ place: GeoPlace) throws { try record("place \(place.name ?? "")") }
    func pathBegins(_ kind: GeoPathHeader.Kind) throws { try record("begin \(kind)") }
    func points(_ points: borrowing GeoPoints) throws {
      let latitudes = points.latitudes
      try record("points \(latitudes.count) from \(latitudes.first ?? -1) \(points.kept[0] ?? "")")
    }
    func pathEnds(_ header: GeoPathHeader) throws { try record("end \(header.name ?? "")") }
    func fileEnds(_ header: GeoFileHeader) throws { try record("file \(header.creator ?? "")") }
  }

  /// Makes all kinds of calls: paths without points, with a few and with a full batch, and places.
  private static func read(_ sink: any GeoSink, paths: Int) throws {
    for number in 0..<paths {
      try sink.place(
        GeoPlace(coordinate: Coordinate(latitude: 1, longitude: 2), name: "place \(number)"))
      try sink.pathBegins(number.isMultiple(of: 2) ? .track : .route)
      for count in [0, 3, 8_192].prefix(number % 4) {
        var points = GeoPoints(capacity: count)
        for point in 0..<count {
          points.append(latitude: Double(number + point) / 1_000, longitude: 2)
          if point == 0 { points.set(kept: String(repeating: "k", count: number)) }
        }
        try sink.points(points)
      }
      try sink.pathEnds(GeoPathHeader(kind: .track, name: "path \(number)"))
    }
    try sink.fileEnds(GeoFileHeader())
  }

  private final class File: Sendable {}

  @Test func `a reading thread has released its file when it returns`() throws {
    for _ in 0..<200 {
      weak var open: File?
      do {
        let file = File()
        open = file
        _ = try ReadingThread.run(into: CallRecorder()) { [file] sink in
          try Self.read(sink, paths: 1)
          return ObjectIdentifier(file).hashValue
        }
      }
      #expect(open == nil)
    }
  }

  @Test(arguments: [0, 1, 7, 400])
  func `the sink is called in the order of the file`(paths: Int) throws {
    let (direct, piped) = (CallRecorder(), CallRecorder())
    try Self.read(direct, paths: paths)
    let result = try ReadingThread.run(into: piped) { sink in
      try Self.read(sink, paths: paths)
      return paths
    }
    #expect(result == paths)
    #expect(piped.calls == direct.calls)
  }

  @Test func `an error thrown by the sink stops the reading and is rethrown`() throws {
    let sink = CallRecorder()
    sink.failsAt = 900
    let ended = Mutex<(any Error)?>(nil)
    #expect(throws: Failure(number: 900)) {
      try ReadingThread.run(into: sink) { sink in
        do {
          while true { try Self.read(sink, paths: 40) }
        } catch {
          ended.withLock { $0 = error }
          throw error
        }
      }
    }
    // The reading thread has stopped too.
    #expect(ended.withLock { $0 } is ReadingStopped)
    #expect(sink.calls.count == 900)
  }

  @Test func `an error thrown while reading is rethrown even if calls are still queued`() throws {
    let sink = CallRecorder()
    #expect(throws: Failure(number: 1)) {
      try ReadingThread.run(into: sink) { sink in
        try Self.read(sink, paths: 3)
        throw Failure(number: 1)
      }
    }
  }

  @Test func `the queue never holds more than its weight limit`() throws {
    let (limit, count) = (5, 1_000)
    let queue = ReadingQueue<Int, Int>(weightAtMost: limit)
    let added = Atomic(0)
    let thread = Thread {
      queue.end(
        Result {
          for number in 0..<count {
            // Some weigh more than the limit and wait until the queue is empty.
            try queue.append(number, weight: number.isMultiple(of: 100) ? 2 * limit : 1)
            added.add(1, ordering: .sequentiallyConsistent)
          }
          return count
        })
    }
    thread.start()
    var received = 0
    while let number = try queue.next() {
      #expect(number == received)
      received += 1
      // The counter is at most one item behind the queue.
      #expect(added.load(ordering: .sequentiallyConsistent) - received <= limit)
    }
    #expect(received == count)
    #expect(try queue.result() == count)
  }

  // MARK: Imports

  /// A source that runs a closure once more than half of it has been read.
  private final class InterruptedSource: ByteSource {
    private let source: MemorySource
    private let body: () throws -> Void
    private var isDue = true
    private var bytesRead = 0
    let byteCount: Int?

    init(_ text: String, _ body: @escaping () throws -> Void) {
      source = MemorySource(Array(text.utf8))
      byteCount = text.utf8.count
      self.body = body
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = source.read(into: buffer)
      bytesRead += count
      if isDue, bytesRead * 2 > byteCount ?? 0 {
        isDue = false
        try body()
      }
      return count
    }
  }

  private static let text: String = {
    var text = "<gpx version='1.1' creator='t'>"
    for place in 0..<3_000 {
      text += "<wpt lat='\(place % 90)' lon='3'><name>p\(place)</name></wpt>"
    }
    for path in 0..<20 {
      text += "<trk><name>t\(path)</name><trkseg>"
      for point in 0..<2_000 { text += "<trkpt lat='\(Double(point) / 100)' lon='\(path)'/>" }
      text += "</trkseg></trk>"
    }
    return text + "</gpx>"
  }()

  @Test func `an import whose source fails midway changes nothing`() async throws {
    let library = try await Library.sample()
    let before = try await library.dump()
    let failure = LibraryError(.inputOutput, "The disk was taken out.")
    await #expect {
      _ = try await library.importFile(
        .stream(named: "big.gpx") { InterruptedSource(Self.text) { throw failure } })
    } throws: { error in
      (error as? LibraryError)?.message == failure.message
    }
    #expect(try await library.dump() == before)
    #expect(try await library.history().last?.title.imperative == "Add route Plan")
    // The store is not locked any more, so the file can be imported.
    let report = try await library.importFile(
      .stream(named: "big.gpx") { MemorySource(Array(Self.text.utf8)) })
    #expect(report.status == .imported && report.waypoints == 3_000 && report.tracks == 20)
  }
}
