import CartographerCore
import CartographerPresentation
import Foundation
import Logging
import TestSupport
import Testing

@testable import CartographerApp

/// The program's log file.
@Suite struct LogTests {
  private func lines(_ file: LogFile) throws -> [String] {
    try String(contentsOf: file.url, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `messages below the level are omitted, and control characters are escaped`() throws {
    let folder = try TemporaryDirectory()
    let file = LogFile(url: folder.file("state/log"))
    let logger = Logger(file, level: .warning)
    logger.info("no")
    logger.warning("yes", metadata: ["file": "a\u{1B}[31m\nb.gpx"])
    let line = try #require(try lines(file).first)
    #expect(try lines(file).count == 1)
    #expect(line.contains(" warning [") && line.contains("yes file="))
    #expect(!line.contains("\u{1B}"))
    let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a full log file is renamed, and at most two log files exist`() throws {
    let folder = try TemporaryDirectory()
    let file = LogFile(url: folder.file("log"), limit: 1_000)
    let logger = Logger(file, level: .info)
    for number in 0..<100 { logger.info("line \(number)") }
    #expect(try lines(file).last?.hasSuffix("line 99") == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["log", "log.1"])
    for name in names {
      #expect(try Data(contentsOf: folder.file(name)).count < 1_200)
    }
  }

  @Test(
    arguments: [
      ([:], "", nil), (["CARTOGRAPHER_LOG": "debug"], "", Logger.Level.debug),
      ([:], "log = \"info\"", .info), (["CARTOGRAPHER_LOG": "off"], "log = \"info\"", nil),
    ] as [([String: String], String, Logger.Level?)])
  func `the log level comes from the environment, then from the configuration`(
    environment: [String: String], text: String, level: Logger.Level?
  ) throws {
    let folder = try TemporaryDirectory()
    let logger = Logger(
      environment.merging(["XDG_STATE_HOME": folder.url.path]) { $1 }, Configuration(text: text))
    logger.debug("debug")
    logger.info("info")
    let log = folder.file("cartographer/log")
    let written = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    #expect(written.contains("info") == (level != nil))
    #expect(written.contains("debug") == (level == .debug))
  }

  @Test func `library errors are logged by severity and without their texts`() throws {
    let folder = try TemporaryDirectory()
    let file = LogFile(url: folder.file("log"))
    let logger = Logger(file, level: .debug)
    logger.note(LibraryError(.failed, "Private words."), of: "write")
    logger.note(LibraryError(.busy, "Private words."), of: "write")
    logger.note(LibraryError(.notFound, "Private words."), of: "write")
    logger.note(CancellationError(), of: "job")
    let levels = try lines(file).compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(levels == ["error", "warning", "info", "info"])
    #expect(try lines(file).allSatisfy { !$0.contains("Private") })
  }
}
