import TestSupport

/// A generator of random GPX documents, which are well-formed and either valid or odd.
struct RandomGPX {
  enum Kind: CaseIterable {
    /// Valid according to the schema of its version.
    case valid
    /// Has repeated, unknown, invalid or misordered elements and mixed content.
    case odd
  }

  let isVersion10: Bool
  let kind: Kind
  var random: SplitMix64
  /// The namespaces bound to ``prefixes`` at the root, in the same order. An empty one is not
  /// declared.
  private var rootURIs: [String] = []
  private static let prefixes = ["a", "b", "gpxtpx", "c"]
  static let uris = [
    "urn:one", "urn:two", "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v2", "http://example.org/a?b=1&amp;c=2",
  ]

  /// - Parameter seed: The seed of all random choices; equal seeds give equal documents.
  init(seed: UInt64, kind: Kind? = nil, isVersion10: Bool? = nil) {
    random = SplitMix64(seed: seed)
    self.kind = kind ?? (Bool.random(using: &random) ? .valid : .odd)
    self.isVersion10 = isVersion10 ?? (Int.random(in: 0..<4, using: &random) == 0)
  }

  var isOdd: Bool { kind == .odd }

  /// Returns the next random document.
  ///
  /// - Parameter hasAsides: Whether comments and instructions are inserted around the items.
  mutating func document(hasAsides: Bool = true) -> String {
    rootURIs = Self.prefixes.map { _ in isOdd && chance(4) ? "" : pick(Self.uris) }
    let version = isVersion10 ? "1.0" : "1.1"
    let namespace = "http://www.topografix.com/GPX/\(isVersion10 ? "1/0" : "1/1")"
    var root = "<gpx version=\"\(version)\" creator=\"\(attributeText())\""
    if !isOdd || !chance(8) { root += " xmlns=\"\(namespace)\"" }
    for (prefix, uri) in zip(Self.prefixes, rootURIs) where !uri.isEmpty {
      root += " xmlns:\(prefix)=\"\(uri)\""
    }
    if isOdd, chance(3) { root += " note=\"\(attributeText())\"" }
    var children = isVersion10 ? rootFields10() : chance(2) ? [metadata()] : []
    children += (0..<below(4)).map { _ in point("wpt") }
    children += (0..<below(3)).map { _ in path("rte") }
    children += (0..<below(3)).map { _ in path("trk") }
    if isVersion10 {
      if chance(3) { children.append(foreign(depth: 2)) }
    } else if chance(3) {
      children.append(extensions())
    }
    let prolog = hasAsides && chance(3) ? aside() : ""
    let epilog = hasAsides && chance(3) ? aside() : ""
    let whole = prolog + root + ">\n" + joined(children, hasAsides: hasAsides) + "</gpx>" + epilog
    return chance(6) ? Self.prefixed(whole, by: "g") : whole
  }

  mutating func rootFields10() -> [String] {
    var fields = texts(["name", "desc", "author"])
    if chance(4) { fields.append("<email>a.b@example.org</email>") }
    fields += texts(["url", "urlname"])
    if chance(3) { fields.append(time()) }
    fields += texts(["keywords"])
    if chance(4) { fields.append(bounds()) }
    return fields
  }

  mutating func metadata() -> String {
    var fields = texts(["name", "desc"])
    if chance(3) {
      var author = texts(["name"])
      if chance(2) { author.append("<email id=\"\(attributeText())\" domain=\"d\"/>") }
      if chance(2) { author.append(link()) }
      fields.append("<author>\(joined(author))</author>")
    }
    if chance(4) {
      fields.append("<copyright author=\"\(attributeText())\"><year>2024</year></copyright>")
    }
    fields += (0..<below(3)).map { _ in link() }
    if chance(3) { fields.append(time()) }
    fields += texts(["keywords"])
    if chance(3) { fields.append(bounds()) }
    if chance(3) { fields.append(extensions()) }
    return "<metadata>\(joined(fields))</metadata>"
  }

