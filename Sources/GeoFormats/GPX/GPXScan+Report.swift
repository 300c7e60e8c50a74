import CExpat
import Geodesy

extension GPXScan {
  /// Passes the complete parts of unclosed elements to the ``GeoSink``. This method is called when
  /// reading stops before the end of the file.
  mutating func breakOff() {
    report.isComplete = false
    dropUnfinished()
    // Markup that has reached the limit is not preserved, not even its part before the limit.
    if parsing.limit?.code == .limitFragment {
      for level in 0...depth
      where levels[level].markup.count + levels[level].valueBytes > limits.preservedMarkup / 2 {
        levels[level].reset()
      }
      if path.segments.preservedBytes > limits.preservedMarkup { path.header.keptSegments = [:] }
    }
    switch context {
    case .waypoint, .routePoint, .trackPoint: skip(context)
    default: break
    }
    switch context {
    case .segment, .routePoint, .trackPoint:
      if context == .trackPoint { leavePoint() }
      if let kept = finishLevel(), context == .segment { keepSegment(kept) }
      leavePath()
    case .track, .route: leavePath()
    default: depth = min(depth, 1)
    }
  }

  private mutating func leavePoint() {
    depth -= 1
    context = .segment
  }

  private mutating func leavePath() {
    context = path.header.kind == .track ? .track : .route
    depth = 2
    if report.counts.routePoints + report.counts.trackPoints == path.pointsBefore {
      let element = context.text
      let name = path.header.name.map { " “\(Excerpt.of($0))”" } ?? ""
      let noun = path.header.kind.rawValue + name
      note(
        .pathCutOff, .kept, element: element,
        "the file ends before the first point of the \(noun), which is imported without points")
    }
    endPath()
    depth = 1
  }

  /// Returns the report on the whole file. Must be called after the parser has stopped.
  mutating func finish() -> GeoReadReport {
    if report.refusal == nil {
      reportDisorder()
      reportUnknown()
      reportShapingPoints()
      reportSwappedCoordinates()
    }
    report.elevationRange = extent.elevations
    report.timeRange = extent.times
    if report.refusal != nil {
      let (skipped, misplaced) = (report.counts.skipped, report.counts.misplacedPoints)
      report.counts = GeoCounts()
      report.counts.skipped = skipped
      report.counts.misplacedPoints = misplaced
      report.elevationRange = nil
      report.timeRange = nil
    }
    report.diagnostics = log.entries
    report.totals = log.totals
    return report
  }

  private mutating func reportSwappedCoordinates() {
    if let diagnostic = findings.swappedCoordinates(
      beside: extent.bounds, isSwapping: swapsCoordinates)
    {
      log.add(diagnostic)
    }
    report.swapMendsPositions =
      !swapsCoordinates && findings.areMendedBySwap(beside: extent.bounds)
  }

  private mutating func reportShapingPoints() {
    guard let first = findings.firstShapingPoint else { return }
    log.add(
      Diagnostic(
        line: first.line, column: first.column, element: "rpt",
        code: .pointShaping, action: .kept,
        message: """
          shaping points between route points are preserved as XML, but not drawn or measured; \
          the route is drawn as straight lines between its route points (number: \
          \(findings.shapingPointCount), first here)
          """))
  }

  private mutating func reportDisorder() {
    for entry in findings.disorder.entries {
      let message =
        "\(entry.kind.element) is out of order in \(entry.kind.parent); the elements will be exported in the schema's order"
      log.add(
        Diagnostic(
          at: entry.place, code: .orderNormalised, action: .kept, message: message + entry.times))
    }
  }

  private mutating func reportUnknown() {
    for entry in findings.unknown.entries {
      let parent = GPXName(rawValue: entry.parent) ?? .other
      let place = parent == .other ? "" : " in \(parent.text)"
      let times = entry.count == 1 ? "once" : "\(Numbers.grouped(entry.count)) times"
      log.add(
        Diagnostic(
          line: entry.line, column: entry.column, element: entry.name, code: .elementUnknown,
          action: .kept,
          message: """
            GPX has no element \(entry.name)\(place); it is preserved as XML (\(times), first here)
            """))
    }
    if findings.unknown.others > 0 {
      log.add(
        Diagnostic(
          code: .elementUnknown, action: .kept,
          message:
            "\(Numbers.grouped(findings.unknown.others)) more elements that GPX does not define are preserved as XML"
        ))
    }
  }
}
