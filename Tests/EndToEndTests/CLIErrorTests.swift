import Foundation
import TestSupport
import Testing

/// Tests of the errors that scripts rely on: their codes, advice and members.
@Suite struct CLIErrorTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test func `an edit that conflicts with a later change exits with 3`() throws {
    try program.run("edit", "P1", "--notes", "first")
    let log = try program.json("log", "-n", "1")["entries"] as? [[String: Any]]
    let number = try #require(log?.first?["id"] as? Int)
    try program.run("edit", "P1", "--notes", "second")
    for words in [["undo", "--change", "\(number)"], ["undo", "--expect", "\(number)"]] {
      let (code, error) = try program.failure(words)
      #expect(code == 3, "\(words)")
      #expect(error["code"] as? String == "changedMeanwhile")
    }
  }
}
