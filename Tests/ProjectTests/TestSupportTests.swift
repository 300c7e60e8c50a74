import Foundation
import TestSupport
import Testing

@Suite struct TestSupportTests {
  @Test func `the package root is the folder of Package.swift`() {
    let manifest = PackageFiles.root.appending(path: "Package.swift")
    #expect(FileManager.default.fileExists(atPath: manifest.path))
  }

  @Test func `a temporary folder is deleted with its owner, even if parts are read-only`() throws {
    let folder: URL = try TemporaryDirectory.with { url in
      let inner = url.appending(path: "inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try Data("a".utf8).write(to: inner.appending(path: "file"))
      try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: inner.path)
      return url
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a golden comparison passes on equal bytes and reports the first different line`()
    throws
  {
    let folder = try TemporaryDirectory()
    let file = try folder.write("one\ntwo\nthree\n", to: "kept.txt")
    try Golden.compare("one\ntwo\nthree\n", with: file, isRecording: false)
    let error = #expect(throws: TestSupportError.self) {
      try Golden.compare("one\ntw\u{1B}o\nthree\n", with: file, isRecording: false)
    }
    #expect(error?.message.contains("differs at line 2 (4 lines expected, 4 found)") == true)
    #expect(error?.message.contains("found:    |tw\\u{1B}o|") == true)
  }

  @Test func `a golden comparison compares bytes, not canonically equivalent text`() {
    #expect(Golden.firstDifference(kept: "\u{E9}", actual: "e\u{301}") != nil)
    #expect(Golden.firstDifference(kept: "a\n", actual: "a") != nil)
  }

  @Test func `recording writes a golden file, and a missing golden file is an error`() throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("new/kept.txt")
    #expect(throws: TestSupportError.self) {
      try Golden.compare("a", with: file, isRecording: false)
    }
    try Golden.compare("a", with: file, isRecording: true)
    try Golden.compare("a", with: file, isRecording: false)
  }

  @Test func `SplitMix64 generates the reference sequence`() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func `a subprocess returns both outputs and the exit code, and uses the given environment`()
    throws
  {
    let folder = try TemporaryDirectory()
    let result = try Subprocess.run(
      "sh", ["-c", "cat; printf \"$WORD\" >&2; pwd; exit 3"], environment: ["WORD": "out"],
      workingDirectory: folder.url, standardInput: Data("in\n".utf8))
    #expect(result.exitCode == 3)
    #expect(result.output == "in\n\(folder.url.path)\n")
    #expect(result.errors == "out")
  }

  @Test func `a subprocess gets its arguments without a shell`() throws {
    let odd = ["a b", "$HOME", "", "'\"", "*"]
    let result = try Subprocess.run("printf", ["%s|"] + odd)
    #expect(result.output == odd.map { $0 + "|" }.joined())
  }

  @Test func `large output does not block a subprocess`() throws {
    let result = try Subprocess.run("head", ["-c", "1000000", "/dev/zero"])
    #expect(result.standardOutput.count == 1_000_000)
  }

  @Test func `a subprocess is killed after its timeout, and the error contains its output`() {
    let error = #expect(throws: TestSupportError.self) {
      try Subprocess.run("sh", ["-c", "echo begun; exec sleep 600"], timeoutSeconds: 0.5)
    }
    #expect(error?.code == .timedOut)
    #expect(error?.message.contains("begun") == true)
  }

  @Test func `a subprocess ended by a signal has the exit code 128 plus its number`() throws {
    #expect(try Subprocess.run("sh", ["-c", "kill -KILL $$"]).exitCode == 137)
  }

  @Test func `a program that does not exist is an error`() {
    #expect(throws: TestSupportError.self) { try Subprocess.run("no-such-program") }
  }

  @Test func `quoted CSV fields keep commas, quotes and line breaks`() throws {
    let table = try CommaSeparatedTable("a,b\n\"x, \"\"y\"\"\n\",2\n,\"\"\n")
    #expect(table.columns == ["a", "b"])
    #expect(table.records == [["a": "x, \"y\"\n", "b": "2"], ["a": "", "b": ""]])
    #expect(throws: TestSupportError.self) { try CommaSeparatedTable("a,b\n1\n") }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func `every file in the corpus manifest exists`() throws {
    let records = try Corpus.manifest()
    #expect(!records.isEmpty)
    for record in records {
      _ = try Corpus.file(#require(record["path"]))
    }
  }
}
