import GeoFormats

/// Properties for import problems that the user can resolve by changing how the file is read.
extension ImportReport {
  /// Whether latitudes are out of range, but would be valid if latitude and longitude were swapped.
  package var hasSwappedCoordinates: Bool { swapAdvice != nil }

  /// The finding that advises swapping latitude and longitude. Nil if the file needs no swap.
  package var swapAdvice: Finding? {
    diagnostics.first {
      $0.code == Diagnostic.Code.coordinateSwapped.rawValue && $0.remedy == .swapCoordinates
    }
  }

  /// The recognised columns of a table, such as `lat=1, lon=2, name=3; delimiter: comma`. The value
  /// is nil if the file is not a table.
  package var columns: String? {
    diagnostics.first { $0.code == Diagnostic.Code.csvColumns.rawValue }.map { finding in
      let text = finding.message
      return text.firstRange(of: ": ").map { String(text[$0.upperBound...]) } ?? text
    }
  }

  /// The external program that could convert a file in an unknown format. Nil for a file in a known
  /// format, and for a store.
  package var suggestedConverter: ImportRemedy.Converter? {
    let codes = [Diagnostic.Code.inputUnknown, .rootUnexpected].map(\.rawValue)
    guard status == .refused, let finding = diagnostics.last, codes.contains(finding.code) else {
      return nil
    }
    switch finding.remedy {
    case .convert(let converter): return converter
    // An XML file without a remedy is a page or a picture rather than a file of another program.
    case nil: return finding.code == Diagnostic.Code.inputUnknown.rawValue ? .gpsbabel : nil
    case .liftLimits, .swapCoordinates, .chooseColumns, .openStore: return nil
    }
  }

  /// All findings except the list of a table's columns. The array is empty for a rejected file,
  /// because ``refusalReason(_:)`` explains the rejection.
  package var remarks: [Finding] {
    status == .refused
      ? [] : diagnostics.filter { $0.code != Diagnostic.Code.csvColumns.rawValue }
  }

  /// The finding about the damage, or the exceeded limit, at which reading stopped. Nil if the
  /// whole file was read.
  package var damage: Finding? {
    let damage: Set<Diagnostic.Code> = [
      .inputDamaged, .xmlTruncated, .xmlMalformed, .jsonTruncated, .jsonMalformed,
    ]
    let codes = damage.union(Diagnostic.Code.readingLimits).map(\.rawValue)
    return remarks.first {
      $0.action == Diagnostic.Action.skipped.rawValue && codes.contains($0.code)
    }
  }

  /// Returns the reason for rejecting the file. The result is nil if the file was accepted.
  ///
  /// - Parameter words: A closure that describes a remedy in the user interface's own terms.
  ///   The description is a clause.
  package func refusalReason(_ words: (ImportRemedy) -> String) -> String? {
    guard status == .refused else { return nil }
    if hasSwappedCoordinates {
      return "all latitudes are out of range; latitude and longitude are probably swapped"
    }
    return diagnostics.last?.text(words) ?? "the file cannot be imported"
  }
}
