import Foundation
import TestSupport
import Testing

/// Tests of file names that are easily misunderstood: with a leading hyphen, with an unknown extension, of folders and
/// devices, and names that are not UTF-8 text.
@Suite struct CLIFileNameTests {
  private let program: CLIProgram

  init() throws { program = try CLIProgram.withSampleTrip() }

  @Test func `a file name that begins with a hyphen gets advice`() throws {
    for words in [
      ["import", "-dash.gpx"], ["export", "P1", "-o", "-dash.gpx"], ["-dash.gpx"],
    ] {
      let result = try program.run(words)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("write ./-dash.gpx"), "\(result.errors)")
    }
    let file = try program.folder.write("", to: "-dash.gpx").lastPathComponent
    #expect(try program.run("import", "--", file).exitCode == 66)
  }

  @Test func `an output that is a folder or a device gets advice`() throws {
    for (command, name) in [("export", "trip.gpx"), ("map", "map.svg")] {
      let folder = program.folder.url.path
      let result = try program.run(command, "P1", "-o", folder)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("is a folder") && result.errors.contains("\(folder)/\(name)"))
    }
    for options in [[], ["--force"]] {
      let result = try program.run(["export", "P1", "-o", "/dev/stdout"] + options)
      #expect(result.exitCode == 73)
      #expect(result.errors.contains("To write to standard output, omit `-o`"), "\(result.errors)")
    }
  }

  @Test func `an error message shows a negative number as it was typed`() throws {
    let result = try program.run("undo", "-1")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("'-1'") && !result.errors.contains("\u{2212}"))
  }

  @Test func `the notes of a JSON import do not call listed files unlisted`() throws {
    let document = try program.json("import", "SampleData")
    #expect((document["files"] as? [Any])?.isEmpty == false)
    let notes = document["notes"] as? [String] ?? []
    #expect(!notes.contains { $0.contains("not listed") }, "\(notes)")
  }
}
