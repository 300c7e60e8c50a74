import Foundation
import GeoFormats
import TestSupport
import Testing

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
    let document = try Reading.read(FileSource(path: file)).document
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
}
