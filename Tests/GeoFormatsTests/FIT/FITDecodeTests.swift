import Foundation
import TestSupport
import Testing

@testable import GeoFormats

/// The decoder `fitdecode` as a program.
enum FITDecode {
  static let isInstalled: Bool = {
    let result = try? Subprocess.run("python3", ["-c", "import fitdecode"])
    return result?.exitCode == 0
  }()

  /// Prints one line for each record with a position: its values as plain numbers, or `nan`.
  static let script = """
    import sys, fitdecode
    def value(frame, *names):
        for name in names:
            number = frame.get_value(name, fallback=None)
            if isinstance(number, tuple): number = number[0]
            if number is not None: return number
        return 'nan'
    try:
        with fitdecode.FitReader(sys.argv[1], check_crc=fitdecode.CrcCheck.DISABLED,
                error_handling=fitdecode.ErrorHandling.IGNORE) as reader:
            for frame in reader:
                if frame.frame_type != fitdecode.FIT_FRAME_DATA or frame.name != 'record': continue
                position = value(frame, 'position_lat'), value(frame, 'position_long')
                if 'nan' in position: continue
                time = value(frame, 'timestamp')
                time = time.timestamp() - 978307200 if hasattr(time, 'timestamp') else 'nan'
                cadence = value(frame, 'cadence256', 'cadence')
                fraction = value(frame, 'fractional_cadence')
                if fraction != 'nan' and cadence != 'nan': cadence += fraction
                print(*position, time, value(frame, 'enhanced_altitude', 'altitude'),
                    value(frame, 'heart_rate'), cadence, value(frame, 'power'),
                    value(frame, 'temperature'), value(frame, 'distance'),
                    value(frame, 'enhanced_speed', 'speed'))
    except fitdecode.FitError:
        pass
    """

  /// Prints one line for each session and each lap: its kind, start time, and values by name.
  static let summaryScript = """
    import sys, fitdecode
    names = sys.argv[2].split()
    def number(frame, name):
        value = frame.get_value(name, fallback=None)
        if isinstance(value, tuple): value = value[0]
        return value
    try:
        with fitdecode.FitReader(sys.argv[1], check_crc=fitdecode.CrcCheck.DISABLED,
                error_handling=fitdecode.ErrorHandling.IGNORE) as reader:
            for frame in reader:
                if frame.frame_type != fitdecode.FIT_FRAME_DATA: continue
                if frame.name not in ('session', 'lap'): continue
                start = frame.get_value('start_time', fallback=None)
                parts = [frame.name, f'{start:%Y-%m-%dT%H:%M:%SZ}' if hasattr(start, 'year') else '-']
                for name in names:
                    value = number(frame, 'enhanced_' + name)
                    if value is None: value = number(frame, name)
                    if value is None: continue
                    fraction = number(frame, name.replace('_cadence', '_fractional_cadence'))
                    if name.endswith('_cadence') and fraction is not None: value += fraction
                    parts.append(f'{name}={value}')
                print(*parts)
    except fitdecode.FitError:
        pass
    """
}

/// Comparisons with `fitdecode`, an independent decoder of FIT files in Python.
@Suite(
  .enabled(if: Corpus.isPresent, "\(Corpus.absence)"),
  .enabled(
    if: FITDecode.isInstalled,
    "the Python package fitdecode is missing; install it with `pip install fitdecode==0.11.0`"))
struct FITDecodeTests {
  @Test(arguments: FITCorpusTests.rows)
  func `every record has the values that fitdecode reads`(row: CorpusRow) throws {
    let file = try Corpus.file(row.path).path
    let result = try Subprocess.run("python3", ["-c", FITDecode.script, file], timeoutSeconds: 300)
    #expect(result.exitCode == 0, "\(result.errors)")
    let records = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").map { Double($0) ?? .nan }
    }
    if records.isEmpty { return }
    if row.path.hasSuffix(FITCorpusTests.fileWithDamagedTime) { return }
    let (document, _) = try Reading.read(FileSource(path: file))
    var points = GeoPoints()
    for path in document.paths { points.append(contentsOf: path.points) }
    try #require(points.count == records.count)
    let sensors: [GeoSensor] = [
      .heartRate, .cadence, .power, .airTemperature, .distance, .speed,
    ]
    let columns =
      [
        points.latitudes.map { ($0 * 0x1p31 / 180).rounded() },
        points.longitudes.map { ($0 * 0x1p31 / 180).rounded() }, points.times, points.elevations,
      ]
      + sensors.map { points.sensors[$0.rawValue] }
      .map { $0.isEmpty ? Array(repeating: Double.nan, count: points.count) : $0 }
    let names = ["latitude", "longitude", "time", "elevation"] + sensors.map { "\($0)" }
    for (index, name) in names.enumerated() {
      let different = records.indices.first { record in
        let (own, other) = (columns[index][record], records[record][index])
        // A program's own field may supply a value that fitdecode reports under another name, and
        // a time without a date may be completed.
        if other.isNaN { return !own.isNaN && !["time", "power", "cadence"].contains(name) }
        return !(abs(own - other) < 1e-6)
      }
      #expect(different == nil, "\(name) of record \(different ?? 0)")
    }
  }

  @Test(arguments: FITCorpusTests.rows)
  func `every session and lap has the values that fitdecode reads`(row: CorpusRow) throws {
    let file = try Corpus.file(row.path).path
    let names = FITSummary.fields.map(\.name)
    let result = try Subprocess.run(
      "python3", ["-c", FITDecode.summaryScript, file, names.joined(separator: " ")],
      timeoutSeconds: 300)
    #expect(result.exitCode == 0, "\(result.errors)")
    let messages = result.output.split(separator: "\n").map { $0.split(separator: " ") }
    let document = try Reading.read(FileSource(path: file)).document
    let values = document.paths.flatMap {
      PreservedMarkup.foreignValues(in: $0.header.kept, of: document.header)
    }
    let laps = values.filter { $0.name == "lap" }.map { $0.value.split(separator: " ") }
    for lap in messages.filter({ $0.first == "lap" && $0[1] != "-" }) {
      let own = laps.filter { $0.contains("start_time=\(lap[1])") }.map { numbers($0, names) }
      let expected = numbers(lap, names)
      #expect(own.isEmpty || own.contains { areEqual($0, expected) }, "\(expected) in \(own)")
    }
    let sessions = messages.filter { $0.first == "session" }
    guard sessions.count == 1, document.paths.count == 1, let session = sessions.first else {
      return
    }
    // A lap without a start time is not kept. fitdecode does not convert times before 1990.
    let all = messages.count { $0.first == "lap" }
    let dated = messages.count { $0.first == "lap" && $0[1] != "-" }
    #expect((dated...all).contains(laps.count), "\(laps.count)")
    let own = numbers(values.map { "\($0.name)=\($0.value)"[...] }, names)
    let expected = numbers(session, names)
    #expect(areEqual(own, expected), "\(own) and \(expected)")
  }

  /// Returns the numbers with the given names from words such as `total_ascent=15`.
  private func numbers(_ words: [Substring], _ names: [String]) -> [String: Double] {
    words.reduce(into: [:]) { result, word in
      let parts = word.split(separator: "=").map(String.init)
      if parts.count == 2, names.contains(parts[0]) { result[parts[0]] = Double(parts[1]) }
    }
  }

  private func areEqual(_ own: [String: Double], _ other: [String: Double]) -> Bool {
    own.count == other.count
      && own.allSatisfy { name, value in other[name].map { abs($0 - value) < 1e-6 } == true }
  }
}
