import Foundation
import TestSupport
import Testing

/// Tests that compare operations on the sample trip with gpsbabel and gpxpy, if they are installed.
@Suite struct PeerOperationTests {
  private static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
    (try? Subprocess.run(program, arguments))?.exitCode == 0
  }
  private static let hasGPSBabel = succeeds("gpsbabel", ["-V"])
  private static let hasGpxpy = succeeds("python3", ["-c", "import gpxpy"])

  private static let days = [
    "day-1-saint-evrard-refuge-du-neve.gpx", "day-2-refuge-du-neve-yukimi-goya.gpx",
    "day-3-yukimi-goya-champ-renaud.gpx",
  ]

  /// A gap in the notation of cartographer and of gpsbabel.
  struct Gap: Sendable {
    let ours: String
    let theirs: String
  }
  static let gaps = [
    Gap(ours: "5min", theirs: "split=5m"), Gap(ours: "1min", theirs: "split=1m"),
    Gap(ours: "90s", theirs: "split=90s"), Gap(ours: "40m", theirs: "sdistance=0.04k"),
  ]

  /// Returns a program whose store contains the only path of one sample file.
  private func program(with file: String) throws -> CLIProgram {
    let program = try CLIProgram()
    #expect(try program.run(["import", PackageFiles.sample(file).path]).exitCode == 0)
    return program
  }

  private func export(_ program: CLIProgram, _ ids: [String] = []) throws -> URL {
    let target = program.folder.file("\(UUID().uuidString).gpx")
    let result = try program.run(["export"] + ids + ["-o", target.path])
    #expect(result.exitCode == 0, "\(result.errors)")
    return target
  }

  private func gpsbabel(
    _ file: URL, in program: CLIProgram, _ filters: String...
  ) throws -> URL {
    let target = program.folder.file("\(UUID().uuidString).gpx")
    let result = try Subprocess.run(
      "gpsbabel",
      ["-t", "-i", "gpx", "-f", file.path] + filters.flatMap { ["-x", $0] }
        + ["-o", "gpx", "-F", target.path])
    #expect(result.exitCode == 0, "\(result.errors)")
    return target
  }

  private func count(_ tag: String, in file: URL) throws -> Int {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "<\(tag)").count - 1
  }

  private func coordinates(in file: URL) throws -> [[Double]] {
    try String(contentsOf: file, encoding: .utf8)
      .matches(of: /<trkpt lat="([-\d.]+)" lon="([-\d.]+)"/)
      .map { [Double($0.1) ?? .nan, Double($0.2) ?? .nan] }
  }

  @Test(
    .enabled(if: hasGPSBabel, "gpsbabel is not on this machine"), arguments: days,
    gaps)
  func `splitting at gaps gives the same pieces as gpsbabel`(file: String, gap: Gap) throws {
    let program = try program(with: file)
    let theirs = try gpsbabel(
      PackageFiles.sample(file), in: program, "track,pack,\(gap.theirs)")
    let result = try program.run(["split", "P1", "--gap", gap.ours, "--json"])
    let pieces = try count("trk>", in: theirs)
    guard pieces > 1 else {
      #expect(result.output.contains("cannot be split"), "gpsbabel does not split the track")
      return
    }
    // A split whose pieces are nearly all single points is refused, with the number of pieces.
    guard result.exitCode == 0 else {
      #expect(result.errors.contains("of the \(pieces) pieces would be single points"))
      return
    }
    let ours = try export(program)
    #expect(try count("trk>", in: ours) == pieces)
    #expect(try count("trkpt", in: ours) == count("trkpt", in: theirs))
  }

  @Test(.enabled(if: hasGPSBabel, "gpsbabel is not on this machine"))
  func `joining by time gives the same points in the same order as gpsbabel`() throws {
    let program = try CLIProgram()
    for file in Self.days.reversed() {
      #expect(try program.run(["import", PackageFiles.sample(file).path]).exitCode == 0)
    }
    let whole = try export(program)
    let result = try program.run(["join", "P1", "P2", "P3", "--order", "time"])
    #expect(result.exitCode == 0, "\(result.errors)")
    let (ours, theirs) = try (
      coordinates(in: export(program)), coordinates(in: gpsbabel(whole, in: program, "track,pack"))
    )
    #expect(ours.count == theirs.count)
    for (own, other) in zip(ours, theirs) {
      #expect(abs(own[0] - other[0]) < 1e-8 && abs(own[1] - other[1]) < 1e-8)
    }
  }

  @Test(.enabled(if: hasGpxpy, "python3 with gpxpy is not on this machine"), arguments: days)
  func `lengths, elevations and durations are close to those of gpxpy`(file: String) throws {
    let program = try program(with: file)
    let script = """
      import gpxpy, json, sys
      track = gpxpy.parse(open(sys.argv[1], encoding="utf-8")).tracks[0]
      points = [p for s in track.segments for p in s.points]
      print(json.dumps([track.length_2d(), track.get_duration(), len(points),
                        min(p.elevation for p in points), max(p.elevation for p in points)]))
      """
    let path = PackageFiles.sample(file).path
    let output = try Subprocess.run("python3", ["-c", script, path])
    let theirs = try JSONDecoder().decode([Double].self, from: output.standardOutput)
    let total = try #require(try program.json("stats", "P1")["total"] as? [String: Any])
    func ours(_ key: String) -> Double { (total[key] as? NSNumber)?.doubleValue ?? .nan }
    // gpxpy models the earth as a sphere with the equatorial radius.
    #expect(abs(ours("lengthMetres") / theirs[0] - 1) < 0.005)
    #expect(ours("points") == theirs[2])
    #expect(ours("elevationMin") == theirs[3])
    #expect(ours("elevationMax") == theirs[4])
    // gpxpy leaves out the time between segments.
    #expect(ours("durationSeconds") >= theirs[1])
  }

  /// A Python script computes the greatest distance of a removed point from the simplified line, in
  /// a plane.
  @Test(
    .enabled(if: hasGpxpy, "python3 with gpxpy is not on this machine"), arguments: days, [3, 12.5])
  func `simplified paths stay within the tolerance, as computed by gpxpy`(
    file: String, tolerance: Double
  ) throws {
    let program = try program(with: file)
    let result = try program.run(["simplify", "P1", "--tolerance", "\(tolerance)m"])
    #expect(result.exitCode == 0, "\(result.errors)")
    let script = """
      import gpxpy, math, sys
      def segments(path):
          track = gpxpy.parse(open(path, encoding="utf-8")).tracks[0]
          return [[(p.latitude, p.longitude) for p in s.points] for s in track.segments]
      worst, kept = 0.0, 0
      for before, after in zip(segments(sys.argv[1]), segments(sys.argv[2])):
          scale = math.cos(math.radians(before[0][0]))
          plane = lambda p: (p[1] * scale * 111319.49, p[0] * 111132.95)
          position = 0
          for start, end in zip(after, after[1:]):
              first = before.index(start, position)
              last = before.index(end, first + 1)
              (ax, ay), (bx, by) = plane(start), plane(end)
              length = (bx - ax) ** 2 + (by - ay) ** 2
              for point in before[first + 1:last]:
                  x, y = plane(point)
                  t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0
                  t = min(max(t, 0), 1)
                  worst = max(worst, math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
              position = last
          kept += len(after)
      print(worst, kept)
      """
    let output = try Subprocess.run(
      "python3", ["-c", script, PackageFiles.sample(file).path, export(program).path])
    #expect(output.exitCode == 0, "\(output.errors)")
    let numbers = output.output.split(separator: " ").compactMap { Double($0.trimmed) }
    try #require(numbers.count == 2)
    // The length of a degree in the plane differs slightly from that on the ellipsoid.
    #expect(numbers[0] <= tolerance * 1.01)
    #expect(numbers[0] > tolerance / 2, "more points are kept than the tolerance requires")
    #expect(numbers[1] < 600)
  }

  @Test(.enabled(if: hasGpxpy, "python3 with gpxpy is not on this machine"), arguments: days)
  func `reversing twice, splitting and joining give back the original points`(
    file: String
  ) throws {
    let program = try program(with: file)
    for arguments in [
      ["reverse", "P1"], ["reverse", "P1"], ["split", "P1", "--at", "300"], ["join", "P1", "P2"],
    ] {
      let result = try program.run(arguments)
      #expect(result.exitCode == 0, "\(arguments): \(result.errors)")
    }
    let script = """
      import gpxpy, sys
      def points(path):
          gpx = gpxpy.parse(open(path, encoding="utf-8"))
          return [[(p.latitude, p.longitude, p.elevation, p.time) for p in s.points]
                  for t in gpx.tracks for s in t.segments]
      before, after = points(sys.argv[1]), points(sys.argv[2])
      print("same" if before == after else [len(s) for s in after])
      """
    let output = try Subprocess.run(
      "python3", ["-c", script, PackageFiles.sample(file).path, export(program).path])
    #expect(output.output == "same\n", "\(output.errors)")
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
