import GeoFormats
import Testing

@Suite struct GeoReadingControlTests {
  private struct Stop: Error, Equatable {
    let reason: String
  }

  /// Throws at a chosen call.
  private final class ThrowingSink: GeoSink {
    let at: String

    init(at: String) {
      self.at = at
    }

    private func call(_ name: String) throws {
      if name == at { throw Stop(reason: name) }
    }

    func place(_ place: GeoPlace) throws { try call("place") }
    func pathBegins(_ kind: GeoPathHeader.Kind) throws { try call("pathBegins") }
    func points(_ points: borrowing GeoPoints) throws { try call("points") }
    func pathEnds(_ header: GeoPathHeader) throws { try call("pathEnds") }
    func fileEnds(_ header: GeoFileHeader) throws { try call("fileEnds") }
  }

  /// Fails after its first bytes.
  private final class BrokenSource: ByteSource {
    let byteCount: Int? = nil
    private var isFirst = true

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      guard isFirst else { throw Stop(reason: "disk") }
      isFirst = false
      let head = Array(Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>").utf8).prefix(60)
      buffer.copyBytes(from: head)
      return head.count
    }
  }

  private static let document = Reading.gpx(
    "<wpt lat=\"1\" lon=\"2\"/><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>")

  @Test(arguments: ["place", "pathBegins", "points", "pathEnds", "fileEnds"])
  func `an error of the sink comes out unchanged`(call: String) {
    #expect(throws: Stop(reason: call)) {
      try GeoFormat.read(MemorySource(Self.document.utf8), into: ThrowingSink(at: call))
    }
  }

  @Test func `an error of the source comes out unchanged`() {
    #expect(throws: Stop(reason: "disk")) {
      try GeoFormat.read(BrokenSource(), into: GeoDocumentCollector())
    }
  }

  @Test func `progress grows to the whole size`() throws {
    let points = String(repeating: "<wpt lat=\"1\" lon=\"2\"/>\n", count: 60_000)
    let text = Reading.gpx(points)
    var seen: [GeoProgress] = []
    _ = try GeoFormat.read(MemorySource(text.utf8), into: GeoDocumentCollector()) {
      seen.append($0)
    }
    #expect(seen.count > 4)
    #expect(seen.map(\.bytesRead) == seen.map(\.bytesRead).sorted())
    #expect(seen.last == GeoProgress(bytesRead: text.utf8.count, bytesTotal: text.utf8.count))
  }

  @Test func `the progress closure can end the reading`() {
    #expect(throws: Stop(reason: "enough")) {
      try GeoFormat.read(MemorySource(Self.document.utf8), into: GeoDocumentCollector()) { _ in
        throw Stop(reason: "enough")
      }
    }
  }

  @Test func `a cancelled task stops reading`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try GeoFormat.read(MemorySource(Self.document.utf8), into: GeoDocumentCollector())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [("/nonexistent/a.gpx", Int32(2)), ("/tmp", Int32(21))])
  func `a file that cannot be opened says so`(path: String, number: Int32) {
    let error = #expect(throws: GeoFormatsError.self) { try FileSource(path: path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.errorNumber == number)
    #expect(error?.place == path)
  }
}
