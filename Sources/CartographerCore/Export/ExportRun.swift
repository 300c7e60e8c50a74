import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// An export in progress: the selected items, the export's options and the file format.
struct ExportRun {
  let context: ModelContext
  private let items: StoredItems
  private let rows: PointRows
  let options: ExportOptions
  private let format: GeoFormat
  private let selection: ExportSelection
  /// The headers of the files from which the exported items were imported, indexed by the import's
  /// database key.
  private let headers: [Int64: GeoFileHeader]
  private let groups: ExportGroups
  /// The format identifier of the file from which the exported items were imported. Nil unless all
  /// exported items come from a single import.
  private let sourceFormat: String?
  /// Whether the group names in the preserved markup are written unchanged. The value is true if a
  /// single import of a GPX file is exported as GPX; group names are then written only in the
  /// preserved markup.
  private let keepsGroups: Bool

  /// Whether an export of the whole library was requested although the library is empty.
  let isEmptyLibrary: Bool

  private static let placesAtOnce = 1_000
  private static let pathsAtOnce = 1_000
  private static let pointsAtOnce = 16_384

  /// Creates an export from a consistent snapshot of the store, and passes the export to a closure
  /// that writes the file.
  static func run<T>(
    _ container: ModelContainer, ids: [ItemID], options: ExportOptions,
    _ body: (ExportRun) throws -> T
  ) throws -> T {
    let context = ModelContext(container)
    return try context.snapshot {
      try body(ExportRun(context, ids: ids, options: options))
    }
  }

  private init(_ context: ModelContext, ids: [ItemID], options: ExportOptions) throws {
    self.context = context
    items = StoredItems(context)
    rows = PointRows(context)
    self.options = options
    let format = options.format.flatMap { GeoFormat.named($0.id) } ?? .gpx
    self.format = format
    selection = try ExportSelection(ids, in: context)
    isEmptyLibrary = ids.isEmpty && selection.places.isEmpty && selection.paths.isEmpty
    var headers: [Int64: GeoFileHeader] = [:]
    let keys = Set((selection.places + selection.paths).map(\.record))
      .union(selection.record.map { [$0.key] } ?? [])
    for key in keys.subtracting([0]) {
      let identifier = context.identifier(ItemID(.importRecord, key))
      guard let record = try context.model(ImportRecord.self, for: identifier) else { continue }
      headers[key] = try items.header(of: record)
    }
    self.headers = headers
    sourceFormat = try Self.sourceFormat(of: selection.record, in: context)
    keepsGroups =
      sourceFormat == GeoFormat.gpx.id && format == .gpx
    groups =
      keepsGroups
      ? ExportGroups()
      : try ExportGroups(of: selection, ids, leavesOut: options.valuesOnlyReason, in: context)
  }

  func write(to sink: some ByteSink, _ meter: ProgressMeter) throws -> ExportReport {
    let counts = try context.counts(of: Waypoint.self, by: \.path)
    let total =
      selection.places.count + selection.paths.reduce(0) { $0 + (counts[$1.id.key] ?? 0) }
    var report = ExportReport()
    report.format = FileFormat(format)
    let isOriginal = sourceFormat == format.id
    let writing = try writing(isOriginal: isOriginal)
    let writer = try format.writer(into: sink, options: writing)
    // Places come before paths, as GPX requires.
    for start in stride(from: 0, to: selection.places.count, by: Self.placesAtOnce) {
      let page = selection.places[start..<min(start + Self.placesAtOnce, selection.places.count)]
      try write(Array(page), writer, &report)
      try meter.advance(to: report.places, of: total)
    }
    for page in pathPages(counts) {
      let paths = try paths(page)
      // Short paths are read in one query; a long path has a page of its own and is read piece by
      // piece.
      let points = page.count > 1 ? try rows.points(ofPaths: page.map(\.id.key)) : nil
      for item in page {
        guard let path = paths[item.id.key] else { continue }
        let own = points.map { $0[item.id.key] ?? GeoPoints() }
        try write(item, path, own, writer, &report) { try meter.advance(to: $0.points, of: total) }
      }
    }
    // Groups refer to written items by number, so they follow the items.
    var findings = groups.findings
    try writer.groups(
      groups.written(report.numbers, isFiltering: options.isFiltering, &findings))
    report.findings =
      leftBehind(writing)
      + (try writer.finish().map(ImportReport.Finding.init)) + findings
      + (try omissions(report))
    report.paths -= writer.omittedPaths
    if let source = sourceFormat, !isOriginal, let record = selection.record {
      report.findings.append(
        ImportReport.Finding(
          Diagnostic(
            code: .formatConverted, action: .kept,
            message: """
              \(record) was imported from a file in the format \
              \(FileFormat.named(source)?.shortName ?? source), and is exported in the \
              format \(report.format.shortName), not in its original form
              """)))
    }
    return report
  }

