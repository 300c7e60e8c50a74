extension Diagnostic.Code {
  /// The manual's description of a diagnostic code.
  public struct Entry: Hashable, Sendable {
    public let code: Diagnostic.Code
    /// The actions that a codec can take in response to the problem.
    public let actions: [Diagnostic.Action]
    /// Whether a strict import rejects a file with this diagnostic.
    public let isFault: Bool
    /// The reported problem, and the codec's treatment of the affected element.
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
      """
      a point's latitude or longitude is missing; the point is not imported, but in GPX it is preserved \
      as XML
      """),
    Entry(
      .coordinateUnreadable, [.skipped],
      """
      a latitude or longitude is not a finite decimal number (empty, NaN, degrees with \
      minutes in XML); the point is not imported, but in GPX it is preserved as XML
      """),
    Entry(
      .coordinateOutOfRange, [.skipped],
      """
      a latitude is outside −90…90, or a longitude is outside −180…180 in GPX and −360…360 in other \
      formats; the point is not imported, but in GPX it is preserved as XML
      """),
    Entry(
      .coordinateWrapped, [.repaired], isFault: false,
      """
      longitudes from −360 to −180 or from 180 to 360, as in paths that cross the antimeridian, \
      are reduced to −180…180; one diagnostic gives their number
      """),
    Entry(
      .coordinateSwapped, [.skipped],
      """
      latitudes are out of range, but would be valid if latitude and longitude were swapped; an import \
      can swap the coordinates of all points
      """),
    Entry(
      .coordinateDecimalComma, [.repaired],
      """
      a latitude or longitude has a decimal comma: 46,123 is read as 46.123, its only possible \
      meaning
      """),
    Entry(
      .pointMisplaced, [.kept],
      "a point is in the wrong parent element, such as a trkpt in trk; it is preserved as XML"),
    Entry(
      .pointOrphaned, [.skipped],
      "a point's parent element is misplaced; the point is preserved as XML but not imported"),
    Entry(
      .pointShaping, [.kept], isFault: false,
      """
      a route has shaping points (gpxx:rpt), as in Garmin's routes; they are preserved as XML, but not drawn or \
      measured. One diagnostic gives their number
      """),
    Entry(
      .pathCutOff, [.kept], isFault: false,
      """
      the file ends before the first point of a route or track; the path is imported without points
      """),
    Entry(
      .geometryPolygon, [.kept], isFault: false,
      "a polygon is imported as a closed path; its rings become the path's segments"),
    Entry(
      .geometryJoined, [.kept], isFault: false,
      "two parts of a GeoJSON line that was cut at the antimeridian are joined"),
    Entry(
      .geometryMissing, [.skipped], isFault: false,
      """
      a feature has no geometry, or a geometry has no positions, so there is no place or path; its \
      properties are left out
      """),
    Entry(
      .elementUnsupported, [.skipped], isFault: false,
      """
      elements without an equivalent in the library, such as pictures, models and links to other files, \
      are left out; there is one diagnostic for each kind, with the number of elements
      """),
    Entry(
      .styleSimplified, [.kept], isFault: false,
      """
      only the colour and the symbol of a style are imported; widths, opacities, labels and balloons \
      are not
      """),
    Entry(
      .elevationRelative, [.kept], isFault: false,
      """
      altitudes in KML are heights above the ground or the sea floor, or belong to geometries that lie on \
      the ground; they are imported as elevations, except for altitudes of 0
      """),
    Entry(
      .pointWithoutPosition, [.skipped], isFault: false,
      """
      recorded points have no position, because they were recorded indoors or without a satellite \
      fix; they are left out, and one diagnostic gives their number
      """),
    Entry(
      .lapKept, [.kept], isFault: false,
      "a recording contains laps; they are kept as extension values, not imported as segments"),
    Entry(
      .valueKept, [.kept], isFault: false,
      """
      values of points, laps or activities have no counterpart in the library, or a GeoJSON \
      property has the wrong type of value for its field; they are kept as extension values
      """),
    Entry(
      .contentUnsupported, [.skipped], isFault: false,
      """
      some of the file's content, such as a watch's settings, has no counterpart in the library; \
      it is left out, and one diagnostic lists the kinds and how often each occurs
      """),
    Entry(
      .timeUnreadable, [.kept, .repaired],
      """
      a time is not a valid date and time, or its year is not between 1 and 9999; the point has \
      no time. The text is left out, unless the message says otherwise
      """),
    Entry(
      .timeZoneMissing, [.kept], isFault: false,
      "a time has no time zone; it is read as UTC and exported without a time zone"),
    Entry(
      .timeUnwritable, [.skipped],
      "when exporting: a time whose year is not between 1 and 9999 was left out"),
    Entry(
      .elevationUnreadable, [.kept, .repaired],
      """
      an elevation is not a finite decimal number, or has an unknown unit; the point has no \
      elevation. The text is left out, unless the message says otherwise
      """),
    Entry(
      .elevationDecimalComma, [.repaired],
      """
      an elevation has a decimal comma: 512,5 is read as 512.5, but 1,500 is ambiguous and is \
      ignored
      """),
    Entry(
      .valueInvalid, [.kept, .repaired, .skipped],
      """
      the text of a field other than the position, elevation or time is not a valid value; the \
      field is left empty. The text is left out, unless the message says otherwise
      """),
    Entry(
      .elementDuplicate, [.kept, .skipped], isFault: false,
      """
      an element that GPX allows only once is repeated; the first one is used, and the \
      others are preserved as XML. In TCX, the last one is used and the others are left out, \
      except lap totals, all of which are kept; one diagnostic lists the names and how often each \
      is repeated
      """),
    Entry(
      .elementUnknown, [.kept, .skipped], isFault: false,
      """
      the GPX schema does not allow an element at its position; there is one diagnostic for each \
      element name, with the number of elements. In GeoJSON, unknown members of a \
      FeatureCollection, properties with the value null, and a feature's properties that are not a \
      JSON object are not preserved
      """),
    Entry(
      .orderNormalised, [.kept], isFault: false,
      "elements are not in the order that the GPX schema requires; on export they are reordered"),
    Entry(
      .textStray, [.kept],
      "there is text where the GPX schema allows only elements; the text is preserved"),
    Entry(
      .textIllegalCharacter, [.repaired],
      """
      a character is not allowed in XML, not even as a reference (such as &#8;); it is read and \
      written as U+FFFD
      """),
    Entry(
      .textAmpersand, [.repaired],
      "an & that does not begin a reference, as in Tom & Jerry, is read as a literal &"),
    Entry(
      .textBracket, [.repaired],
      "a < that does not begin a tag, as in the text a < b, is read as a literal <"),
    Entry(
      .entityUndeclared, [.repaired],
      """
      an entity is not declared: an HTML entity such as &nbsp; is read as its character, and any \
      other entity is preserved as text
      """),
    Entry(
      .namespaceUndeclared, [.repaired],
      """
      a namespace prefix is not declared; its well-known namespace is assumed or, for an unknown \
      prefix, a namespace made from the prefix
      """),
    Entry(
      .rootMissing, [.repaired],
      """
      places, routes, tracks or points are not inside a gpx element; an enclosing gpx element is \
      assumed
      """),
    Entry(
      .rootCase, [.repaired],
      "the root element's name is in capital letters (GPX); it is read as gpx"),
    Entry(
      .rootVersion, [.kept],
      "the root element has a missing or unknown GPX version; the file is read as GPX 1.1"),
    Entry(
      .rootUnexpected, [.refused, .skipped],
      """
      the root element is not gpx, so the file is not a GPX file; or a JSON value is not a GeoJSON \
      object, and the file is rejected if it contains no GeoJSON object
      """),
    Entry(
      .xmlLeadingSpace, [.repaired],
      "white space precedes the XML declaration; it is ignored"),
    Entry(
      .xmlLeadingContent, [.repaired],
      "bytes that are not XML precede the document; they are ignored"),
    Entry(
      .xmlGlued, [.repaired],
      "another XML document follows in the same file; its items are also imported"),
    Entry(
      .xmlTrailingContent, [.skipped],
      "content that is not GPX follows the end of the document; it is ignored"),
    Entry(
      .xmlMalformed, [.skipped, .refused],
      """
      the XML is malformed; complete elements before the error are read, and the file is rejected \
      if no element is complete
      """),
    Entry(
      .xmlTruncated, [.skipped, .refused],
      """
      the file ends before its last element is closed; complete elements are read, and the file \
      is rejected if no element is complete
      """),
    Entry(
      .jsonMalformed, [.skipped, .refused],
      """
      the JSON is malformed; complete items before the error are read, and the file is rejected if \
      no item is complete. In newline-delimited JSON, only the malformed line is left out
      """),
    Entry(
      .jsonTruncated, [.skipped, .refused],
      """
      the JSON ends before its content is complete; complete items are read, and the file is \
      rejected if no item is complete
      """),
    Entry(
      .jsonRepaired, [.repaired],
      """
      the file contains syntax that JSON does not allow but whose meaning is clear: a comment, a \
      comma after the last element, a number such as +1, a line break in a string, an unknown escape \
      sequence, or a coordinate that is written as a string
      """),
    Entry(
      .jsonDuplicateKey, [.skipped],
      "a key is repeated in a JSON object; only the first value is used"),
    Entry(
      .positionExtraNumbers, [.skipped], isFault: false,
      "a position in GeoJSON has more than three numbers; only the first three are used"),
    Entry(
      .positionRepeated, [.skipped], isFault: false,
      "a line in GeoJSON consists of two identical positions; it is imported as one point"),
    Entry(
      .geometryInvalid, [.repaired, .skipped],
      """
      a geometry breaks a rule of its format: for example, a ring is not closed, or the \
      coordinates are not nested as the type of the geometry requires. This diagnostic also \
      reports a GeoJSON FeatureCollection that is nested in another one; its features are imported
      """),
    Entry(
      .arrayLength, [.repaired],
      """
      an array in GeoJSON or a track in KML does not have one time or sensor value for each position; the \
      values are assigned in order, other positions have none, and surplus values are left out
      """),
    Entry(
      .crsUnsupported, [.refused],
      "the coordinates are in a reference system other than WGS 84; convert the file first"),
    Entry(
      .formatUnwritable, [.skipped, .repaired], isFault: false,
      """
      when exporting: the output format cannot represent some content, such as another program's \
      extensions
      """),
    Entry(
      .encodingMismatch, [.repaired],
      "the declared encoding does not match the file; the encoding detected in the file is used"),
    Entry(
      .encodingUnsupported, [.repaired],
      "the declared encoding is unknown; the file is read as UTF-8"),
    Entry(
      .encodingInvalidBytes, [.repaired],
      "some bytes are not valid in the file's encoding; they are read as windows-1252"),
    Entry(
      .dtdExternal, [.skipped],
      "the file refers to an external document type definition, which is never loaded"),
    Entry(
      .dtdEntitySkipped, [.skipped],
      "a reference to an external or undefined entity is ignored"),
    Entry(
      .dtdAmplification, [.refused, .skipped],
      """
      XML entities expand the file to more than 100 times its size and more than 8 MiB; the complete \
      elements before this position are read. This limit cannot be lifted
      """),
    Entry(
      .inputEmpty, [.refused],
      "the file is empty"),
    Entry(
      .inputUnknown, [.refused],
      "the file's format is unknown"),
    Entry(
      .inputUnpacked, [.kept], isFault: false,
      """
      the file was compressed with gzip, bzip2, xz, Zstandard, compress, ZIP or tar, and was \
      decompressed
      """),
    Entry(
      .inputMembersLeft, [.skipped],
      """
      the archive also contains files that are ignored, because their format is unknown or because \
      they are nested too deeply in archives
      """),
    Entry(
      .inputDamaged, [.skipped, .kept, .refused],
      """
      compressed data are damaged or truncated; the complete elements before the damage are read. \
      If only a checksum is wrong, the content is kept. Uncompressed data after the compressed \
      data are skipped
      """),
    Entry(
      .inputCompressed, [.refused],
      """
      the file's compression format is not supported (7-Zip, RAR, LZ4, lzip), or an archive \
      contains no file in a known format
      """),
    Entry(
      .inputEncrypted, [.refused, .skipped],
      """
      files in the archive are encrypted and are ignored; decompress the archive with its \
      password first
      """
    ),
    Entry(
      .activityFileMissing, [.skipped], isFault: false,
      """
      the activity list in a Strava or Garmin export contains activities that have no file, such \
      as manual entries, or whose file has no positions
      """),
    Entry(
      .timelineInaccurate, [.skipped], isFault: false,
      "timeline positions are less accurate than requested; they are left out"
    ),
    Entry(
      .timelineInUTC, [.kept], isFault: false,
      "a timeline's times have no UTC offset, so its days begin at midnight UTC"),
    Entry(
      .timelineLeftOut, [.skipped], isFault: false,
      """
      a timeline contains values for which the library has no field, such as Wi-Fi scans, or \
      positions without a time; they are left out, and the names of the values are listed
      """),
    Entry(
      .limitToken, [.refused, .skipped],
      """
      a tag, comment or attribute list is longer than 16 MiB. At this limit and the limits listed \
      below it, reading stops: the complete elements before that position are read, and the file \
      is rejected if no element is complete
      """),
    Entry(
      .limitText, [.refused, .skipped, .repaired],
      """
      the text of an element or a row of a table is longer than 16 MiB, or a row has more than \
      10 000 cells. The name of a KML folder is cut after 1000 characters
      """),
    Entry(
      .limitDepth, [.refused, .skipped, .repaired],
      """
      elements, arrays or objects are nested more than 50 000 levels deep. If KML folders are nested \
      more than 32 levels deep, the name of their group includes only the names of the 32 \
      outermost folders
      """),
    Entry(
      .limitFragment, [.refused, .skipped, .repaired],
      """
      the XML to be preserved for one element is longer than 16 MiB, an item has more than a million \
      geometries, or text that is repeated for many items becomes more than 64 times larger than \
      the file. In GeoJSON, only the properties that exceed 16 MiB are left out
      """),
    Entry(
      .limitUnpacked, [.refused, .skipped],
      """
      a compressed file expands to more than 4 GiB. In an archive, the other files are read if the archive \
      states the size of this file
      """),
    Entry(
      .limitRatio, [.refused, .skipped],
      """
      a compressed file expands to more than 200 times its size and to more than 64 KiB. In an archive, the \
      other files are read if the archive states the size of this file
      """),
    Entry(
      .limitEmptyPaths, [.skipped],
      """
      when importing: more than 1 000 routes and tracks have neither points nor fields; those \
      after the first 1 000 are left out
      """
    ),
    Entry(
      .inputNothingUsable, [.refused],
      "the file contains no valid places or points"),
    Entry(
      .inputFaults, [.refused],
      "the file has errors, so a strict import rejects it"),
    Entry(
      .updateEdited, [.kept], isFault: false,
      """
      when importing a changed file: an item was changed both in the file and in the library; the \
      library's version stays unchanged. Also, when importing an export of the library: an item in \
      the library differs from the export
      """),
    Entry(
      .updateCutOff, [.kept],
      """
      when importing a changed file: the file is truncated inside an item that has more points in \
      the library; the item stays unchanged
      """
    ),
    Entry(
      .updateGone, [.kept], isFault: false,
      "when importing a changed file: an item is no longer in the file; it stays in the library"),
    Entry(
      .updateTrashed, [.kept], isFault: false,
      """
      when importing a file again: an item of the file is in the library's trash and was left \
      there
      """
    ),
    Entry(
      .updateGroup, [.kept], isFault: false,
      """
      when importing: a group from the file was edited in the library; the library's group stays \
      unchanged
      """),
    Entry(
      .importSimilar, [.kept], isFault: false,
      """
      when importing: an earlier import has items in common with the file, but too few to \
      identify the file; all of the file's items are added. Also, when importing an \
      export of the library: a new item resembles an item in the library
      """),
    Entry(
      .importSuperseded, [.kept], isFault: false,
      """
      when importing a file again: a later import has already updated the file's items; they stay \
      unchanged
      """),
    Entry(
      .importPartial, [.skipped],
      """
      when exporting an import: some of the imported items were deleted or now belong to another \
      import
      """),
    Entry(
      .formatConverted, [.kept], isFault: false,
      """
      when exporting an import: the output format differs from the imported file's format, so the \
      file is not written in its original form
      """),
    Entry(
      .metadataLeftBehind, [.skipped],
      """
      when exporting only part of a file, or converting it to another format: the file's metadata \
      were left out, because they are exported only if the whole file is exported in its original \
      format
      """),
    Entry(
      .versionUnwritable, [.skipped, .repaired],
      "when exporting: the requested GPX version does not allow some of the content"),
    Entry(
      .schemaLeftOut, [.skipped],
      "when exporting: content that the GPX schema forbids was left out as requested"),
    Entry(
      .contentLeftOut, [.skipped],
      "when exporting: times, extensions, or points in a privacy zone were left out as requested"),
    Entry(
      .csvColumns, [.kept], isFault: false,
      """
      when importing a table: the message states how the columns are interpreted; other columns \
      can be specified on import
      """),
    Entry(
      .csvColumnsUnusable, [.refused],
      """
      a table has no columns with latitude and longitude, or its coordinates are projected, or the \
      specified columns do not match the table
      """),
    Entry(
      .csvDateOrder, [.kept],
      """
      the dates of a table, such as 3/4/2026, do not show whether the day or the month comes first; \
      the message states the order that was assumed
      """),
    Entry(
      .csvQuote, [.repaired],
      """
      a quotation mark in a table is never closed; from that row onwards, quotation marks are read \
      as ordinary characters
      """),
    Entry(
      .csvPathSplit, [.kept],
      """
      the rows of a path in a table are not consecutive; each block of consecutive rows becomes a \
      separate path
      """),
    Entry(
      .csvRowWithoutTime, [.kept], isFault: false,
      """
      rows without a readable time of day became places, although other rows of the table have a time of day \
      and became points of paths
      """),
    Entry(
      .nmeaChecksum, [.skipped],
      "the checksum of an NMEA sentence is wrong; the sentence is ignored"),
    Entry(
      .nmeaDateMissing, [.kept],
      "some points of an NMEA log lack a date or a time of day; they are imported without a time"),
    Entry(
      .igcRecord, [.skipped, .repaired],
      """
      an IGC file contains an invalid record, which is ignored, or B records that are too short, \
      whose points are imported without the missing values
      """),
    Entry(
      .igcAltitude, [.kept], isFault: false,
      """
      the elevations of an IGC file are heights above the WGS 84 ellipsoid, as receivers record \
      them, unless the file states otherwise; the pressure altitudes are preserved as extensions
      """),
    Entry(
      .igcDatum, [.kept],
      "an IGC file's positions refer to a datum other than WGS 84; they are imported unchanged"),
    Entry(
      .recordIgnored, [.skipped], isFault: false,
      """
      records that contain neither a position nor another value that Cartographer imports, such as \
      a logger's comments, are ignored
      """),
  ]

  /// The diagnostic codes that a strict import accepts: the codes for common variations of GPX and
  /// for content that is exported unchanged.
  fileprivate static let harmless = Set(catalogue.lazy.filter { !$0.isFault }.map(\.code))
}

extension Diagnostic {
  /// Whether a strict import rejects a file with this diagnostic, as it does for most diagnostics.
  public var isFault: Bool { !Code.harmless.contains(code) }
}