  mutating func path(_ name: String) -> String {
    var fields = texts(["name", "cmt", "desc", "src"])
    fields += links()
    if chance(3) { fields.append("<number>\(whole())</number>") }
    if !isVersion10 {
      fields += texts(["type"])
      if chance(3) { fields.append(extensions()) }
    } else if chance(4) {
      fields.append(foreign(depth: 2))
    }
    if name == "rte" {
      fields += (0..<below(4)).map { _ in point("rtept") }
    } else {
      fields += (0..<below(4)).map { _ in segment() }
    }
    return "<\(name)\(oddAttributes())>\(joined(fields))</\(name)>"
  }

  mutating func segment() -> String {
    var children = (0..<below(6)).map { _ in point("trkpt") }
    if !isVersion10, chance(5) { children.append(extensions()) }
    return children.isEmpty && chance(2)
      ? "<trkseg/>" : "<trkseg\(oddAttributes())>\(joined(children))</trkseg>"
  }

  mutating func point(_ name: String) -> String {
    let latitude = number(below: 90)
    let longitude = number(below: 180)
    var fields: [String] = []
    if chance(2) { fields.append("<ele>\(number(below: 9000))</ele>") }
    if chance(2) { fields.append(time()) }
    if isVersion10, name == "trkpt", chance(3) { fields.append("<course>\(positive())</course>") }
    if isVersion10, name == "trkpt", chance(3) { fields.append("<speed>\(positive())</speed>") }
    if chance(8) { fields.append("<magvar>\(positive())</magvar>") }
    if chance(8) { fields.append("<geoidheight>\(number(below: 90))</geoidheight>") }
    if chance(3) {
      fields += texts(["name", "cmt", "desc", "src"])
      fields += links()
      fields += texts(["sym", "type"])
    }
    if chance(8) { fields.append("<fix>\(pick(["none", "2d", "3d", "dgps", "pps"]))</fix>") }
    if chance(8) { fields.append("<sat>\(whole())</sat>") }
    for field in ["hdop", "vdop", "pdop", "ageofdgpsdata"] where chance(10) {
      fields.append("<\(field)>\(positive())</\(field)>")
    }
    if chance(10) { fields.append("<dgpsid>\(below(1024))</dgpsid>") }
    if isVersion10 {
      if chance(4) { fields.append(foreign(depth: 2)) }
    } else if chance(2) {
      fields.append(chance(2) ? sensors() : extensions())
    }
    let start = "<\(name) lat=\"\(latitude)\" lon=\"\(longitude)\"\(oddAttributes())"
    return fields.isEmpty && chance(2) ? start + "/>" : start + ">\(joined(fields))</\(name)>"
  }

  /// Returns the joined children with blanks, comments and instructions between them. In an odd
  /// document, children may be shuffled, repeated or inserted.
  mutating func joined(_ children: [String], hasAsides: Bool = true) -> String {
    var children = children
    if isOdd {
      if chance(6) { children.shuffle(using: &random) }
      if chance(6), let repeated = children.randomElement(using: &random) {
        children.append(repeated)
      }
      if chance(6) { children.insert(oddChild(), at: below(children.count + 1)) }
    }
    var text = blank()
    for child in children {
      if hasAsides, chance(12) { text += aside() + blank() }
      text += child + blank()
    }
    if hasAsides, chance(12) { text += aside() + blank() }
    return text
  }

  mutating func oddChild() -> String {
    switch below(9) {
    case 6: return "<desc lang='de' a:k='v'>\(content())<!-- c -->\(content())</desc>"
    case 7: return "<link href='[no address]'><text>t</text><b/></link>"
    case 8: return "<extensions k='v' xmlns:d='urn:d'><d:x/>text<unknown/></extensions>"
    case 0: return "<unknown a='1'>\(content())</unknown>"
    case 1: return foreign(depth: 1)
    case 2: return "stray text"
    case 3: return "<name>\(content())<b/>\(content())</name>"
    case 4: return "<\(pick(["ele", "sat", "time", "fix", "number"]))/>"
    default: return "<wpt lat='1' lon='2'><name>not here</name></wpt>"
    }
  }

  mutating func oddAttributes() -> String {
    guard isOdd, chance(8) else { return "" }
    switch below(4) {
    case 0: return " id='\(below(100))'"
    case 1: return " a:k=\"\(attributeText())\""
    case 2: return " xmlns:a=\"\(pick(Self.uris))\""
    default: return " xmlns:d='urn:d' d:k='d:v'"
    }
  }
}
