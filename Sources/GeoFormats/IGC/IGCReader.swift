import Foundation
import Geodesy

/// A streaming reader for flight logs in IGC format. A log becomes one track, and each declared
/// task a route.
final class IGCReader {
  /// The maximum number of H records whose values are preserved.
  static let mostHeaders = 200
  private static let halfDay = 43_200

  private let feed: GeoFeed
  private let text: PlainText
  /// The current date as days since 1970-01-01.
  private var day: Int?
  /// The time of day of the last fix.
  private var lastClock: Int?
  private var tasks = IGCTasks()
  private var headers: [(code: String, name: String, value: String)] = []
  private var ignored: [String: Int] = [:]
  private var firstIgnored: Int?
  private var findings = DiagnosticTally<IGCFinding>()
  private var firstElevation: Int?
  /// Whether a pressure altitude other than 0 was read.
  private var hasPressure = false
  private var additions = IGCAdditions()

  static func read(
    _ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat
  ) throws -> GeoReadReport {
    try IGCReader(input, into: sink, format).readAll()
  }

  private init(_ input: GeoInput, into sink: any GeoSink, _ format: GeoFormat) throws {
    text = try PlainText(input)
    feed = GeoFeed(input, into: sink, format)
    feed.report.encoding = text.encoding
  }

  private func readAll() throws -> GeoReadReport {
    let limit = try text.readingToLimit {
      let number = text.line
      guard let line = try text.nextLine() else { return false }
      try readRecord(line, number, isUnended: text.line == number)
      return true
    }
    if feed.openPath != nil { try feed.endPath(trackHeader()) }
    try tasks.deliver(to: feed)
    reportEnd()
    try feed.endEarly(at: limit)
    guard feed.report.counts.usable > 0 || feed.report.counts.skipped.total > 0 else {
      throw InputRefusal(
        code: .inputNothingUsable, message: "the flight log contains no position")
    }
    return try feed.finish()
  }

  private func readRecord(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, isUnended: Bool
  ) throws {
    guard let first = line.first(where: { $0 > 0x20 }) else { return }
    switch first {
    case UInt8(ascii: "B"): try readFix(line, number, isUnended: isUnended)
    case UInt8(ascii: "A"):
      if feed.report.creator == nil {
        feed.report.creator = IGCRecord.string(line.dropFirst())
      } else {
        ignore("A", number)
      }
    case UInt8(ascii: "H"): readHeader(line, number)
    case UInt8(ascii: "C"):
      if !tasks.read(Array(line), number, feed) { note(.taskPointLeftOut, number) }
    case UInt8(ascii: "I"): additions.read(line, number, feed)
    default: ignore(first < 0x80 ? String(decoding: [first], as: UTF8.self) : "other", number)
    }
  }

  /// Counts an ignored record of the given kind.
  private func ignore(_ kind: String, _ line: Int, count: Int = 1) {
    ignored[kind, default: 0] += count
    firstIgnored = min(firstIgnored ?? line, line)
  }

  // MARK: Header

  private func readHeader(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) {
    guard line.count >= 5 else {
      feed.diagnose(
        .igcRecord, .skipped, at: Diagnostic.Place(line: number, column: 1),
        "the H record “\(Excerpt.of(line))” is not valid")
      return
    }
    let code = IGCRecord.string(line[2..<5])
    let rest = IGCRecord.string(line.dropFirst(5).prefix(500))
    if code == "DTE" {
      if let date = IGCRecord.date(rest) {
        (day, lastClock) = (date, nil)
        if let flight = IGCRecord.flightNumber(rest) {
          keepHeader((code, "flight number", flight), number)
        }
      } else {
        feed.diagnose(
          .igcRecord, .skipped, at: Diagnostic.Place(line: number, column: 1),
          "the flight date “\(Excerpt.of(rest))” is not valid")
      }
      return
    }
    if code == "DTM" {
      let datum = rest.uppercased()
      if !datum.contains("WGS"), !datum.hasPrefix("100"), !datum.isEmpty {
        feed.diagnose(
          .igcDatum, .kept, at: Diagnostic.Place(line: number, column: 1),
          "the positions refer to the datum “\(Excerpt.of(rest))”; they are imported unchanged")
      }
    }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let (name, value) = parts.count == 2 ? (parts[0], parts[1]) : ("", rest)
    if !value.isEmpty {
      keepHeader((code, IGCRecord.headerName(code: code, longName: name), value), number)
    }
  }

  private func keepHeader(_ header: (code: String, name: String, value: String), _ line: Int) {
    if headers.count < Self.mostHeaders {
      headers.append(header)
    } else {
      note(.headerLeftOut, line)
    }
  }

  private func header(_ codes: String...) -> String? {
    codes.lazy.compactMap { code in self.headers.first { $0.code == code }?.value }.first
  }

