import CartographerCore
import Foundation
import Geodesy

/// An external converter for file formats that Cartographer itself does not support.
struct ForeignConverter: Sendable {
  private enum Kind: String, CaseIterable {
    case gpsbabel, ogr2ogr

    /// The Debian package that contains the program.
    var package: String { self == .gpsbabel ? "gpsbabel" : "gdal-bin" }

    /// Returns an example of the option `--via` with a common format, for error messages.
    func example(_ use: Use) -> String {
      switch (self, use) {
      case (.gpsbabel, .reading): "--via gpsbabel:gdb"
      case (.gpsbabel, .writing): "--via gpsbabel:unicsv"
      case (.ogr2ogr, _): "--via ogr2ogr:GPKG"
      }
    }
  }

  private enum Use {
    case reading, writing
  }

  private let kind: Kind
  /// The name that the external program uses for the file format. If nil, the file's extension
  /// determines the format.
  private let format: String?
  private let program: ExternalProgram
  private let timeLimitSeconds: Double

  private static let defaultSeconds = 300.0

  /// The names of the supported programs.
  static let names = Kind.allCases.map(\.rawValue)

  /// Whether the program can convert a folder as a single data set, for example with one file per
  /// layer.
  var readsFolders: Bool { kind == .ogr2ogr }

  /// The name of this converter's program.
  var programName: String { program.name }

  /// Parses the value of `--via`, such as `gpsbabel:gdb`, and the value of `--time-limit`, and
  /// finds the program.
  ///
  /// - Parameter timeLimit: The time limit per file, such as `30min`, or nil for five minutes.
  /// - Throws: ``Failure`` with the code `usage` for an invalid time limit or unsupported program.
  /// - Throws: ``Failure`` with the code `unavailable` if the program is not installed.
  init(_ word: String, timeLimit: String?, _ environment: [String: String]) throws {
    let seconds = try timeLimit.map(Quantity.seconds(argument:)) ?? Self.defaultSeconds
    guard seconds > 0, seconds <= 86_400 else {
      throw Failure.usage("The value of `--time-limit` must be between 0 s and 24 h.")
    }
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    guard let kind = parts.first.flatMap(Kind.init), parts.count == 2 || !word.contains(":") else {
      throw Failure.usage(
        "The value '\(word)' of `--via` does not name a supported program.",
        remedy: "Specify gpsbabel or ogr2ogr, optionally with a format: --via gpsbabel:gdb")
    }
    self.kind = kind
    format = parts.count == 2 ? parts[1] : nil
    timeLimitSeconds = seconds
    program = try ExternalProgram(kind.rawValue, package: kind.package, environment)
  }

  /// The format of the files created by ``convert(_:in:)``. GeoJSON preserves more attributes than
  /// GPX.
  var intermediateFormat: FileFormat {
    let json = kind == .ogr2ogr ? FileFormat.named("geojson") : nil
    return json.flatMap { $0.canRead ? $0 : nil } ?? .gpx
  }

  // MARK: Importing

  /// Converts a file to the ``intermediateFormat``, and passes the result to a closure. The
  /// converted file is removed afterwards.
  ///
  /// - Throws: ``Failure`` for a missing file or a failed conversion.
  /// - Throws: Any error thrown by the closure.
  func importing<Value>(
    _ file: String, _ body: (ImportInput) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try await body(.conversion(of: file, at: convert(file, in: folder)))
  }

