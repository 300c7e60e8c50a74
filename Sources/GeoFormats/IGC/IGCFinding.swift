/// A kind of irregularity in a flight log. Each kind is reported once, with the number of its
/// occurrences.
enum IGCFinding {
  case pressureAltitude
  case zeroPressureAltitude
  case fixWithoutDate
  case fixWithoutAltitude
  case fixWithoutAdditions
  case taskPointLeftOut
  case headerLeftOut

  /// The diagnostic's code, action and message.
  var words: (code: Diagnostic.Code, action: Diagnostic.Action, message: String) {
    switch self {
    case .pressureAltitude:
      (.igcAltitude, .kept, "a pressure altitude is kept as an extension value")
    case .zeroPressureAltitude:
      (
        .igcAltitude, .kept,
        "a pressure altitude of 0 before the first non-zero pressure altitude is ignored"
      )
    case .fixWithoutDate:
      (.timeUnreadable, .repaired, "a point has no time, because no date precedes it in the file")
    case .fixWithoutAltitude:
      (
        .igcRecord, .repaired,
        "a B record ends before its GNSS altitude, so the point has no elevation"
      )
    case .fixWithoutAdditions:
      (
        .igcRecord, .repaired,
        "a B record is shorter than the I record declares, so additional data are missing"
      )
    case .taskPointLeftOut:
      (
        .recordIgnored, .skipped,
        "a task point beyond the limit of \(IGCTasks.mostPoints) task points is ignored"
      )
    case .headerLeftOut:
      (
        .recordIgnored, .skipped,
        "an H record beyond the limit of \(IGCReader.mostHeaders) H records was left out"
      )
    }
  }
}
