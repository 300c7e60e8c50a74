import Foundation
import Testing

@testable import GeoFormats

/// The compression of exported files, beside the round trips of the formats.
@Suite struct PackedSinkTests {
  private static let formats: [PackedSink.Format] = [.gzip, .zip(fileName: "doc.kml")]

  /// A sink that fails after a number of bytes, like a full disk.
  private final class FullSink: ByteSink {
    struct Full: Error {}
    private var room: Int

    init(room: Int) { self.room = room }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
      room -= bytes.count
      if room < 0 { throw Full() }
    }
  }

  @Test(arguments: formats, [0, 20, 100_000])
  func `an error of the target is passed on`(format: PackedSink.Format, room: Int) {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    #expect(throws: FullSink.Full.self) {
      let sink = try PackedSink(format, into: FullSink(room: room))
      try bytes.withUnsafeBytes { try sink.write($0) }
      try sink.finish()
    }
  }

  @Test(arguments: formats)
  func `an unfinished file is not completed when its sink is released`(
    format: PackedSink.Format
  ) throws {
    let (finished, unfinished) = (MemorySink(), MemorySink())
    for target in [finished, unfinished] {
      let sink = try PackedSink(format, into: target)
      try [1, 2, 3].withUnsafeBytes { try sink.write($0) }
      if target === finished { try sink.finish() }
    }
    #expect(unfinished.bytes.count < finished.bytes.count)
    #expect(finished.bytes.starts(with: unfinished.bytes))
  }

  @Test func `a file that a ZIP archive without ZIP64 cannot hold is refused`() throws {
    let sink = try PackedSink(.zip(fileName: "doc.kml"), into: MemorySink())
    let count = 4_000_000_001
    // The memory is reserved, not used: the size is checked first.
    let memory = mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    defer { munmap(memory, count) }
    let failure = #expect(throws: GeoFormatsError.self) {
      try sink.write(UnsafeRawBufferPointer(start: memory, count: count))
    }
    #expect(failure?.code == .unwritableValue)
  }
}
