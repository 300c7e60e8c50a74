import Foundation

extension PreservedMarkup {
  /// The control bytes that separate the parts of preserved markup: literal XML, placeholders for
  /// values (holes), and other sections identified by a letter (marks). See `docs/formats/gpx.md`.
  ///
  /// XML 1.0 does not allow the bytes 1 to 4, so they never occur in a file's content.
  enum Mark {
    /// The control byte that starts a placeholder or another section of preserved markup. The next
    /// byte is the section's letter.
    static let open: UInt8 = 1
    /// The control byte that ends a placeholder or another section of preserved markup.
    static let close: UInt8 = 2
    /// The byte that starts a reference to a template. The template's decimal number follows.
    static let template: UInt8 = 3
    /// The byte in a link's placeholder that separates the link in standard notation from its
    /// original markup.
    static let divider: UInt8 = 4

    /// The character that identifies the section with an element's additional attributes and, if
    /// present, its non-standard name.
    static let ownTag = UInt8(ascii: "<")
    /// The character that identifies the section with the XML before an element.
    static let before = UInt8(ascii: "^")
    /// The character that identifies the section with the latitude's original text.
    static let latitude = UInt8(ascii: "(")
    /// The character that identifies the section with the longitude's original text.
    static let longitude = UInt8(ascii: ")")
    /// The character that marks the position of the points, segments or items in preserved markup.
    static let children = UInt8(ascii: "*")
    /// The character that identifies the section with the XML before the root element. ``epilog``
    /// identifies the section with the XML after the root element.
    static let prolog = UInt8(ascii: "{")
    static let epilog = UInt8(ascii: "}")
    /// The letter of the placeholder for the file's `bounds`.
    static let bounds = UInt8(ascii: "b")
    /// The characters that identify the markers for places, routes and tracks. A marker contains
    /// the item's number, and is followed by the XML that precedes the item.
    static let items: [UInt8] = Array("123".utf8)

    /// Returns a section of preserved markup, such as a placeholder, with the given letter and
    /// content.
    static func around(_ letter: UInt8, _ content: some Sequence<UInt8>) -> [UInt8] {
      [open, letter] + content + [close]
    }
  }
}

extension GPXField {
  /// The letter of the field's placeholder in preserved markup. The letter is stored, so it must
  /// never change.
  var letter: UInt8 {
    switch self {
    case .none: 0
    case .elevation: UInt8(ascii: "e")
    case .time: UInt8(ascii: "t")
    case .course: GPXField.letter(of: .course)
    case .speed: GPXField.letter(of: .speed)
    case .magneticVariation: UInt8(ascii: "m")
    case .geoidHeight: UInt8(ascii: "g")
    case .name: UInt8(ascii: "n")
    case .comment: UInt8(ascii: "c")
    case .details: UInt8(ascii: "d")
    case .source: UInt8(ascii: "s")
    case .link: UInt8(ascii: "l")
    case .url: UInt8(ascii: "u")
    case .urlName: UInt8(ascii: "w")
    case .number: UInt8(ascii: "#")
    case .symbol: UInt8(ascii: "y")
    case .type: UInt8(ascii: "k")
    case .fix: UInt8(ascii: "f")
    case .satellites: UInt8(ascii: "a")
    case .hdop: UInt8(ascii: "h")
    case .vdop: UInt8(ascii: "v")
    case .pdop: UInt8(ascii: "p")
    case .ageOfDGPSData: UInt8(ascii: "o")
    case .dgpsID: UInt8(ascii: "i")
    case .extensions: 0
    }
  }

  private static let byLetter: [GPXField] = {
    var fields = [GPXField](repeating: .none, count: 256)
    for field in allCases where field.letter != 0 { fields[Int(field.letter)] = field }
    return fields
  }()

  /// Creates the field whose placeholder in preserved markup has the given letter.
  init(letter: UInt8) {
    self = Self.byLetter[Int(letter)]
  }

  /// Returns the letter of a sensor's placeholder in preserved markup. The letter is stored, so it
  /// must never change.
  static func letter(of sensor: GeoSensor) -> UInt8 {
    UInt8(ascii: "A") + UInt8(sensor.rawValue)
  }

  /// Returns the sensor whose placeholder has the given letter. Returns nil if no sensor has this
  /// letter.
  static func sensor(letter: UInt8) -> GeoSensor? {
    letter >= UInt8(ascii: "A") ? GeoSensor(rawValue: Int(letter - UInt8(ascii: "A"))) : nil
  }
}

