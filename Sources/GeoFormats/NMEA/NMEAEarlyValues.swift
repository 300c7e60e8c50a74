/// The values of VTG and GSA sentences that belong to the next NMEA sentence that includes a time.
struct NMEAEarlyValues {
  private var values: NMEAEpoch?

  var isEmpty: Bool { values == nil }

  /// Adds the values of an NMEA sentence that has no time field. If a VTG sentence is repeated, its
  /// values replace all earlier values.
  mutating func add(_ sentence: NMEASentence, _ line: Int, _ findings: inout NMEAFindings) {
    var values = values ?? NMEAEpoch()
    if values.isRepetition(sentence.type, isAfterRepetition: false) {
      countUnused(&findings)
      values = NMEAEpoch()
    }
    if values.line == 0 { values.line = line }
    if values.add(sentence) {
      findings.addUnreadableValues(of: sentence, line)
      self.values = values
    } else {
      findings.addUnknown(sentence.type, line)
    }
  }

  /// Moves the values to the given epoch, whose time is known.
  mutating func pass(to epoch: inout NMEAEpoch, _ findings: inout NMEAFindings) {
    guard let values else { return }
    self.values = nil
    if let line = epoch.setEarly(values) { findings.add(.unusedValues, line) }
  }

  /// Counts the values, if any, as unused, because they belong to no epoch with a time.
  func countUnused(_ findings: inout NMEAFindings) {
    if let values, values.hasUntimedValues { findings.add(.unusedValues, values.line) }
  }
}
