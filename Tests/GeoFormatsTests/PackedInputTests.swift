import Foundation
import GeoFormats
import TestSupport
import Testing

@Suite struct PackedInputTests {
  @Test func `a file of an archive that expands too far is visited like the files after it`() throws
  {
    let bytes = try Reading.bytes("core/bomb-member.zip")
    let survey = try #require(try ArchiveSurvey(MemorySource(bytes), name: "a.zip"))
    #expect(survey.count == 3 && !survey.isSingleFile)
    let walk = try #require(try ArchiveWalk(MemorySource(bytes)))
    var names: [String] = []
    while let member = try walk.next() { names.append(member.name) }
    #expect(names == ["a.gpx", "bomb.gpx", "c.gpx"])
    #expect(walk.leftOut.map(\.code) == [.limitRatio])
    #expect(walk.leftOut.first?.message.hasPrefix("the file bomb.gpx in the archive: ") == true)
  }

  @Test func `every file of an archive that expands too far is named`() throws {
    let bytes = try Reading.bytes("core/bomb-member.zip")
    // The files follow each other, each with its own header.
    let starts = bytes.indices.filter { bytes[$0...].starts(with: [0x50, 0x4B, 3, 4]) }
    try #require(starts.count == 3)
    let bomb = bytes[starts[1]..<starts[2]]
    let bombs = Array(repeating: bomb, count: 6).joined()
    let content = bytes[..<starts[1]] + bombs + bytes[starts[2]...]
    var limits = GeoReadingLimits()
    limits.ratio = 2
    let walk = try #require(try ArchiveWalk(MemorySource(Array(content)), limits: limits))
    var names: [String] = []
    while let member = try walk.next() { names.append(member.name) }
    #expect(names == ["a.gpx"] + Array(repeating: "bomb.gpx", count: 6) + ["c.gpx"])
    #expect(walk.leftOut.count == 6)
  }

  @Test(arguments: [
    "gzip", "gzip-two-members", "bzip2", "bzip2-two-streams", "zip-deflated", "xz", "zstandard",
    "compress",
  ])
  func `a compressed file is read like its content`(file: String) throws {
    let (document, report) = try Reading.fixture("gpx/packed/\(file).gpx")
    #expect(document.places.count == 40)
    #expect(document.places.last?.name == "Place 39")
    #expect(report.diagnostics.map(\.code) == [.inputUnpacked])
    #expect(report.faults.isEmpty)
  }

  @Test(arguments: ["gzip", "bzip2"])
  func `trailing data after compressed data is reported`(kind: String) throws {
    let (document, report) = try Reading.fixture("gpx/packed/\(kind)-trailing.gpx")
    #expect(document.places.map(\.name) == ["Hut"])
    #expect(report.faults.map(\.code) == [.inputDamaged])
    #expect(report.faults.first?.message.contains("were not read") == true)
  }

  @Test func `unread files of an archive are named in a diagnostic`() throws {
    let (document, report) = try Reading.fixture("gpx/packed/zip-two-gpx.gpx")
    #expect(document.places.map(\.name) == ["Hut"])
    let left = try #require(report.diagnostics.first { $0.code == .inputMembersLeft })
    #expect(left.message.contains("notes.txt, b.gpx"))
    #expect(report.faults == [left])
  }

  @Test func `the first GPX file of a tar archive is read, and the other files are named`() throws {
    let (document, report) = try Reading.fixture("gpx/packed/tar-bzip2.gpx")
    #expect(document.places.map(\.name) == ["Hut"])
    #expect(report.diagnostics.map(\.code) == [.inputUnpacked, .inputMembersLeft])
    #expect(report.diagnostics[0].message.contains("bzip2, then tar; trip/a.gpx was read"))
    #expect(report.faults[0].message.contains("link.gpx, trip/notes.txt, trip/b.gpx;"))
  }

  @Test func `file names in an archive are read as UTF-8 in any locale`() throws {
    let (document, report) = try Reading.fixture("gpx/packed/zip-bzip2.gpx")
    #expect(document.places.map(\.name) == ["Hut"])
    #expect(report.diagnostics[0].message.contains("Weg über.gpx was read"))
    #expect(report.faults[0].message.contains("also contains Hütte.txt;"))
  }

  @Test(arguments: [1, 6, 5_000])
  func `at most five unread files of an archive are named, and the others are counted`(count: Int)
    throws
  {
    var archive = (0..<count).flatMap { ArchiveBytes.tarFile(("n\($0).txt", [])) }
    archive += ArchiveBytes.tarFile(
      ("a.gpx", Array(Reading.gpx("<wpt lat=\"1\" lon=\"2\"/>").utf8)))
    let (document, report) = try Reading.read(MemorySource(archive))
    #expect(document.places.count == 1)
    let message = try #require(report.faults.first { $0.code == .inputMembersLeft }?.message)
    #expect(message.contains("also contains n0.txt"))
    #expect(count <= 5 || message.contains("n4.txt and \(count - 5) more;"))
  }

  @Test(arguments: [0, 1, 99, 1_000])
  func `unread trailing bytes are reported unless they are zeros`(zeros: Int) throws {
    let packed = try Reading.bytes("gpx/packed/bzip2.gpx")
    let padding = [UInt8](repeating: 0, count: zeros)
    let (_, padded) = try Reading.read(MemorySource(packed + padding))
    #expect(padded.faults.isEmpty)
    let (document, followed) = try Reading.read(MemorySource(packed + padding + [1]))
    #expect(document.places.count == 40)
    #expect(followed.faults.map(\.code) == [.inputDamaged])
  }