/// The order of elements in the GPX schemas.
extension PreservedMarkup.Content {
  /// Returns a node's rank: its position in the schema's order of elements. Returns nil if the node
  /// has no rank.
  ///
  /// In GPX 1.0, elements outside GPX's namespace come last.
  ///
  /// - Parameter is10: Whether the order of GPX 1.0 applies.
  func rank(of node: Node, in parent: GPXName, is10: Bool) -> UInt8? {
    switch node.kind {
    case .hole(let letter):
      if parent == .gpx {
        return letter == PreservedMarkup.Mark.bounds ? Self.rootRank("bounds", is10: is10) : nil
      }
      let field = GPXField(letter: letter)
      let rank = field.rank(in: parent, is10: is10)
      return rank == 0 ? nil : rank
    case .children: return parent == .gpx ? 30 : GPXField.childrenRank
    case .items(let kind, _): return 20 + UInt8(kind)
    case .element(let name, let isForeign):
      if is10, isForeign { return parent == .segment ? nil : GPXField.endRank(in: parent) }
      if parent == .gpx { return Self.rootRank(name, is10: is10) }
      if isForeign, name != "extensions" { return nil }
      if parent == .route && name == "rtept" || parent == .segment && name == "trkpt" {
        return GPXField.childrenRank
      }
      let field = GPXField(named: name)
      let rank = field.isField(of: parent) ? field.rank(in: parent, is10: is10) : 0
      return rank == 0 ? nil : rank
    case .aside: return nil
    }
  }

  /// The child elements of the root element that describe the file, in the schemas' order.
  private static let rootFields = [
    "metadata", "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds",
  ]

  /// Returns whether a child of the root element describes the whole file (in GPX 1.0 or 1.1).
  static func isRootField(_ name: String) -> Bool {
    name == "extensions" || rootFields.contains(name)
  }

  /// Returns a root field's rank: its position in the schema's order. Returns nil if the GPX
  /// version does not define the field.
  static func rootRank(_ name: String, is10: Bool) -> UInt8? {
    if name == "extensions" { return is10 ? nil : GPXField.endRank(in: .gpx) }
    guard is10 != (name == "metadata") else { return nil }
    return rootFields.firstIndex(of: name).map { UInt8($0 + 1) }
  }
}

extension PreservedMarkup.Converter {
  /// The names of the `metadata` child elements whose values are imported.
  static let metadataFields: Set = [
    "name", "desc", "author", "copyright", "link", "time", "keywords", "bounds",
  ]
}

/// The content that the schema of GPX 1.1 allows in the `metadata` element.
extension SchemaMetadata {
  /// The child elements of `metadata` and of its children, in the schema's order.
  static let order: [String: [String]] = [
    "metadata": [
      "name", "desc", "author", "copyright", "link", "time", "keywords", "bounds", "extensions",
    ],
    "author": ["name", "email", "link"], "copyright": ["year", "license"],
    "link": ["text", "type"],
  ]
  /// The attributes that the elements in `metadata` may have.
  static let attributes: [String: [String]] = [
    "email": ["id", "domain"], "copyright": ["author"], "link": ["href"],
    "bounds": ["minlat", "minlon", "maxlat", "maxlon"],
  ]
}

/// Functions that recognise times in the elements and attributes that other programs write.
extension PreservedMarkup.Times {
  /// The words that, in the name of an element or attribute, indicate a time.
  static let timeWords: Set = [
    "time", "date", "datetime", "timestamp", "when", "created", "modified", "updated", "epoch",
  ]

  /// Returns whether an element or attribute name contains a word for a time, such as `UnixTime`,
  /// `time_ms` or `creationdate`.
  static func isTimed(_ name: ArraySlice<UInt8>) -> Bool {
    var word = ""
    var wasLower = false
    for byte in name {
      let isUpper = byte &- UInt8(ascii: "A") < 26
      let isLetter = isUpper || byte &- UInt8(ascii: "a") < 26
      if !isLetter || isUpper && wasLower {
        if timeWords.contains(word) { return true }
        word = ""
      }
      if isLetter { word.append(Character(Unicode.Scalar(byte | 0x20))) }
      wasLower = isLetter && !isUpper
    }
    return timeWords.contains(word)
      || ["time", "date", "timestamp"].contains { word.hasSuffix($0) }
  }

  /// Returns whether the text is empty or a number too small to be a Unix time. The limit is 10⁸
  /// seconds, which corresponds to a date in March 1973.
  static func isDuration(_ text: String) -> Bool {
    text.isEmpty || Double(text).map { abs($0) < 1e8 } ?? false
  }

