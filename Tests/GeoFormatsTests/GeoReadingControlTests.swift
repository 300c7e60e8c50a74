import GeoFormats
import Testing

@Suite struct GeoReadingControlTests {
  private struct TestError: Error, Equatable {
    let reason: String
  }

  /// A sink that throws at the given call.
  private final class ThrowingSink: GeoSink {
    let at: String

    init(at: String) {
      self.at = at
    }

    private func call(_ name: String) throws {
      if name == at { throw TestError(reason: name) }
    }

    func place(_ place: GeoPlace) throws { try call("place") }
    func pathBegins(_ kind: GeoPathHeader.Kind) throws { try call("pathBegins") }
    func points(_ points: borrowing GeoPoints) throws { try call("points") }
    func pathEnds(_ header: GeoPathHeader) throws { try call("pathEnds") }
    func fileEnds(_ header: GeoFileHeader) throws { try call("fileEnds") }
  }

  /// A source that throws after its first 60 bytes.
  private final class BrokenSource: ByteSource {
    let byteCount: Int? = nil
    private var isFirst = true

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      guard isFirst else { throw TestError(reason: "disk") }
      isFirst = false
      let head = Array(Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>").utf8).prefix(60)
      buffer.copyBytes(from: head)
      return head.count
    }
  }

  private static let document = Reading.gpx(
    "<wpt lat=\"1\" lon=\"2\"/><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>")

  @Test(arguments: ["place", "pathBegins", "points", "pathEnds", "fileEnds"])
  func `an error of the sink is rethrown unchanged`(call: String) {
    #expect(throws: TestError(reason: call)) {
      try GeoFormat.read(MemorySource(Self.document.utf8), into: ThrowingSink(at: call))
    }
  }

  @Test func `an error of the source is rethrown unchanged`() {
    #expect(throws: TestError(reason: "disk")) {
      try GeoFormat.read(BrokenSource(), into: GeoDocumentCollector())
    }
  }

  @Test func `progress increases up to the size of the file`() throws {
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

  @Test func `an error thrown by the progress closure stops the reading`() {
    #expect(throws: TestError(reason: "enough")) {
      try GeoFormat.read(MemorySource(Self.document.utf8), into: GeoDocumentCollector()) { _ in
        throw TestError(reason: "enough")
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
  func `opening a missing file or a folder throws with path and error number`(
    path: String, number: Int32
  ) {
    let error = #expect(throws: GeoFormatsError.self) { try FileSource(path: path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.errorNumber == number)
    #expect(error?.place == path)
  }
}
