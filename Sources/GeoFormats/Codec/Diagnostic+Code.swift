extension Diagnostic {
  /// A code that identifies a kind of problem, such as `time.zoneMissing`.
  ///
  /// The text of a diagnostic code never changes, so that scripts can rely on it.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }
  }
}

extension Diagnostic.Code {
  /// A point without a latitude or a longitude.
  public static let coordinateMissing = Self(rawValue: "coordinate.missing")
  /// A latitude or longitude that is not a finite decimal number.
  public static let coordinateUnreadable = Self(rawValue: "coordinate.unreadable")
  /// A latitude outside −90…90, or a longitude outside −180…180 in GPX or −360…360 in other
  /// formats.
  public static let coordinateOutOfRange = Self(rawValue: "coordinate.outOfRange")
  /// Longitudes outside −180…180 that were wrapped into this range.
  public static let coordinateWrapped = Self(rawValue: "coordinate.wrapped")
  /// Latitudes that are out of range but would be valid as longitudes.
  public static let coordinateSwapped = Self(rawValue: "coordinate.swapped")
  /// A latitude or longitude written with a decimal comma.
  public static let coordinateDecimalComma = Self(rawValue: "coordinate.decimalComma")
  /// A point in the wrong parent element, such as a `trkpt` directly in a `trk`.
  public static let pointMisplaced = Self(rawValue: "point.misplaced")
  /// A point in a misplaced parent element, such as a `trkpt` in a `trkseg` outside any `trk`.
  public static let pointOrphaned = Self(rawValue: "point.orphaned")
  /// Garmin shaping points, which define the line between two route points.
  public static let pointShaping = Self(rawValue: "point.shaping")
  /// A path without points because the file ends before its first point.
  public static let pathCutOff = Self(rawValue: "path.cutOff")
  /// A time that cannot be read as a date and time of day.
  public static let timeUnreadable = Self(rawValue: "time.unreadable")
  /// A time that cannot be written in the output format.
  public static let timeUnwritable = Self(rawValue: "time.unwritable")
  /// An elevation that is not a finite decimal number.
  public static let elevationUnreadable = Self(rawValue: "elevation.unreadable")
  /// An elevation written with a decimal comma.
  public static let elevationDecimalComma = Self(rawValue: "elevation.decimalComma")
  /// Recorded points without a position, such as those of an indoor activity.
  public static let pointWithoutPosition = Self(rawValue: "point.withoutPosition")
  /// Laps, which are preserved as extension values of their path.
  public static let lapKept = Self(rawValue: "lap.kept")
  /// Values that have no counterpart in the library and are preserved as extension values.
  public static let valueKept = Self(rawValue: "value.kept")
  /// Content that has no counterpart in the library.
  public static let contentUnsupported = Self(rawValue: "content.unsupported")
  /// A repeated element where the schema allows only one. The repetition is preserved as XML.
  public static let elementDuplicate = Self(rawValue: "element.duplicate")
  /// Elements in GPX's namespace that the schema does not allow where they occur.
  ///
  /// Unknown elements are preserved as XML. One diagnostic is reported per element name, with the
  /// number of elements of that name.
  public static let elementUnknown = Self(rawValue: "element.unknown")
  /// Elements that are not in the schema's order. They are reordered on export.
  public static let orderNormalised = Self(rawValue: "order.normalised")
  /// A field whose text is not a valid value. The text is preserved.
  public static let valueInvalid = Self(rawValue: "value.invalid")
  /// Text where the schema allows only elements. The text is preserved.
  public static let textStray = Self(rawValue: "text.stray")
  /// Elements that have no equivalent in the library, such as pictures or links to other files.
  public static let elementUnsupported = Self(rawValue: "element.unsupported")
  /// A polygon that is imported as a closed path.
  public static let geometryPolygon = Self(rawValue: "geometry.polygon")
  /// A line that was cut at the antimeridian and whose parts are joined on import.
  public static let geometryJoined = Self(rawValue: "geometry.joined")
  /// A feature without a geometry, or a geometry without positions.
  public static let geometryMissing = Self(rawValue: "geometry.missing")
  /// Content that the output format cannot represent.
  public static let formatUnwritable = Self(rawValue: "format.unwritable")
  /// Styles that are reduced to their colour and symbol on import.
  public static let styleSimplified = Self(rawValue: "style.simplified")
  /// KML altitudes whose mode is not `absolute`. Such altitudes are imported as elevations unless
  /// they are 0.
  public static let elevationRelative = Self(rawValue: "elevation.relative")
  /// A time without a time zone, which is read as UTC.
  public static let timeZoneMissing = Self(rawValue: "time.zoneMissing")
  /// A namespace prefix that is not declared.
  public static let namespaceUndeclared = Self(rawValue: "namespace.undeclared")
  /// The source file's metadata, omitted because only part of the file was exported.
  public static let metadataLeftBehind = Self(rawValue: "metadata.leftBehind")
  /// Content that the requested GPX version does not allow.
  public static let versionUnwritable = Self(rawValue: "version.unwritable")
  /// Content that the schema forbids, omitted on request.
  public static let schemaLeftOut = Self(rawValue: "schema.leftOut")
  /// A truncated new version of an imported file. The truncated item has fewer points in this
  /// version than in the library.
  public static let updateCutOff = Self(rawValue: "update.cutOff")
  /// An export that lacks some items of the imported file, because they were deleted or reassigned
  /// to another import.
  public static let importPartial = Self(rawValue: "import.partial")
  /// An imported file that is exported in a different format.
  public static let formatConverted = Self(rawValue: "format.converted")
  /// Content omitted on request: times, extensions, or points in a privacy zone.
  public static let contentLeftOut = Self(rawValue: "content.leftOut")
  /// A character that XML does not allow. It is read and written as U+FFFD.
  public static let textIllegalCharacter = Self(rawValue: "text.illegalCharacter")
  /// An `&` that does not begin a reference. It is read as a literal `&`.
  public static let textAmpersand = Self(rawValue: "text.ampersand")
  /// A `<` that does not begin a tag. It is read as a literal `<`.
  public static let textBracket = Self(rawValue: "text.bracket")
  /// A reference to an undeclared entity.
  ///
  /// An undeclared HTML entity is read as the character that it denotes. Any other undeclared
  /// entity is preserved as text.
  public static let entityUndeclared = Self(rawValue: "entity.undeclared")
  /// Malformed XML at the diagnostic's position.
  public static let xmlMalformed = Self(rawValue: "xml.malformed")
  /// A file that ends before its last element is closed.
  public static let xmlTruncated = Self(rawValue: "xml.truncated")
  /// Content other than GPX after the end of the document.
  public static let xmlTrailingContent = Self(rawValue: "xml.trailingContent")
  /// White space before the XML declaration.
  public static let xmlLeadingSpace = Self(rawValue: "xml.leadingSpace")
  /// Bytes before the XML document that are not XML.
  public static let xmlLeadingContent = Self(rawValue: "xml.leadingContent")
  /// A second XML document in the same file. The items of both documents are imported.
  public static let xmlGlued = Self(rawValue: "xml.glued")
  /// Malformed JSON at the diagnostic's position.
  public static let jsonMalformed = Self(rawValue: "json.malformed")
  /// A JSON file that ends before its content is complete.
  public static let jsonTruncated = Self(rawValue: "json.truncated")
  /// Syntax that JSON does not allow but whose meaning is clear, such as a comment.
  public static let jsonRepaired = Self(rawValue: "json.repaired")
  /// A key that occurs several times in a JSON object. Only the first value is used.
  public static let jsonDuplicateKey = Self(rawValue: "json.duplicateKey")
  /// A GeoJSON position with more than three numbers. Only the first three are used.
  public static let positionExtraNumbers = Self(rawValue: "position.extraNumbers")
  /// A GeoJSON line that consists of two identical positions. It is imported as one point.
  public static let positionRepeated = Self(rawValue: "position.repeated")
  /// A geometry that the file's format does not allow, such as a polygon with an unclosed ring.
  public static let geometryInvalid = Self(rawValue: "geometry.invalid")
  /// An array of times or sensor values whose length differs from the number of positions.
  public static let arrayLength = Self(rawValue: "array.length")
  /// Coordinates in a reference system other than WGS 84.
  public static let crsUnsupported = Self(rawValue: "crs.unsupported")
  /// A declared encoding that is unknown. The file is read as UTF-8.
  public static let encodingUnsupported = Self(rawValue: "encoding.unsupported")
  /// A declared encoding that does not match the file. The encoding detected in the file is used.
  public static let encodingMismatch = Self(rawValue: "encoding.mismatch")
  /// Bytes that are not valid in the file's encoding. They are read as windows-1252.
  public static let encodingInvalidBytes = Self(rawValue: "encoding.invalidBytes")
  /// A root element of an unknown format.
  public static let rootUnexpected = Self(rawValue: "root.unexpected")
  /// Places, routes, tracks or points that are not inside a root element.
  public static let rootMissing = Self(rawValue: "root.missing")
  /// A root element named `GPX` in capital letters.
  public static let rootCase = Self(rawValue: "root.case")
  /// A root element with a missing or unknown version.
  public static let rootVersion = Self(rawValue: "root.version")
  /// A reference to an external document type definition, which is never read.
  public static let dtdExternal = Self(rawValue: "dtd.external")
  /// A reference to an external or undefined entity, which is never resolved.
  public static let dtdEntitySkipped = Self(rawValue: "dtd.entitySkipped")
  /// XML entities that expand beyond the limit, as in a denial-of-service attack.
  public static let dtdAmplification = Self(rawValue: "dtd.amplification")
  /// An empty file.
  public static let inputEmpty = Self(rawValue: "input.empty")
  /// A compressed file that is decompressed while it is read.
  public static let inputUnpacked = Self(rawValue: "input.unpacked")
  /// Files in an archive that were skipped.
  public static let inputMembersLeft = Self(rawValue: "input.membersLeft")
  /// Damaged or truncated compressed data.
  public static let inputDamaged = Self(rawValue: "input.damaged")
  /// An unsupported compression method, or an archive without a file in a known format.
  public static let inputCompressed = Self(rawValue: "input.compressed")
  /// An encrypted archive.
  public static let inputEncrypted = Self(rawValue: "input.encrypted")
  /// A file in an unknown format.
  public static let inputUnknown = Self(rawValue: "input.unknown")
  /// Activities whose files are missing from the activity export that lists them.
  public static let activityFileMissing = Self(rawValue: "activity.fileMissing")
  /// Positions in a Google timeline whose accuracy radius exceeds the requested maximum.
  public static let timelineInaccurate = Self(rawValue: "timeline.inaccurate")
  /// Times without a UTC offset in a Google timeline. Days in the timeline therefore begin at
  /// midnight UTC.
  public static let timelineInUTC = Self(rawValue: "timeline.utc")
  /// Values and positions in a Google timeline that the library cannot represent.
  public static let timelineLeftOut = Self(rawValue: "timeline.leftOut")
  /// A tag, comment or attribute list that is longer than the limit.
  public static let limitToken = Self(rawValue: "limit.token")
  /// An element whose text is longer than the limit.
  public static let limitText = Self(rawValue: "limit.text")
  /// Elements nested deeper than the limit.
  public static let limitDepth = Self(rawValue: "limit.depth")
  /// An element whose preserved XML is longer than the limit.
  public static let limitFragment = Self(rawValue: "limit.fragment")
  /// A compressed file whose decompressed size exceeds the limit.
  public static let limitUnpacked = Self(rawValue: "limit.unpacked")
  /// A compressed file whose compression ratio exceeds the limit.
  public static let limitRatio = Self(rawValue: "limit.ratio")
  /// A file with more empty paths than the limit allows.
  public static let limitEmptyPaths = Self(rawValue: "limit.emptyPaths")
  /// A file without a valid place or point.
  public static let inputNothingUsable = Self(rawValue: "input.nothingUsable")
  /// A file that a strict import rejected because of its faults.
  public static let inputFaults = Self(rawValue: "input.faults")
  /// An item that was edited both in the library and in its file.
  public static let updateEdited = Self(rawValue: "update.edited")
  /// An item in the library that the changed source file no longer contains.
  public static let updateGone = Self(rawValue: "update.gone")
  /// An imported item that is now in the library's trash.
  public static let updateTrashed = Self(rawValue: "update.trashed")
  /// An imported group that the user has edited in the library.
  public static let updateGroup = Self(rawValue: "update.group")
  /// An earlier import that has some items in common with the imported file.
  public static let importSimilar = Self(rawValue: "import.similar")
  /// A later import that has already updated the items of the imported file.
  public static let importSuperseded = Self(rawValue: "import.superseded")
  /// The mapping of a table's columns to fields, as determined from the header and the import
  /// options.
  public static let csvColumns = Self(rawValue: "csv.columns")
  /// A table without usable position columns, or a `--columns` option that does not match the
  /// table.
  public static let csvColumnsUnusable = Self(rawValue: "csv.columnsUnusable")
  /// Table dates, such as 3/4/2026, in which the order of day and month is ambiguous.
  public static let csvDateOrder = Self(rawValue: "csv.dateOrder")
  /// An unclosed quotation mark in a table.
  public static let csvQuote = Self(rawValue: "csv.quote")
  /// A path whose table rows are not consecutive.
  public static let csvPathSplit = Self(rawValue: "csv.pathSplit")
  /// Table rows that are read as places because they lack a time of day, in a table whose rows with
  /// a time of day are read as path points.
  public static let csvRowWithoutTime = Self(rawValue: "csv.rowWithoutTime")
  /// Records that are ignored because they contain nothing to import, such as a logger's comments.
  public static let recordIgnored = Self(rawValue: "record.ignored")
  /// An NMEA sentence with a wrong checksum.
  public static let nmeaChecksum = Self(rawValue: "nmea.checksum")
  /// Points in an NMEA log that have no date or no time of day.
  public static let nmeaDateMissing = Self(rawValue: "nmea.dateMissing")
  /// An invalid record in an IGC file.
  public static let igcRecord = Self(rawValue: "igc.record")
  /// A note on the vertical datum of an IGC file's elevations.
  public static let igcAltitude = Self(rawValue: "igc.altitude")
  /// An IGC file whose horizontal datum is not WGS 84.
  public static let igcDatum = Self(rawValue: "igc.datum")
}