  /// Converts a file to the ``intermediateFormat``.
  ///
  /// - Returns: The converted file, in the given folder.
  /// - Throws: ``Failure`` for a missing file or a failed conversion.
  private func convert(_ file: String, in folder: TemporaryFolder) async throws -> URL {
    let source = URL(filePath: file).standardizedFileURL.path
    guard FileManager.default.isReadableFile(atPath: source) else {
      throw Failure(
        .noInput, code: "notFound", "The file \(file) does not exist or cannot be read.")
    }
    let output = folder.file("converted.\(intermediateFormat.fileExtension)")
    var arguments: [String]
    switch kind {
    case .gpsbabel:
      let format = try await gpsbabelFormat(of: source, .reading)
      arguments = ["-i", format, "-f", source, "-o", "gpx", "-F", output.path]
    case .ogr2ogr:
      arguments = format.map { ["-if", $0] } ?? []
      // GeoJSONSeq accepts several layers, and its coordinates are always in WGS 84.
      arguments +=
        intermediateFormat == .gpx
        ? ["-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES", "-t_srs", "EPSG:4326"]
        : ["-f", "GeoJSONSeq"]
      arguments += [output.path, source]
    }
    let outcome = try await run(arguments)
    guard outcome.exitCode == 0, FileManager.default.fileExists(atPath: output.path) else {
      throw Failure(
        .badData, code: "badData",
        "\(program.name) could not convert \(file)\(Self.reason(outcome))",
        remedy: "Check the file and the format, for example: \(kind.example(.reading))")
    }
    return output
  }

  // MARK: Exporting