  /// Returns the identifier of an import's file format, or nil if the given import is nil.
  private static func sourceFormat(
    of record: ItemID?, in context: ModelContext
  ) throws -> String? {
    guard let record else { return nil }
    let stored = try context.model(ImportRecord.self, for: context.identifier(record))
    return stored?.format ?? FileFormat.gpx.id
  }

  /// Returns the options for writing the exported file.
  ///
  /// - Parameter isOriginal: Whether the export is one import in the format of the imported file.
  ///   The imported file can then be reproduced.
  private func writing(isOriginal: Bool) throws -> GeoWritingOptions {
    var writing = GeoWritingOptions()
    let original = isOriginal ? selection.record.flatMap { headers[$0.key] } : nil
    writing.fileExtension = options.fileExtension
    writing.gpxVersion = options.version.flatMap(GPXVersion.init)
    writing.unchangedSource = options.writesValuesOnly || options.stripsTimes ? nil : original
    writing.headers = headers.sorted { $0.key < $1.key }.map(\.value)
    writing.isValidOnly = options.isValidOnly || options.stripsTimes
    writing.stripsTimes = options.stripsTimes
    writing.stripsExtensions = options.writesValuesOnly
    writing.declaresExtras = !groups.isEmpty
    writing.keepsGroups = keepsGroups
    if writing.unchangedSource?.metadata.bounds != nil { writing.bounds = try bounds() }
    return writing
  }

