extension Diagnostic {
  /// The stable name of a kind of diagnostic.
  ///
  /// Scripts match on its text.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }
  }
}

extension Diagnostic.Code {
  /// A point has no latitude or no longitude.
  public static let coordinateMissing = Self(rawValue: "coordinate.missing")
  /// A latitude or longitude is no finite decimal number.
  public static let coordinateUnreadable = Self(rawValue: "coordinate.unreadable")
  /// A latitude outside −90…90 or a longitude outside −180…180.
  public static let coordinateOutOfRange = Self(rawValue: "coordinate.outOfRange")
  /// A latitude or longitude written with a decimal comma.
  public static let coordinateDecimalComma = Self(rawValue: "coordinate.decimalComma")
  /// A point element under a parent that cannot hold it.
  public static let pointMisplaced = Self(rawValue: "point.misplaced")
  /// A point under its right parent, which itself stands where it cannot.
  public static let pointOrphaned = Self(rawValue: "point.orphaned")
  /// A time that is no date and time of day.
  public static let timeUnreadable = Self(rawValue: "time.unreadable")
  /// A time that the format cannot write.
  public static let timeUnwritable = Self(rawValue: "time.unwritable")
  /// An elevation that is no finite decimal number.
  public static let elevationUnreadable = Self(rawValue: "elevation.unreadable")
  /// An elevation written with a decimal comma.
  public static let elevationDecimalComma = Self(rawValue: "elevation.decimalComma")
  /// An element that may stand once stood again; it is kept as XML.
  public static let elementDuplicate = Self(rawValue: "element.duplicate")
  /// Elements of GPX's namespace that GPX does not have there; one diagnostic a name, with a
  /// count. They are kept as XML.
  public static let elementUnknown = Self(rawValue: "element.unknown")
  /// Elements that stood in another order than the schema's; they are written in that.
  public static let orderNormalised = Self(rawValue: "order.normalised")
  /// Text that is no value of its field; the text is kept.
  public static let valueInvalid = Self(rawValue: "value.invalid")
  /// Text where the schema has elements only; it is kept.
  public static let textStray = Self(rawValue: "text.stray")
  /// A time without zone, taken as UTC.
  public static let timeZoneMissing = Self(rawValue: "time.zoneMissing")
  /// A prefix that nothing declares.
  public static let namespaceUndeclared = Self(rawValue: "namespace.undeclared")
  /// What a file says of itself, which goes with the whole file only.
  public static let metadataLeftBehind = Self(rawValue: "metadata.leftBehind")
  /// What the version written has no place for.
  public static let versionUnwritable = Self(rawValue: "version.unwritable")
  /// What the schema forbids, left out on demand.
  public static let schemaLeftOut = Self(rawValue: "schema.leftOut")
  /// A file that changed breaks off inside an item that has more points here.
  public static let updateCutOff = Self(rawValue: "update.cutOff")
  /// Of an import that is written not all that it brought.
  public static let importPartial = Self(rawValue: "import.partial")
  /// What was to be left out: times, extensions, or what may tell of a private place.
  public static let contentLeftOut = Self(rawValue: "content.leftOut")
  /// A character that XML cannot hold, replaced on reading and on writing.
  public static let textIllegalCharacter = Self(rawValue: "text.illegalCharacter")
  /// An `&` that begins no reference, read as the character.
  public static let textAmpersand = Self(rawValue: "text.ampersand")
  /// A `<` in text that begins no tag, read as the character.
  public static let textBracket = Self(rawValue: "text.bracket")
  /// A reference to an entity that nothing declares: one of HTML's is read as its character,
  /// another kept as the text it is.
  public static let entityUndeclared = Self(rawValue: "entity.undeclared")
  /// The file breaks the rules of XML at the place given.
  public static let xmlMalformed = Self(rawValue: "xml.malformed")
  /// The file ends before its last element is closed.
  public static let xmlTruncated = Self(rawValue: "xml.truncated")
  /// Something follows the end of the document.
  public static let xmlTrailingContent = Self(rawValue: "xml.trailingContent")
  /// Blanks or line ends stand before the XML declaration.
  public static let xmlLeadingSpace = Self(rawValue: "xml.leadingSpace")
  /// Bytes that are no XML stand before the document.
  public static let xmlLeadingContent = Self(rawValue: "xml.leadingContent")
  /// Another document follows the first; both are read as one file.
  public static let xmlGlued = Self(rawValue: "xml.glued")
  /// The file declares an encoding nobody knows; it was read as UTF-8.
  public static let encodingUnsupported = Self(rawValue: "encoding.unsupported")
  /// The declared encoding contradicts the bytes; the bytes were believed.
  public static let encodingMismatch = Self(rawValue: "encoding.mismatch")
  /// Bytes that are not valid in the file's encoding, read as windows-1252.
  public static let encodingInvalidBytes = Self(rawValue: "encoding.invalidBytes")
  /// The root element belongs to no format known here.
  public static let rootUnexpected = Self(rawValue: "root.unexpected")
  /// Items stand in the file without a root element around them.
  public static let rootMissing = Self(rawValue: "root.missing")
  /// The root element is `GPX` in capital letters.
  public static let rootCase = Self(rawValue: "root.case")
  /// The root element states a version that does not exist, or none.
  public static let rootVersion = Self(rawValue: "root.version")
  /// An external document type definition, never read.
  public static let dtdExternal = Self(rawValue: "dtd.external")
  /// A reference to an external or undefined entity, never followed.
  public static let dtdEntitySkipped = Self(rawValue: "dtd.entitySkipped")
  /// Entities that grow beyond measure: an attack.
  public static let dtdAmplification = Self(rawValue: "dtd.amplification")
  /// The file holds nothing.
  public static let inputEmpty = Self(rawValue: "input.empty")
  /// The file is packed, and was unpacked.
  public static let inputUnpacked = Self(rawValue: "input.unpacked")
  /// The archive holds more files than the one read.
  public static let inputMembersLeft = Self(rawValue: "input.membersLeft")
  /// The packed data are damaged or end too early.
  public static let inputDamaged = Self(rawValue: "input.damaged")
  /// The file is packed in a way not read here, or an archive without GPX.
  public static let inputCompressed = Self(rawValue: "input.compressed")
  /// The archive is encrypted.
  public static let inputEncrypted = Self(rawValue: "input.encrypted")
  /// The file is of no format known here.
  public static let inputUnknown = Self(rawValue: "input.unknown")
  /// A single tag, comment or attribute list is larger than the bound.
  public static let limitToken = Self(rawValue: "limit.token")
  /// The text of one element is longer than the bound.
  public static let limitText = Self(rawValue: "limit.text")
  /// Elements are nested deeper than the bound.
  public static let limitDepth = Self(rawValue: "limit.depth")
  /// More would be kept as XML of one element than the bound.
  public static let limitFragment = Self(rawValue: "limit.fragment")
  /// A packed file holds more than the bound.
  public static let limitUnpacked = Self(rawValue: "limit.unpacked")
  /// A packed file grows by more than the bound.
  public static let limitRatio = Self(rawValue: "limit.ratio")
  /// The file has more empty paths than the limit.
  public static let limitEmptyPaths = Self(rawValue: "limit.emptyPaths")
  /// Nothing of the file can be used.
  public static let inputNothingUsable = Self(rawValue: "input.nothingUsable")
  /// The file has faults, and a strict import takes none.
  public static let inputFaults = Self(rawValue: "input.faults")
  /// An item was edited here and in its file.
  public static let updateEdited = Self(rawValue: "update.edited")
  /// An item is not in its file any more.
  public static let updateGone = Self(rawValue: "update.gone")
  /// An item of the file is in the trash.
  public static let updateTrashed = Self(rawValue: "update.trashed")
  /// A group that the file describes was edited in the library.
  public static let updateGroup = Self(rawValue: "update.group")
  /// An earlier import has something in common with the file.
  public static let importSimilar = Self(rawValue: "import.similar")
  /// A later import updated the items of the file.
  public static let importSuperseded = Self(rawValue: "import.superseded")
}