  /// Exports items to a temporary GPX file, and converts this file.
  ///
  /// - Parameter isReplacing: Whether existing files are replaced.
  /// - Throws: ``Failure`` for a failed conversion.
  /// - Throws: ``LibraryError`` for items that cannot be exported.
  ///   The error is also thrown for a file that must not be replaced or cannot be written.
  func export(
    _ ids: [ItemID], from library: Library, to target: URL, isReplacing: Bool,
    isDryRun: Bool = false, options: ExportOptions,
    progress: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> ExportReport {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let gpx = folder.file("export.gpx")
    var options = options
    options.format = .gpx
    let report = try await library.export(
      ids, to: gpx, replacing: false, isDryRun: isDryRun, options: options, progress: progress)
    if report.isWritten, !isDryRun {
      let detail = "\(programName) writes \(target.lastPathComponent)"
      progress(JobProgress(fraction: nil, detail: detail))
      try await write(gpx, to: target, hasPaths: report.paths > 0, isReplacing: isReplacing)
    }
    return report
  }

  /// Converts a GPX file and writes the result to the given path. New files are written under
  /// temporary names and renamed when they are complete.
  ///
  /// - Parameters:
  ///   - hasPaths: Whether the GPX file contains routes or tracks.
  ///   - isReplacing: Whether existing files are replaced.
  /// - Throws: ``Failure`` for a failed conversion.
  /// - Throws: ``LibraryError`` `cannotWrite` if a file must not be replaced or cannot be written.
  private func write(_ gpx: URL, to target: URL, hasPaths: Bool, isReplacing: Bool) async throws {
    let parent = target.deletingLastPathComponent()
    let main = try FileSink.target(target, isReplacing: isReplacing).url
    // Beside the target, so that the files can be renamed.
    let folder = try TemporaryFolder(in: main.deletingLastPathComponent())
    defer { folder.remove() }
    let output = folder.file(target.lastPathComponent)
    var arguments: [String]
    switch kind {
    case .gpsbabel:
      let format = try await gpsbabelFormat(of: target.path, .writing)
      let filters = hasPaths ? await gpsbabelFilters(writing: format) : []
      arguments = ["-i", "gpx", "-f", gpx.path] + filters + ["-o", format, "-F", output.path]
    case .ogr2ogr:
      arguments = format.map { ["-f", $0] } ?? []
      arguments += [output.path, gpx.path] + (try Self.layers(of: gpx))
    }
    let outcome = try await run(arguments)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
    guard outcome.exitCode == 0, !files.isEmpty else {
      throw Failure(
        .inputOutput, code: "inputOutput",
        "\(program.name) could not write \(target.path)\(Self.reason(outcome))",
        remedy: kind == .gpsbabel
          ? "Check the format, for example: \(kind.example(.writing))"
          : """
          Check the format, for example: \(kind.example(.writing)). Some formats hold only places, \
          only routes or only tracks.
          """)
    }
    // Some formats, such as shapefiles, consist of several files.
    let finals = try files.sorted().map { name in
      let target = try FileSink.target(parent.appending(path: name), isReplacing: isReplacing)
      return (file: folder.file(name).path, target: target)
    }
    for (file, target) in finals {
      if let permissions = target.permissions { chmod(file, permissions) }
      guard rename(file, target.url.path) == 0 else {
        throw Failure(
          .cannotWrite, code: "cannotWrite",
          "\(target.url.path) cannot be written (\(String(cString: strerror(errno)))).")
      }
    }
  }

  /// Returns the names that ogr2ogr uses for the non-empty layers of a GPX file. Some formats can
  /// hold only one layer. All other layers that ogr2ogr reads from a GPX file merely repeat the
  /// points of routes and tracks.
  private static func layers(of gpx: URL) throws -> [String] {
    let all = [("waypoints", "<wpt"), ("routes", "<rtept"), ("tracks", "<trkpt")]
    let content = try Data(contentsOf: gpx, options: .mappedIfSafe)
    let found = all.filter { _, tag in content.firstRange(of: Data(tag.utf8)) != nil }
    return (found.isEmpty ? all : found).map(\.0)
  }

  // MARK: Programs

  private func run(_ arguments: [String]) async throws -> ExternalProgram.Outcome {
    try await program.run(arguments, timeLimitSeconds: timeLimitSeconds)
  }

  private static func reason(_ outcome: ExternalProgram.Outcome) -> String {
    outcome.lastErrors.isEmpty
      ? " (exit code \(outcome.exitCode))." : ": \(outcome.lastErrors)"
  }

  /// Returns the format that the user chose or, without a choice, the only GPSBabel format with the
  /// file's extension.
  ///
  /// - Throws: ``Failure`` with the code `usage` for an unknown or ambiguous extension.
  /// - Throws: ``Failure`` with the code `unavailable` if GPSBabel does not list its formats.
  private func gpsbabelFormat(of file: String, _ use: Use) async throws -> String {
    if let format { return format }
    let ending = URL(filePath: file).pathExtension.lowercased()
    guard !ending.isEmpty else {
      throw Failure.usage(
        "\(file) has no extension, so its format is unknown.",
        remedy: "Specify the format, for example: --via gpsbabel:gdb")
    }
    let outcome = try await run(["-^3"])
    guard outcome.exitCode == 0 else {
      throw Failure(
        .unavailable, code: "unavailable",
        "gpsbabel could not list its formats\(Self.reason(outcome))",
        remedy: "Specify the format, for example: --via gpsbabel:gdb")
    }
    let formats = GPSBabelFormat.list(outcome.output)
      .filter { use == .reading ? $0.canRead : $0.canWrite }
      .filter { $0.fileExtensions.contains(ending) }.map(\.name)
    if formats.count == 1 { return formats[0] }
    let all = formats.sorted().joined(separator: ", ")
    let example = formats.first ?? "gdb"
    throw Failure.usage(
      formats.isEmpty
        ? "gpsbabel has no format with the extension .\(ending)."
        : "Several gpsbabel formats have the extension .\(ending): \(all).",
      remedy: "Specify the format, for example: --via gpsbabel:\(example)")
  }

  /// Returns the GPSBabel options for writing path points in a format. The result is empty for a
  /// format that GPSBabel does not list.
  private func gpsbabelFilters(writing format: String) async -> [String] {
    // Options follow the name, as in unicsv,grid=utm.
    let name = format.split(separator: ",").first.map(String.init) ?? format
    if name == "unicsv" { return GPSBabelFormat.unicsvFilters }
    guard let outcome = try? await run(["-^3"]), outcome.exitCode == 0 else { return [] }
    return GPSBabelFormat.list(outcome.output).first { $0.name == name }?.writingFilters ?? []
  }
}