  /// Returns the minimum and maximum latitude and longitude among all written points. The result is
  /// nil if there are no points. GPX files store these values in the element `bounds`.
  private func bounds() throws -> GeoBounds? {
    var box = GeoBounds(south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
    func include(_ latitude: Double, _ longitude: Double) {
      box.south = min(box.south, latitude)
      box.north = max(box.north, latitude)
      box.west = min(box.west, longitude)
      box.east = max(box.east, longitude)
    }
    for item in selection.paths where options.pointsAtMost != nil {
      let points = try thinned(item.id).points
      for index in 0..<points.count { include(points.latitudes[index], points.longitudes[index]) }
    }
    let paths = options.pointsAtMost == nil ? selection.paths.map(\.id.key) : []
    try context.forEachChunk(
      of: Waypoint.self, [.double(\.latitude), .double(\.longitude), .date(\.timestamp)],
      rows: .leading(to: \.path, keys: paths)
    ) { chunk in
      let (latitudes, longitudes, times) = (chunk.doubles(0), chunk.doubles(1), chunk.doubles(2))
      for row in 0..<chunk.count {
        guard
          !options.isFiltering
            || options.admits(
              latitude: latitudes[row], longitude: longitudes[row], time: times[row])
        else { continue }
        include(latitudes[row], longitudes[row])
      }
    }
    for start in stride(from: 0, to: selection.places.count, by: Self.placesAtOnce) {
      let page = selection.places[start..<min(start + Self.placesAtOnce, selection.places.count)]
      for place in try places(Array(page)) where admits(place) {
        include(place.coordinate.latitude, place.coordinate.longitude)
      }
    }
    return box.south <= box.north ? box : nil
  }

  // MARK: Places

  private func places(_ page: [ExportSelection.Item]) throws -> [GeoPlace] {
    let found = try items.places(page.map(\.id.key))
    return page.compactMap { found[$0.id.key] }
  }

  private func write(
    _ page: [ExportSelection.Item], _ writer: any GeoWriter, _ report: inout ExportReport
  ) throws {
    for (item, place) in zip(page, try places(page)) {
      guard admits(place) else {
        report.refused += 1
        continue
      }
      writer.use(headers[item.record])
      var written = place
      written.extras.groups = groups.names(of: item.id)
      if options.writesValuesOnly {
        if written.kept != nil { report.leftOut += 1 }
        written.kept = nil
        written.extras = GeoExtras()
      }
      try writer.place(written)
      report.places += 1
      if groups.referenced.contains(item.id) {
        report.numbers[item.id] = .place(report.places)
      }
    }
  }

  private func admits(_ place: GeoPlace) -> Bool {
    !options.isFiltering
      || options.admits(
        latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
        time: place.time?.timeIntervalSinceReferenceDate ?? .nan)
  }

  // MARK: Paths

  /// Divides the paths into batches without changing their order. The paths in a batch are read
  /// together. A batch contains either several short paths or one path of any length.
  ///
  /// - Parameter counts: The number of points in each path, indexed by the path's key.
  private func pathPages(_ counts: [Int64: Int]) -> [ArraySlice<ExportSelection.Item>] {
    let paths = selection.paths
    // A path whose points are filtered or thinned is read separately.
    let mayShare = !options.isFiltering && options.pointsAtMost == nil
    var pages: [ArraySlice<ExportSelection.Item>] = []
    var (start, points) = (0, 0)
    for (index, item) in paths.enumerated() {
      let own = counts[item.id.key] ?? 0
      let hasRoom =
        mayShare && index - start < Self.pathsAtOnce && points + own <= Self.pointsAtOnce
      if index > start, !hasRoom {
        pages.append(paths[start..<index])
        (start, points) = (index, 0)
      }
      points += own
    }
    if start < paths.count { pages.append(paths[start...]) }
    return pages
  }

  private func paths(_ page: ArraySlice<ExportSelection.Item>) throws -> [Int64: Path] {
    let identifiers = page.map { context.identifier($0.id) }
    let found = try context.fetch(
      FetchDescriptor<Path>(predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
    return Dictionary(
      uniqueKeysWithValues: found.map { ($0.persistentModelID.primaryKey, $0) })
  }

  /// Writes a path with its points.
  ///
  /// - Parameter points: All points of the path if they have been read already, or nil to read them
  ///   in batches.
  private func write(
    _ item: ExportSelection.Item, _ path: Path, _ points: GeoPoints?, _ writer: any GeoWriter,
    _ report: inout ExportReport, _ wrote: (ExportReport) throws -> Void
  ) throws {
    let chosen =
      options.isFiltering || options.pointsAtMost != nil ? try thinned(item.id) : nil
    report.refused += chosen?.refused ?? 0
    // If all points of a path are filtered out, the path's name is not written either.
    if options.isFiltering, chosen?.points.isEmpty ?? false { return }
    writer.use(headers[item.record])
    var header = try items.header(path)
    if let origins = chosen?.origins {
      let kept = header.keptSegments
      header.keptSegments = origins.compactMapValues { kept[$0] }
      header.segments = 0
    }
    header.extras.groups = groups.names(of: item.id)
    if options.writesValuesOnly {
      report.leftOut += header.keptSegments.count + (header.kept == nil ? 0 : 1)
      header.kept = nil
      header.keptSegments = [:]
      header.extras = GeoExtras()
    }
    if groups.referenced.contains(item.id) {
      report.numbers[item.id] = .path(report.paths + 1)
    }
    guard let chosen else {
      report.paths += 1
      try writer.beginPath(header)
      if let points {
        if !points.isEmpty { try write(points, writer, &report) }
        try wrote(report)
      } else {
        try rows.forEachPiece(of: item.id) { points in
          try write(points, writer, &report)
          try wrote(report)
        }
      }
      return try writer.endPath()
    }
    // A route has no segments, so each of its parts is written as a separate route.
    for points in header.kind == .route ? chosen.parts : [chosen.points] {
      report.paths += 1
      try writer.beginPath(header)
      try write(points, writer, &report)
      try writer.endPath()
      try wrote(report)
      header.kept = nil
    }
  }

  private func write(
    _ points: GeoPoints, _ writer: any GeoWriter, _ report: inout ExportReport
  ) throws {
    report.pathPoints += points.count
    guard options.writesValuesOnly else { return try writer.points(points) }
    report.leftOut += points.kept.count
    try writer.points(points.withoutKept())
  }

  /// Returns the diagnostics about metadata that was read from the imported files but is not
  /// exported. Metadata is exported only if the export reproduces a single imported file.
  private func leftBehind(_ writing: GeoWritingOptions) -> [ImportReport.Finding] {
    guard writing.unchangedSource == nil else { return [] }
    return writing.headers.compactMap { $0.leftBehind() }
      .map(ImportReport.Finding.init)
  }

  /// Returns the diagnostics about omitted data: preserved markup, filtered points and missing
  /// items.
  private func omissions(_ report: ExportReport) throws -> [ImportReport.Finding] {
    func finding(_ code: Diagnostic.Code, _ message: String) -> ImportReport.Finding {
      ImportReport.Finding(Diagnostic(code: code, action: .skipped, message: message))
    }
    var findings: [ImportReport.Finding] = []
    if report.leftOut > 0 {
      let option = options.valuesOnlyReason ?? ""
      findings.append(
        finding(
          .contentLeftOut,
          """
          the preserved markup of \(Numbers.grouped(report.leftOut)) \
          \(report.leftOut == 1 ? "point, place, segment or path" : "points, places, segments or paths") \
          (extensions, comments, repeated elements) was not exported, since \(option)
          """))
    }
    if report.refused > 0 {
      let isTimed = options.from != nil || options.until != nil
      findings.append(
        finding(
          .contentLeftOut,
          (report.refused == 1
            ? "1 point or place was not exported: "
            : "\(Numbers.grouped(report.refused)) points and places were not exported: ")
            + (options.privacyZones.isEmpty
              ? "the export excludes points that have no time or are outside the time range"
              : isTimed
                ? """
                the export excludes points that are in a privacy zone, have no time, or are outside the time \
                range
                """
                : "the export excludes points in a privacy zone")))
    }
    // An export of an import may have fewer items than the file had, which the user cannot see in
    // the export.
    let written = selection.places.count + selection.paths.count
    if let record = selection.record, let count = headers[record.key]?.itemCount, written < count {
      findings.append(
        finding(
          .importPartial,
          """
          \(Numbers.grouped(count - written)) of the \(Numbers.counted(count, "item")) that \(record) created \
          \(count - written == 1 ? "was" : "were") not exported (now part of another import of the file, \
          in the trash, or deleted)
          """))
    }
    return findings
  }
}
