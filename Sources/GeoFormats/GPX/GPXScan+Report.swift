import CExpat

extension GPXScan {
  /// Delivers what stands complete in an element that will never be closed.
  mutating func breakOff() {
    report.isComplete = false
    switch context {
    case .waypoint, .routePoint, .trackPoint: skip(context)
    default: break
    }
    switch context {
    case .track, .route, .segment, .routePoint, .trackPoint: endPath()
    default: break
    }
  }

  /// The report of the whole run, once the parser has stopped.
  mutating func finish() -> GeoReadReport {
    if report.refusal == nil { reportNotKept() }
    if elevationLow <= elevationHigh { report.elevationRange = elevationLow...elevationHigh }
    if timeLow <= timeHigh { report.timeRange = timeLow...timeHigh }
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

  private mutating func reportNotKept() {
    for entry in notKept.entries {
      let parent = GPXName(rawValue: entry.parent) ?? .other
      let place = parent == .other ? "" : " in \(parent.text)"
      let times = entry.count == 1 ? "once" : "\(entry.count) times"
      log.add(
        Diagnostic(
          line: entry.line, column: entry.column, element: entry.name, code: .elementNotKept,
          action: .skipped, message: "\(entry.name)\(place) is not kept (\(times), first here)"))
    }
    if notKept.others > 0 {
      log.add(
        Diagnostic(
          code: .elementNotKept, action: .skipped,
          message: "\(notKept.others) elements of yet other names are not kept"))
    }
  }
}
