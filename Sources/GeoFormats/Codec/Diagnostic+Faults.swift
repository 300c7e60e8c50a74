extension Diagnostic {
  /// Whether a strict import refuses the file for it.
  ///
  /// Nearly every diagnostic is a fault. The others tell of what GPX leaves to programs, or of what
  /// reads back as it was.
  public var isFault: Bool { !Code.harmless.contains(code) }
}

extension Diagnostic.Code {
  /// What is worth saying and no fault of the file.
  static let harmless: Set<Diagnostic.Code> = [
    .elementDuplicate, .elementUnknown, .inputUnpacked, .orderNormalised, .timeZoneMissing,
  ]
}
