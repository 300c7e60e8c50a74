extension Diagnostic.Code {
  /// The description of a diagnostic code in the manual.
  public struct Entry: Hashable, Sendable {
    public let code: Diagnostic.Code
    /// The actions that the codec may take when it reports this code.
    public let actions: [Diagnostic.Action]
    /// Whether a strict import rejects a file with this diagnostic.
    public let isFault: Bool
    /// The condition that a diagnostic code reports, and what the codec does with the affected
    /// element.
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

  /// All diagnostic codes, in the order in which the manual lists them.
  public static let catalogue: [Entry] = [
    Entry(
      .coordinateMissing, [.skipped],
      "a point has no latitude or no longitude; it is preserved as XML and is not imported"),
    Entry(
      .coordinateUnreadable, [.skipped],
      """
      a latitude or longitude is not a finite decimal number (empty, NaN, degrees with \
      minutes); the point is preserved as XML and is not imported
      """),
    Entry(
      .coordinateOutOfRange, [.skipped],
      """
      a latitude is outside −90…90 or a longitude outside −180…180; the point is preserved as \
      XML and is not imported
      """),
    Entry(
      .coordinateDecimalComma, [.repaired],
      "a latitude or longitude has a decimal comma; 46,123 can only mean 46.123"),
    Entry(
      .pointMisplaced, [.kept],
      "a point is inside a parent element that cannot hold it; it is preserved there as XML"),
    Entry(
      .pointOrphaned, [.skipped],
      "a point is inside its proper parent element, which is itself misplaced; preserved as XML"),
    Entry(
      .timeUnreadable, [.repaired],
      """
      a time is not a valid date and time of day, or is outside the years 1…9999; the point has \
      no time, and the text is preserved
      """),
    Entry(
      .timeZoneMissing, [.kept], isFault: false,
      "a time has no zone; it is read as UTC and written without a zone"),
    Entry(
      .timeUnwritable, [.skipped],
      "a time to be written is outside the years 1…9999"),
    Entry(
      .elevationUnreadable, [.repaired],
      """
      an elevation is not a finite decimal number; the point has no elevation, and the text is \
      preserved
      """),
    Entry(
      .elevationDecimalComma, [.repaired],
      """
      an elevation has a decimal comma: 512,5 is read as 512.5; 1,500 is ambiguous and is not read
      """),
    Entry(
      .valueInvalid, [.kept, .repaired],
      """
      the text of another field is not a valid value; the field is empty, and the text is \
      preserved
      """),
    Entry(
      .elementDuplicate, [.kept], isFault: false,
      """
      an element that may occur once occurs again; the first is the value, the others are \
      preserved as XML
      """),
    Entry(
      .elementUnknown, [.kept], isFault: false,
      """
      the GPX schema has no such element at this position; one diagnostic per name, with the \
      number of elements
      """),
    Entry(
      .orderNormalised, [.kept], isFault: false,
      "elements are not in the order of the schema; they are written in that order"),
    Entry(
      .textStray, [.kept],
      "text occurs where the schema allows elements only"),
    Entry(
      .textIllegalCharacter, [.repaired],
      """
      a character is not allowed in XML, also as a reference such as &#8;; it is read and \
      written as U+FFFD
      """),
    Entry(
      .textAmpersand, [.repaired],
      "an & that begins no reference, as in Tom & Jerry, is read as the character &"),
    Entry(
      .textBracket, [.repaired],
      "a < in text that begins no tag, as in a < b, is read as the character <"),
    Entry(
      .entityUndeclared, [.repaired],
      """
      an entity is not declared: an HTML entity (&nbsp;) is read as its character, any other is \
      preserved as text
      """),
    Entry(
      .namespaceUndeclared, [.repaired],
      "a prefix is not declared; it gets its well-known namespace, or one made from its name"),
    Entry(
      .rootMissing, [.repaired],
      "places, routes, tracks or points are not inside a gpx element"),
    Entry(
      .rootCase, [.repaired],
      "the root element is GPX in capital letters"),
    Entry(
      .rootVersion, [.kept],
      "the root element has no version, or one that does not exist; the file is read as GPX 1.1"),
    Entry(
      .rootUnexpected, [.refused],
      "the root element belongs to an unknown format"),
    Entry(
      .xmlLeadingSpace, [.repaired],
      "white space precedes the XML declaration"),
    Entry(
      .xmlLeadingContent, [.repaired],
      "bytes that are not XML precede the document; they are ignored"),
    Entry(
      .xmlGlued, [.repaired],
      "another document follows in the same file; its items are read as part of this file"),
    Entry(
      .xmlTrailingContent, [.skipped],
      "content that is not GPX follows the end of the document"),
    Entry(
      .xmlMalformed, [.skipped, .refused],
      """
      the XML is malformed; complete elements before the error are read, and the file is refused \
      if there are none
      """),
    Entry(
      .xmlTruncated, [.skipped, .refused],
      """
      the file ends before its last element is closed; complete elements are read, and the file \
      is refused if there are none
      """),
    Entry(
      .encodingMismatch, [.repaired],
      "the declared encoding contradicts the bytes; the encoding of the bytes is used"),
    Entry(
      .encodingUnsupported, [.repaired],
      "the declared encoding is unknown; the file is read as UTF-8"),
    Entry(
      .encodingInvalidBytes, [.repaired],
      "bytes are not valid in the file's encoding; they are read as windows-1252"),
    Entry(
      .dtdExternal, [.skipped],
      "the file refers to an external document type definition, which is never read"),
    Entry(
      .dtdEntitySkipped, [.skipped],
      "a reference to an external or undefined entity is ignored"),
    Entry(
      .dtdAmplification, [.refused],
      "entities expand beyond a factor of 100 after 8 MiB; --no-limits does not lift this limit"),
    Entry(
      .inputEmpty, [.refused],
      "the file is empty"),
    Entry(
      .inputUnknown, [.refused],
      "the format of the file is unknown"),
    Entry(
      .inputUnpacked, [.kept], isFault: false,
      """
      the file was compressed with gzip, bzip2, xz, Zstandard, compress, ZIP or tar, and was \
      decompressed
      """),
    Entry(
      .inputMembersLeft, [.skipped],
      "the archive has other files besides the first GPX file, which is the only one read"),
    Entry(
      .inputDamaged, [.skipped, .kept, .refused],
      """
      compressed data are damaged or truncated; complete elements are read. The content is kept \
      if only a checksum is wrong. Uncompressed data after the compressed data are skipped
      """),
    Entry(
      .inputCompressed, [.refused],
      """
      the compression of the file is not supported (7-Zip, RAR, LZ4, lzip), or an archive \
      contains no GPX file
      """),
    Entry(
      .inputEncrypted, [.refused],
      """
      the archive is encrypted and has no readable GPX file; decompress it with its password \
      first
      """
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
      "more than 16 MiB would be preserved as XML of one element"),
    Entry(
      .limitUnpacked, [.refused],
      "a compressed file expands to more than 4 GiB"),
    Entry(
      .limitRatio, [.refused],
      "a compressed file expands to more than 200 times its size (checked from 64 KiB on)"),
    Entry(
      .limitEmptyPaths, [.skipped],
      """
      on importing: more than 1 000 routes and tracks have neither points nor fields; the \
      others are left out
      """
    ),
    Entry(
      .inputNothingUsable, [.refused],
      "the file has no valid place and no valid point"),
    Entry(
      .inputFaults, [.refused],
      "the file has faults, and --strict was given"),
    Entry(
      .updateEdited, [.kept], isFault: false,
      "on importing a changed file: an item was also edited in the library, and stays unchanged"),
    Entry(
      .updateCutOff, [.kept],
      """
      on importing a changed file: the file is truncated inside an item that has more points in \
      the library; the item stays unchanged
      """
    ),
    Entry(
      .updateGone, [.kept], isFault: false,
      "on importing a changed file: an item is no longer in the file, and stays in the library"),
    Entry(
      .updateTrashed, [.kept], isFault: false,
      "on importing a file again: one of its items is in the trash, and stays there"),
    Entry(
      .updateGroup, [.kept], isFault: false,
      "on importing: a group in the file was edited in the library, and stays unchanged"),
    Entry(
      .importSimilar, [.kept], isFault: false,
      """
      on importing: an earlier import has items in common with the file, but too few to be sure \
      that it is the same file; all items of the file are added
      """),
    Entry(
      .importSuperseded, [.kept], isFault: false,
      "on importing a file again: a later import changed its items, and they stay unchanged"),
    Entry(
      .importPartial, [.skipped],
      "on exporting an import: some of its items were deleted or belong to another import now"),
    Entry(
      .metadataLeftBehind, [.skipped],
      "on exporting: the metadata of a file are exported only with the whole file"),
    Entry(
      .versionUnwritable, [.skipped, .repaired],
      "on exporting: the requested GPX version cannot hold the content"),
    Entry(
      .schemaLeftOut, [.skipped],
      "on exporting: content that the GPX schema forbids was left out as requested"),
    Entry(
      .contentLeftOut, [.skipped],
      "on exporting: times, extensions or points in a privacy zone were left out as requested"),
  ]

  /// The codes that do not report an error in the file, but a normal variation of GPX or content
  /// that is written back unchanged.
  fileprivate static let harmless = Set(catalogue.lazy.filter { !$0.isFault }.map(\.code))
}

extension Diagnostic {
  /// Whether a strict import rejects a file with this diagnostic, as it does for nearly all
  /// diagnostics.
  public var isFault: Bool { !Code.harmless.contains(code) }
}