  @Test func `an error of the source is rethrown through the decompression`() throws {
    for kind in ["bzip2", "xz", "zstandard", "tar", "zip-stored"] {
      let source = FailingSource(try Reading.bytes("gpx/packed/\(kind).gpx").prefix(200))
      #expect(throws: FailingSource.Failure.self) {
        try GeoFormat.read(source, into: GeoDocumentCollector())
      }
    }
  }

  @Test func `an archive of unknown files is refused with a list of them`() throws {
    let (_, report) = try Reading.fixture("gpx/packed/zip-without-gpx.gpx")
    #expect(report.refusal?.message.contains("notes.txt, files/b.txt") == true)
  }

  @Test func `an encrypted archive is refused with the reason and advice`() throws {
    let (_, report) = try Reading.fixture("gpx/packed/zip-encrypted.gpx")
    #expect(report.refusal?.code == .inputEncrypted)
    let message = report.refusal?.message ?? ""
    #expect(message.contains("is encrypted") && message.contains("a.gpx"))
    #expect(message.contains("decompress it with its password"))
  }

  @Test func `a plain file next to an encrypted one is read, and the encrypted one is named`()
    throws
  {
    let (document, report) = try Reading.fixture("gpx/packed/zip-encrypted-and-plain.gpx")
    #expect(document.places.map(\.name) == ["Hut"])
    let left = try #require(report.diagnostics.first { $0.code == .inputMembersLeft })
    #expect(left.message.contains("secret.gpx, notes.txt"))
  }

  @Test(arguments: [0, 1, 100, 200_000, 3_000_000])
  func `data compressed by PackedSink is decompressed unchanged by gzip`(count: Int) throws {
    var generator = SplitMix64.forTest()
    let bytes = (0..<count).map { _ in UInt8.random(in: 97...104, using: &generator) }
    let packed = MemorySink()
    let sink = try PackedSink(.gzip, into: packed)
    for start in stride(from: 0, to: count, by: 70_001) {
      try bytes[start..<min(start + 70_001, count)].withUnsafeBytes { try sink.write($0) }
    }
    try sink.finish()
    #expect(packed.bytes.starts(with: [0x1F, 0x8B]))
    #expect(count < 1_000 || packed.bytes.count < count / 2)
    let folder = try TemporaryDirectory()
    let file = folder.url.appending(path: "a.gz")
    try Data(packed.bytes).write(to: file)
    let unpacked = try Subprocess.run("/usr/bin/gzip", ["-dc", file.path])
    #expect(Array(unpacked.standardOutput) == bytes)
    #expect(throws: GeoFormatsError.self) { try [1, 2].withUnsafeBytes { try sink.write($0) } }
  }

  @Test(arguments: ["gzip", "bzip2", "xz", "zstandard", "zip"])
  func `a decompression bomb is read only up to the limit unless limits are lifted`(kind: String)
    throws
  {
    let path = PackageFiles.fixture("gpx/packed/bomb-\(kind).gpx").path
    let cut = try GeoFormat.read(FileSource(path: path), into: GeoDocumentCollector())
    #expect(cut.refusal == nil && !cut.isComplete && cut.counts.waypoints == 1)
    let limit = try #require(cut.limit)
    #expect(limit.code == .limitRatio && limit.line != nil)
    #expect(limit.remedy == .liftLimits)
    #expect(cut.faults.contains(limit))
    #expect(cut.unpackedBytes < 1 << 20)
    var options = GeoReadingOptions()
    options.limits.ratio = .max
    options.limits.unpacked = 1 << 20
    let tooLarge = try GeoFormat.read(
      FileSource(path: path), into: GeoDocumentCollector(), options: options)
    #expect(tooLarge.limit?.code == .limitUnpacked && tooLarge.counts.waypoints == 1)
    options.limits = .none
    let accepted = try GeoFormat.read(
      FileSource(path: path), into: GeoDocumentCollector(), options: options)
    #expect(accepted.counts.waypoints == 1)
  }

  @Test func `the limit on the decompressed size applies to all files of an archive together`()
    throws
  {
    let path = PackageFiles.fixture("gpx/packed/bomb-in-parts.gpx").path
    var options = GeoReadingOptions()
    options.limits.ratio = .max
    options.limits.unpacked = 1 << 20
    let report = try GeoFormat.read(
      FileSource(path: path), into: GeoDocumentCollector(), options: options)
    #expect(report.refusal?.code == .limitUnpacked)
    options.limits.unpacked = 2 << 20
    let accepted = try GeoFormat.read(
      FileSource(path: path), into: GeoDocumentCollector(), options: options)
    #expect(accepted.counts.waypoints == 1)
  }

  @Test(arguments: [
    "gzip", "bzip2", "xz", "zstandard", "compress", "tar-bzip2", "tar-truncated", "zip-streamed",
    "zip-64-streamed",
  ])
  func `no prefix of a compressed file crashes the reader`(file: String) throws {
    let whole = try Reading.bytes("gpx/packed/\(file).gpx")
    for length in 0..<whole.count {
      let sink = ConsistencySink()
      let report = try GeoFormat.read(MemorySource(whole.prefix(length)), into: sink)
      if !report.isRefused { sink.expectAgreement(with: report) }
      if !report.isComplete { #expect(!report.faults.isEmpty) }
    }
  }

  @Test func `random damage to a compressed file never crashes the reader`() throws {
    var generator = SplitMix64.forTest()
    for file in [
      "gzip", "bzip2", "xz", "zstandard", "compress", "tar", "tar-bzip2", "zip-streamed", "zip-64",
      "zip-two-gpx", "zip-bzip2", "gzip-in-gzip",
    ] {
      let whole = try Reading.bytes("gpx/packed/\(file).gpx")
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        let sink = ConsistencySink()
        let report = try GeoFormat.read(MemorySource(bytes), into: sink)
        if !report.isRefused { sink.expectAgreement(with: report) }
      }
    }
  }
}
