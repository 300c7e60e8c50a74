import TestSupport

/// The texts of fields, foreign elements, comments and blanks.
extension RandomGPX {
  mutating func texts(_ names: [String]) -> [String] {
    var fields: [String] = []
    for name in names where chance(3) {
      let text = name == "url" && !isOdd ? "https://example.org/?a&amp;b" : content()
      fields.append(chance(12) ? "<\(name)/>" : "<\(name)>\(text)</\(name)>")
    }
    return fields
  }

  mutating func links() -> [String] {
    isVersion10 ? texts(["url", "urlname"]) : (0..<below(8) / 5).map { _ in link() }
  }

  mutating func link() -> String {
    let children = texts(["text", "type"])
    let start =
      "<link href=\"\(isOdd ? attributeText() : "https://example.org/\(below(9))?a&amp;b")\""
    return children.isEmpty ? start + "/>" : start + ">\(joined(children))</link>"
  }

  mutating func bounds() -> String {
    "<bounds minlat=\"1.0\" minlon=\"\(below(9))\" maxlat=\"20.50\" maxlon=\"30\"/>"
  }

  mutating func number(below limit: Int) -> String {
    let sign = chance(3) ? "-" : isVersion10 || !chance(20) ? "" : "+"
    let whole = String(below(limit))
    let digits = [0, 1, 2, 5, 6, 7, 7, 7, 8, 12, 15, 18][below(12)]
    var text = sign + (chance(20) ? "0" : "") + whole
    if digits > 0 {
      text += "." + (0..<digits).map { _ in String(below(10)) }.joined()
      if chance(6) { text += "0" }
    }
    if isOdd, chance(20) {
      text = pick(["", " ", "x", "NaN", "1,5", "\(text)e0", " \(text) ", "\(text)x", "INF", "."])
    }
    return text
  }

  mutating func positive() -> String {
    let text = number(below: 360)
    return text.first == "-" ? String(text.dropFirst()) : text
  }

  mutating func whole() -> String {
    if isOdd, chance(6) { return pick(["-1", "3.0", " 4", "x", "99999999999999999999"]) }
    return chance(8) ? "007" : String(below(40))
  }

  mutating func time() -> String {
    let date = "20\(10 + below(20))-0\(1 + below(9))-\(10 + below(18))"
    var text = "\(date)T\(10 + below(13)):\(10 + below(50)):\(10 + below(50))"
    let digits = [0, 0, 0, 3, 1, 2, 6, 7, 9, 12][below(10)]
    if digits > 0 { text += "." + (0..<digits).map { _ in String(below(10)) }.joined() }
    text += pick(["Z", "Z", "Z", "", "+02:00", "-05:30", "+00:00", "-00:00", "+14:00"])
    if isOdd, chance(12) {
      text = pick([
        "", "yesterday", " \(text)", "\(date)", "\(date) 10:00:00", "\(date)T24:00:00Z",
        "\(date)T23:59:60Z", "\(date)T10:00Z", "\(date)T10:00:00z", "2024-02-30T10:00:00Z",
        "\(date)T10:00:00,5Z", "\(date)T10:00:00+0200", "\(date)T10:00:00+15:30",
        "9999-12-31T24:00:00Z", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00", "0000-01-01T00:00:00Z",
      ])
    }
    return "<time>\(text)</time>"
  }

  mutating func sensors() -> String {
    var fields: [String] = []
    let namespace = pick(["gpxtpx:", "gpxtpx:", ""])
    for name in ["atemp", "wtemp", "depth", "hr", "cad", "speed", "course"] where chance(3) {
      fields.append("<\(namespace)\(name)>\(positive())</\(namespace)\(name)>")
    }
    let own = namespace.isEmpty ? " xmlns=\"\(Self.uris[2 + below(2)])\"" : ""
    let wrapper = "\(namespace)TrackPointExtension"
    return "<extensions>\(blank())<\(wrapper)\(own)>\(joined(fields, hasAsides: chance(4)))"
      + "</\(wrapper)>\(blank())\(chance(4) ? foreign(depth: 1) : "")</extensions>"
  }

  mutating func extensions() -> String {
    if chance(8) { return "<extensions/>" }
    return "<extensions>\(joined((0..<1 + below(2)).map { _ in foreign(depth: 3) }))</extensions>"
  }

  mutating func foreign(depth: Int) -> String {
    // Extensions and foreign elements must be in a namespace other than that of GPX.
    let prefix = pick(["a", "b", "c", "a"])
    let isDefault = chance(4)
    let name = (isDefault ? "" : prefix + ":") + pick(["x", "y", "name", "ele", "hr", "power"])
    var start = "<\(name)"
    if isDefault { start += " xmlns=\"\(pick(Self.uris))\"" }
    if chance(4) { start += " xmlns:\(prefix == "b" ? "a" : "b")=\"\(pick(Self.uris))\"" }
    if chance(3) { start += " k=\"\(attributeText())\"" }
    if chance(4) { start += " c:k=\"\(chance(2) ? "c:name" : attributeText())\"" }
    if depth == 0 || chance(3) {
      return chance(3) ? start + "/>" : start + ">\(chance(5) ? "a:name" : content())</\(name)>"
    }
    var inner = ""
    for _ in 0..<below(4) {
      if chance(3) { inner += content() }
      if chance(8) { inner += aside() }
      inner += foreign(depth: depth - 1)
    }
    return start + ">\(blank())\(inner)\(blank())</\(name)>"
  }

  mutating func aside() -> String {
    chance(3)
      ? "<?p\(below(3)) \(pick(["", "data", "a=\"b\" ?", "é"]))?>"
      : "<!-- \(pick(["", "comment", "a < b & c > d", "- -", "é\n"])) -->"
  }

  mutating func blank() -> String { pick(["", "", "\n", " ", "\n  ", "\t\r\n"]) }

  mutating func content() -> String {
    (0..<1 + below(4)).map { _ in
      pick([
        "text", " ", "é", "e\u{301}", "&amp;", "&lt;b&gt;", "]]&gt;", "&#13;", "&#10;", "&#9;",
        "<![CDATA[<&]]>", "<![CDATA[]]>", "\u{1F6B2}", "\n", "\r\n", "\t", "\"'", "&quot;",
        "&#x202E;", "\u{85}", "\u{FFFD}", ">", "a:b", "&amp;nbsp;", "<![CDATA[&nbsp; &#8;]]>",
      ])
    }.joined()
  }

  mutating func attributeText() -> String {
    (0..<below(4)).map { _ in
      pick(["v", " ", "&amp;", "&lt;", ">", "&#9;", "&#10;", "&#13;", "'", "&quot;", "é", "a:b"])
    }.joined()
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }

  /// Returns true with a probability of one in the given number of times.
  mutating func chance(_ times: Int) -> Bool { below(times) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