  private func trackHeader() -> GeoPathHeader {
    var header = GeoPathHeader(kind: .track)
    header.segments = 1
    let glider = [self.header("GTY"), self.header("GID")].compactMap { $0 }
    let pilot = self.header("PLT")
    let names = [pilot, glider.isEmpty ? nil : glider.joined(separator: " ")].compactMap { $0 }
    header.name = names.isEmpty ? nil : names.joined(separator: ", ")
    header.source = self.header("FTY")
    let lines: [(String, String?)] = [
      ("Pilot", pilot), ("Crew", self.header("CM2")), ("Glider", self.header("GTY")),
      ("Glider ID", self.header("GID")), ("Competition ID", self.header("CID")),
      ("Competition class", self.header("CCL")), ("Site", self.header("SIT")),
    ]
    let details = lines.compactMap { name, value in value.map { "\(name): \($0)" } }
    header.details = details.isEmpty ? nil : details.joined(separator: "\n")
    header.kept = PreservedMarkup.keeping(
      headers.map { ForeignValue(format: "igc", name: $0.name, value: $0.value) })
    return header
  }

  // MARK: Fixes

  private func readFix(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, isUnended: Bool
  ) throws {
    let place = Diagnostic.Place(line: number, column: 1)
    guard let fix = IGCRecord.Fix(line) else {
      feed.report.counts.skipped.trackPoints += 1
      if isUnended {
        feed.endEarly(at: place, "the file ends inside a record")
      } else {
        feed.diagnose(
          .igcRecord, .skipped, at: place, "the B record “\(Excerpt.of(line))” is not valid")
      }
      return
    }
    if line.count < additions.fixLength { reportShortFix(line.count, number, isUnended: isUnended) }
    // A recorder without a position writes zeros.
    if fix.latitude == 0, fix.longitude == 0, !fix.hasElevation {
      feed.report.counts.skipped.trackPoints += 1
      feed.diagnose(.coordinateMissing, .skipped, at: place, "the B record has no position")
      return
    }
    if feed.openPath == nil {
      try tasks.deliver(to: feed)
      try feed.beginPath(.track)
    }
    guard
      let coordinate = feed.coordinate(
        latitude: fix.latitude, longitude: fix.longitude, at: place)
    else {
      feed.report.counts.skipped.trackPoints += 1
      return
    }
    let hasElevation = fix.altitude.map { fix.hasElevation || $0 != 0 } ?? false
    if hasElevation, firstElevation == nil { firstElevation = number }
    try feed.point(
      coordinate, elevation: hasElevation ? Double(fix.altitude ?? 0) : .nan,
      time: time(fix, number))
    var values = keptValues(of: fix, number)
    for (code, range) in additions.fields where range.upperBound <= line.count {
      let text = IGCRecord.string(line[range])
      if !text.isEmpty { values.append(ForeignValue(format: "igc", name: code, value: text)) }
    }
    if !values.isEmpty { feed.set(kept: PreservedMarkup.keeping(values)) }
  }

  /// Returns the values of a fix that are preserved as extension values: the pressure altitude and
  /// the fix validity, if available.
  private func keptValues(of fix: IGCRecord.Fix, _ number: Int) -> [ForeignValue] {
    var values: [ForeignValue] = []
    if let pressure = fix.pressureAltitude {
      if pressure != 0 { hasPressure = true }
      note(hasPressure ? .pressureAltitude : .zeroPressureAltitude, number)
      if hasPressure {
        values.append(
          ForeignValue(format: "igc", name: "pressure altitude", value: "\(pressure)"))
      }
    }
    if fix.isWithoutAltitude {
      values.append(ForeignValue(format: "igc", name: "fix validity", value: "V"))
    }
    return values
  }

  /// Reports a B record that ends after its position, but before its last value.
  private func reportShortFix(_ length: Int, _ number: Int, isUnended: Bool) {
    if isUnended {
      feed.endEarly(
        at: Diagnostic.Place(line: number, column: 1),
        "the file ends inside a B record; values are missing from its point")
    } else {
      note(length < IGCRecord.Fix.length ? .fixWithoutAltitude : .fixWithoutAdditions, number)
    }
  }

  private func time(_ fix: IGCRecord.Fix, _ line: Int) -> Double {
    guard var date = day else {
      note(.fixWithoutDate, line)
      return .nan
    }
    if let last = lastClock, last - fix.clock > Self.halfDay { date += 1 }
    (day, lastClock) = (date, fix.clock)
    return Double(date) * 86_400 + Double(fix.clock) - Timestamp.referenceOffset
  }

  // MARK: Diagnostics

  private func note(_ finding: IGCFinding, _ line: Int) {
    findings.add(finding, at: Diagnostic.Place(line: line, column: 1))
  }

  private func reportEnd() {
    func place(_ line: Int) -> Diagnostic.Place { Diagnostic.Place(line: line, column: 1) }
    if let line = firstElevation {
      let datum = headers.first { $0.code == "ALG" }?.value
      feed.diagnose(
        .igcAltitude, .kept, at: place(line),
        datum.map { "the elevations are GNSS altitudes relative to the datum \(Excerpt.of($0))" }
          ?? "the elevations are GNSS altitudes above the WGS 84 ellipsoid, not above sea level")
    }
    // If all pressure altitudes are zero, the recorder has no pressure sensor.
    for found in findings.entries where hasPressure || found.kind != .zeroPressureAltitude {
      let (code, action, message) = found.kind.words
      feed.diagnose(code, action, at: found.place, message + found.times)
    }
    if let (count, line) = tasks.ignored { ignore("C", line, count: count) }
    if let line = firstIgnored {
      let kinds = ignored.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        .joined(separator: ", ")
      feed.diagnose(
        .recordIgnored, .skipped, at: place(line), "records were ignored: \(kinds)")
    }
    text.reportRepairs(to: feed)
  }
}