  /// The patterns for the first characters of a date: `d` matches a digit, `A` an upper-case
  /// letter, `a` a lower-case letter, and `.` a full stop or a slash.
  static let datePatterns = [
    "dddd-dd-dd", "ddddddddTdd", "dd.dd.dddd", "d.dd.dddd", "dd.d.dddd", "d.d.dddd", "d Aaa dddd",
    "dd Aaa dddd", "Aaa, d Aaa dddd", "Aaa, dd Aaa dddd",
  ].map { Array($0.utf8) }

  /// Returns whether text begins with a date, such as `2026-07-11`, `20260711T06`, `11/07/2026` or
  /// `Sat, 11 Jul 2026`.
  static func isDate(_ text: String) -> Bool {
    let head = Array(text.utf8.prefix(20))
    return datePatterns.contains { pattern in
      pattern.count <= head.count
        && zip(pattern, head).allSatisfy { sign, byte in
          switch sign {
          case UInt8(ascii: "d"): byte &- 48 < 10
          case UInt8(ascii: "A"): byte &- UInt8(ascii: "A") < 26
          case UInt8(ascii: "a"): byte &- UInt8(ascii: "a") < 26
          case UInt8(ascii: "."): byte == sign || byte == UInt8(ascii: "/")
          default: byte == sign
          }
        }
    }
  }
}

/// Tables of the extension elements that contain an item's colour, symbol, notes and groups.
extension PreservedMarkup.ExtensionValues {
  /// The kinds of extension elements from which values are read. The colour kinds are in descending
  /// order of priority.
  enum Source: Int {
    /// A `line/color` element of gpx_style, as written by gpx.studio, Locus and Organic Maps.
    case lineColour
    /// A `color` element directly in the extensions, as written by OsmAnd, TopoGrafix and
    /// OpenTracks.
    case colour
    /// The line colour in the extensions of Locus, a navigation app.
    case locusColour
    /// One of the 16 colours in Garmin's extensions for tracks and routes.
    case garminColour
    /// A place's icon in the extensions of OsmAnd, a navigation app.
    case icon
    /// A geocache's type in Groundspeak's extensions.
    case cacheType
    case notes
    case symbol
    case group

    var isColour: Bool { rawValue <= Source.garminColour.rawValue }
    /// Whether elements of this kind can contain any colour, rather than only one from a fixed
    /// list.
    var isExact: Bool { rawValue < Source.garminColour.rawValue }
  }

  /// The namespace of Cartographer's extensions. Its usual prefix is ``prefix``.
  static let namespace = "urn:cartographer:1"
  static let prefix = "cartographer"

  /// The prefix shared by all namespace URIs of the gpx_style extension.
  static let style = "http://www.topografix.com/GPX/gpx_style/"

  /// The possible kinds of an extension element, keyed by the element's local name. The first kind
  /// that matches the element's parent and namespace applies.
  static let names: [[UInt8]: [Source]] = [
    Array("color".utf8): [.lineColour, .colour], Array("lsColorBase".utf8): [.locusColour],
    Array("DisplayColor".utf8): [.garminColour], Array("icon".utf8): [.icon],
    Array("type".utf8): [.cacheType], Array("notes".utf8): [.notes],
    Array("symbol".utf8): [.symbol], Array("group".utf8): [.group],
  ]

  /// Byte sequences of which at least one occurs in any markup with extension values, unless the
  /// root element declares Cartographer's namespace.
  static let hints = ["olor", "icon", "cache", namespace].map { Array($0.utf8) }

  /// The maximum nesting depth of the search for extension values.
  static let deepest = 8
  /// The maximum number of elements that are examined as candidates for extension values.
  static let most = 1_000
}

extension PreservedMarkup {
  /// The namespaces used in the markup that ``keeping(_:)`` returns.
  static let foreignNamespaces = [
    GeoNamespace(prefix: "", uri: GPXWriter.namespace11),
    GeoNamespace(prefix: ExtensionValues.prefix, uri: ExtensionValues.namespace),
  ]
}

extension WrittenColour {
  /// Garmin's names for the colours of tracks and routes in GpxExtensions version 3, with the
  /// colours that Garmin's programs display.
  static let names: [(name: String, value: UInt32)] = [
    ("Black", 0x000000), ("DarkRed", 0x8B0000), ("DarkGreen", 0x006400),
    ("DarkYellow", 0xB5B820), ("DarkBlue", 0x00008B), ("DarkMagenta", 0x8B008B),
    ("DarkCyan", 0x008B8B), ("LightGray", 0xCCCCCC), ("DarkGray", 0x444444),
    ("Red", 0xFF0000), ("Green", 0x00FF00), ("Yellow", 0xFFFF00), ("Blue", 0x0000FF),
    ("Magenta", 0xFF00FF), ("Cyan", 0x00FFFF), ("White", 0xFFFFFF),
  ]
}
