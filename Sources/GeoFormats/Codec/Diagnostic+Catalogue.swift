extension Diagnostic.Code {
  /// What is to be known of a code.
  public struct Entry: Hashable, Sendable {
    public let code: Diagnostic.Code
    /// What may have been done about it.
    public let actions: [Diagnostic.Action]
    /// Whether a strict import refuses the file for it.
    public let isFault: Bool
    /// When it is reported, and what becomes of the thing.
    public let meaning: String

    fileprivate init(
      _ code: Diagnostic.Code, _ actions: [Diagnostic.Action], isFault: Bool = true,
      _ meaning: String
    ) {
      self.code = code
      self.actions = actions
      self.isFault = isFault
      self.meaning = meaning
    }
  }

  /// Every code there is, in the order of the manual.
  public static let catalogue: [Entry] = [
    Entry(
      .coordinateMissing, [.skipped],
      "a point has no latitude or no longitude; it is kept as XML and is no item"),
    Entry(
      .coordinateUnreadable, [.skipped],
      """
      a latitude or longitude is no finite decimal number (empty, NaN, degrees with \
      minutes); as above
      """),
    Entry(
      .coordinateOutOfRange, [.skipped],
      "a latitude outside −90…90 or a longitude outside −180…180; as above"),
    Entry(
      .coordinateDecimalComma, [.repaired],
      "a latitude or longitude has a decimal comma; 46,123 can only be 46.123"),
    Entry(
      .pointMisplaced, [.kept],
      "a point stands under a parent that cannot hold it; it is kept as XML there"),
    Entry(
      .pointOrphaned, [.skipped],
      "a point stands under its right parent, which is itself out of place; kept as XML"),
    Entry(
      .timeUnreadable, [.repaired],
      """
      a time is no date and time of day, or outside the years 1…9999; no time, the text is \
      kept
      """),
    Entry(
      .timeZoneMissing, [.kept], isFault: false,
      "a time has no zone; it is taken as UTC and written without one"),
    Entry(
      .timeUnwritable, [.skipped],
      "a time to be written is outside the years 1…9999"),
    Entry(
      .elevationUnreadable, [.repaired],
      "an elevation is no finite decimal number; no elevation, the text is kept"),
    Entry(
      .elevationDecimalComma, [.repaired],
      "512,5 is read as 512.5; 1,500 has two readings and is unreadable"),
    Entry(
      .valueInvalid, [.kept, .repaired],
      "the text of another field is no value of it; no value, the text is kept"),
    Entry(
      .elementDuplicate, [.kept], isFault: false,
      """
      an element that may stand once stands again; the first is the value, the others stay \
      as XML
      """),
    Entry(
      .elementUnknown, [.kept], isFault: false,
      """
      elements of GPX's namespace that GPX does not have there; one diagnostic a name, \
      with a count
      """),
    Entry(
      .orderNormalised, [.kept], isFault: false,
      "elements stand in another order than the schema's; they are written in that"),
    Entry(
      .textStray, [.kept],
      "text stands where the schema has elements only"),
    Entry(
      .textIllegalCharacter, [.repaired],
      """
      a character that XML cannot hold, also as a reference such as &#8;; read and written as \
      U+FFFD
      """),
    Entry(
      .textAmpersand, [.repaired],
      "an & that begins no reference, as in Tom & Jerry; read as the character"),
    Entry(
      .textBracket, [.repaired],
      "a < in text that can begin no tag, as in a < b; read as the character"),
    Entry(
      .entityUndeclared, [.repaired],
      """
      nothing declares an entity: one of HTML (&nbsp;) is read as its character, another kept \
      as the text it is
      """),
    Entry(
      .namespaceUndeclared, [.repaired],
      "nothing declares a prefix; it gets its well-known meaning, or one made from its name"),
    Entry(
      .rootMissing, [.repaired],
      "items stand in the file without a gpx element around them"),
    Entry(
      .rootCase, [.repaired],
      "the root element is GPX in capital letters"),
    Entry(
      .rootVersion, [.kept],
      "the root states a version that does not exist, or none; read as 1.1"),
    Entry(
      .rootUnexpected, [.refused],
      "the root element belongs to no format known here"),
    Entry(
      .xmlLeadingSpace, [.repaired],
      "blanks stand before the XML declaration"),
    Entry(
      .xmlLeadingContent, [.repaired],
      "bytes that are no XML stand before the document; they are left out"),
    Entry(
      .xmlGlued, [.repaired],
      "another document follows; its items are read as items of the same file"),
    Entry(
      .xmlTrailingContent, [.skipped],
      "something that is no GPX follows the end of the document"),
    Entry(
      .xmlMalformed, [.skipped, .refused],
      """
      the XML is broken; what stood complete before is read, and the file refused if that \
      is nothing
      """),
    Entry(
      .xmlTruncated, [.skipped, .refused],
      "the file ends before its last element is closed; as above"),
    Entry(
      .encodingMismatch, [.repaired],
      "the declared encoding contradicts the bytes, which are believed"),
    Entry(
      .encodingUnsupported, [.repaired],
      "nobody knows the declared encoding; read as UTF-8"),
    Entry(
      .encodingInvalidBytes, [.repaired],
      "bytes that are nothing in the file's encoding; read as windows-1252"),
    Entry(
      .dtdExternal, [.skipped],
      "the file names an external document type definition, which is never read"),
    Entry(
      .dtdEntitySkipped, [.skipped],
      "a reference to an entity that is outside the file or nowhere"),
    Entry(
      .dtdAmplification, [.refused],
      "entities multiply beyond a factor of 100 after 8 MiB; --no-limits does not lift this"),
    Entry(
      .inputEmpty, [.refused],
      "the file holds nothing"),
    Entry(
      .inputUnknown, [.refused],
      "the file is of no format known here"),
    Entry(
      .inputUnpacked, [.kept], isFault: false,
      "the file is packed with gzip, bzip2 or ZIP, and was unpacked"),
    Entry(
      .inputMembersLeft, [.skipped],
      "the ZIP archive holds more files than the one read, the first GPX in it"),
    Entry(
      .inputDamaged, [.skipped, .kept, .refused],
      """
      packed data are damaged or end too early; as for broken XML, or kept where only a \
      check sum is wrong, and something after them that is not packed is skipped
      """),
    Entry(
      .inputCompressed, [.refused],
      """
      the file is packed in a way not read here (xz, Zstandard, 7-Zip, tar), or an archive \
      without GPX
      """),
    Entry(
      .inputEncrypted, [.refused],
      "the ZIP archive is encrypted, and holds no GPX that is not; to be unpacked with its password"
    ),
    Entry(
      .limitToken, [.refused],
      "a tag, comment or attribute list is longer than 16 MiB"),
    Entry(
      .limitText, [.refused],
      "the text of one element is longer than 16 MiB"),
    Entry(
      .limitDepth, [.refused],
      "elements are nested more than 50 000 deep"),
    Entry(
      .limitFragment, [.refused],
      "more than 16 MiB would be kept as XML of one element"),
    Entry(
      .limitUnpacked, [.refused],
      "a packed file holds more than 4 GiB"),
    Entry(
      .limitRatio, [.refused],
      "a packed file grows to more than 200 times its size (counted from 64 KiB on)"),
    Entry(
      .limitEmptyPaths, [.skipped],
      "on importing: more than 1 000 routes and tracks have neither points nor fields; the rest of them is left out"
    ),
    Entry(
      .inputNothingUsable, [.refused],
      "the file has no place and no point that can be used"),
    Entry(
      .inputFaults, [.refused],
      "the file has faults, and a strict import was asked for"),
    Entry(
      .updateEdited, [.kept], isFault: false,
      "on importing a file that changed: an item was edited here too, and stays as it is here"),
    Entry(
      .updateCutOff, [.kept],
      "on importing a file that changed: it breaks off inside an item that has more points here, which stays"
    ),
    Entry(
      .updateGone, [.kept], isFault: false,
      "on importing a file that changed: an item is not in it any more, and stays"),
    Entry(
      .updateTrashed, [.kept], isFault: false,
      "on importing a file again: an item of it is in the trash, and stays there"),
    Entry(
      .updateGroup, [.kept], isFault: false,
      "on importing: a group that the file describes was edited here, and stays unchanged"),
    Entry(
      .importSimilar, [.kept], isFault: false,
      """
      on importing: an earlier import has something in common with the file, too little to be \
      sure that it is the same file; all of it is added
      """),
    Entry(
      .importSuperseded, [.kept], isFault: false,
      "on importing a file again: a later import changed its items, and they stay as they are"),
    Entry(
      .importPartial, [.skipped],
      "on writing an import: not all that it brought belongs to it any more, or is still there"),
    Entry(
      .metadataLeftBehind, [.skipped],
      "on writing: what a file says of itself goes with the whole file only"),
    Entry(
      .versionUnwritable, [.skipped, .repaired],
      "on writing: the version asked for has no place for it"),
    Entry(
      .schemaLeftOut, [.skipped],
      "on writing: the schema forbids it, and only what is valid was asked for"),
    Entry(
      .contentLeftOut, [.skipped],
      "on writing: what was to be left out: times, extensions, or what may tell of a private place"),
  ]

  /// What is worth saying and no fault of the file: what GPX leaves to programs, or what is written
  /// back as it was.
  fileprivate static let harmless = Set(catalogue.lazy.filter { !$0.isFault }.map(\.code))
}

extension Diagnostic {
  /// Whether a strict import refuses the file for it; nearly every diagnostic is a fault.
  public var isFault: Bool { !Code.harmless.contains(code) }
}
