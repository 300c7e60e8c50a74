import Foundation
import GeoFormats
import Geodesy
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
struct FITCorpusTests {
  static let rows = CorpusRow.all.filter { $0.format == "fit" }
  /// The file with a record whose time is more than a year away from the others. The record is left
  /// out.
  static let fileWithDamagedTime = "strava-android-app-201.10-b1218918.fit"

  @Test func `the manifest lists more than 30 FIT files`() {
    #expect(Self.rows.count > 30)
  }

  @Test(arguments: rows)
  func `records, sessions and lengths agree with the manifest`(row: CorpusRow) throws {
    let sink = ChainSink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    if row.number("n_trkpt") > 0, row.number("n_bad_latlon") == row.number("n_trkpt") {
      #expect(report.refusal?.code == .inputNothingUsable)
      return
    }
    let counts = report.counts
    #expect(report.refusal == nil)
    #expect(report.format == "fit")
    if row.number("n_trkpt") > 0 {
      #expect(
        counts.trackPoints + counts.routePoints + counts.skipped.trackPoints
          == row.number("n_trkpt"))
      // The manifest counts a record whose time is damaged as valid, and its length includes it.
      let isDamaged = row.path.hasSuffix(Self.fileWithDamagedTime)
      #expect(counts.skipped.trackPoints == row.number("n_bad_latlon") + (isDamaged ? 1 : 0))
      #expect(counts.tracks == row.number("n_trk"))
      #expect(counts.waypoints == row.number("n_wpt"))
      let length = try #require(row.fields["length_hav_m"].flatMap { Double($0) })
      #expect(isDamaged || abs(sink.metres - length) <= 0.002 * length + 0.01)
    } else {
      #expect(counts.usable > 0)
    }
  }

  @Test(arguments: rows)
  func `the report of every file agrees with the items delivered to the sink`(row: CorpusRow) throws
  {
    let sink = ConsistencySink()
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: sink)
    if !report.isRefused { sink.expectAgreement(with: report) }
  }

  @Test(arguments: rows)
  func `fields and messages that are left out are reported in one short line each`(
    row: CorpusRow
  ) throws {
    let report = try GeoFormat.read(FileSource(path: Corpus.file(row.path).path), into: ChainSink())
    let findings = report.diagnostics.filter {
      $0.code == .contentUnsupported && !$0.counts.isEmpty
    }
    #expect(findings.count <= 2)
    for finding in findings {
      #expect(finding.message.count < 500, "\(finding.message)")
      let counts = finding.counts.map(\.count)
      #expect(counts == counts.sorted(by: >) && counts.allSatisfy { $0 > 0 })
      #expect(Set(finding.counts.map(\.name)).count == counts.count)
    }
  }

  @Test(arguments: CorpusRow.pairs(from: ["fit"], to: ["gpx"]))
  func `the points are those of the GPX file that GPSBabel made`(pair: CorpusRow.Pair) throws {
    let made = try CorpusRow.points(pair.expected)
    let own = try CorpusRow.points(pair.input)
    // Without a position there is nothing to compare.
    if pair.input.hasSuffix("garmin-vivosmart-hr.fit") { return }
    try CorpusRow.expectAgreement(
      own, made, comparesTimes: !pair.input.hasSuffix("garmin-virb-ultra-30.fit"))
  }
}
