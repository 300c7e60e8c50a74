import Foundation
import TestSupport
import Testing

@testable import CartographerApp

/// The file beside a store that keeps the reports of the last imports and exports.
@Suite struct ReportFileTests {
  private let folder: TemporaryDirectory
  private let now = Date(timeIntervalSinceReferenceDate: 806_000_000.75)

  init() throws { folder = try TemporaryDirectory() }

  private var store: URL { folder.file("trip.store") }

  private func report(_ number: Int, remarks: [String] = []) -> JobReport {
    JobReport(title: "import \(number).gpx", result: "Imported “\(number)”\n", remarks: remarks)
  }

  /// Returns the reports that an editor started later reads.
  private func read(after seconds: Double = 0) -> (reports: [JobReport], problem: String?) {
    ReportFile(store: store).earlierReports(now: now.addingTimeInterval(seconds))
  }

  @Test func `a report comes back as it was written, in a file that only the user can read`()
    throws
  {
    var file = ReportFile(store: store)
    try file.add(report(1, remarks: ["a.kmz: no usable places 🏔", "line 3: \u{1B}[0m"]), now: now)
    #expect(folder.names == ["trip.store.reports"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.file("trip.store.reports").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let found = read()
    #expect(found.problem == nil)
    var expected = report(1, remarks: ["a.kmz: no usable places 🏔", "line 3: \u{1B}[0m"])
    expected.time = Date(timeIntervalSinceReferenceDate: 806_000_000)
    #expect(found.reports == [expected])
  }

  @Test func `the newest ten reports are kept, newest first, for 30 days`() throws {
    var file = ReportFile(store: store)
    for number in 1...12 { try file.add(report(number), now: now + Double(number) * 60) }
    let titles = read(after: 720).reports.map(\.title)
    #expect(titles == (3...12).reversed().map { "import \($0).gpx" })
    let later = read(after: 720 + ReportFile.lifetimeSeconds).reports
    #expect(later.isEmpty)
    #expect(read(after: 690 + ReportFile.lifetimeSeconds).reports.map(\.title) == ["import 12.gpx"])
  }

  @Test func `an editor does not read its own reports back, but those of other editors`() throws {
    var first = ReportFile(store: store)
    var second = ReportFile(store: store)
    try first.add(report(1), now: now)
    try second.add(report(2), now: now + 1)
    try first.add(report(3), now: now + 2)
    #expect(first.earlierReports(now: now + 3).reports.map(\.title) == ["import 2.gpx"])
    #expect(
      second.earlierReports(now: now + 3).reports.map(\.title) == ["import 3.gpx", "import 1.gpx"])
    #expect(folder.names == ["trip.store.reports"])
  }

  @Test func `a long report keeps its first remarks and the number of the others`() throws {
    let remarks = (1...2_500).map { "\($0): " + String(repeating: "x", count: 3_000) }
    var file = ReportFile(store: store)
    try file.add(report(1, remarks: remarks), now: now)
    let found = try #require(read().reports.first)
    #expect(found.remarks.count == JobReport.mostRemarks && found.omittedCount == 1_500)
    #expect(found.remarks[0].hasPrefix("1: xxx") && found.remarks[0].hasSuffix("…"))
    #expect(found.lines.last == "… and 1 500 more remarks")
    let data = try ReportFormat.encode(Array(repeating: found, count: 10))
    #expect(data.count <= ReportFormat.limitBytes)
    #expect(ReportFormat.decode(data).map { (1..<10).contains($0.count) } == true)
  }

  @Test(arguments: [
    "{\"version\":2,\"reports\":[]}", "not JSON", "{\"version\":1,\"reports\":[{\"title\":\"a\"}]}",
    """
    {"version":1,"reports":[{"title":"a","result":"b","remarks":[],"omittedCount":0}]}
    """,
  ])
  func `a file that this version cannot read is kept unchanged and reported`(text: String) throws {
    try folder.write(text, to: "trip.store.reports")
    var file = ReportFile(store: store)
    #expect(file.earlierReports(now: now).reports.isEmpty)
    #expect(file.earlierReports(now: now).problem?.contains("cannot read the reports") == true)
    #expect(throws: EditorFailure.self) { try file.add(report(1), now: now) }
    #expect(
      try String(contentsOf: folder.file("trip.store.reports"), encoding: .utf8) == text)
    #expect(folder.names == ["trip.store.reports"])
  }

  @Test func `the leftover of an interrupted write and an empty file are no errors`() throws {
    try folder.write("{\"vers", to: "trip.store.reports.new")
    try folder.write("", to: "trip.store.reports")
    var file = ReportFile(store: store)
    #expect(file.earlierReports(now: now).problem == nil)
    try file.add(report(1), now: now)
    #expect(folder.names == ["trip.store.reports"])
    #expect(read().reports.count == 1)
  }

  @Test func `a symbolic link is neither read nor replaced`() throws {
    try folder.write("", to: "other")
    try FileManager.default.createSymbolicLink(
      at: folder.file("trip.store.reports"), withDestinationURL: folder.file("other"))
    var file = ReportFile(store: store)
    #expect(throws: EditorFailure.self) { try file.add(report(1), now: now) }
    #expect(try Data(contentsOf: folder.file("other")).isEmpty)
    #expect(file.earlierReports(now: now).reports.isEmpty)
  }

  @Test func `a report that cannot be written is reported, and the next one is tried again`()
    throws
  {
    let missing = folder.file("missing")
    var file = ReportFile(store: missing.appending(path: "trip.store"))
    #expect(throws: EditorFailure.self) { try file.add(report(1), now: now) }
    let problem = file.earlierReports(now: now).problem ?? ""
    #expect(problem.hasPrefix("Reports cannot be saved to disk: "), "\(problem)")
    #expect(problem.contains("No such file or directory"), "\(problem)")
    try FileManager.default.createDirectory(at: missing, withIntermediateDirectories: false)
    try file.add(report(2), now: now)
    #expect(file.earlierReports(now: now).problem == nil)
  }

  @Test func `editors that write at the same time lose no report`() throws {
    // A thread, because a task that waits for the lock would keep other tests from running.
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread { [store, now] in
      var other = ReportFile(store: store)
      for number in 1...3 {
        let report = JobReport(title: "other \(number)", result: "", remarks: [])
        try? other.add(report, now: now)
      }
      ended.signal()
    }
    thread.start()
    var file = ReportFile(store: store)
    for number in 1...3 { try file.add(report(number), now: now) }
    ended.wait()
    #expect(read().reports.count == 6)
  }
}
