import Foundation

extension GPXWriter {
  /// Writes the given values as the file's metadata, without preserved markup.
  ///
  /// - Parameter extensions: The markup to write at the end of the metadata in GPX 1.1.
  func write(_ metadata: GeoMetadata, extensions: [UInt8] = []) throws {
    guard !metadata.isEmpty || !extensions.isEmpty else { return }
    if version == .version10 {
      try writeFields(of: metadata)
      return
    }
    try putLine("metadata>", opens: true)
    try putLine(.name, metadata.name)
    try putLine(.details, metadata.details)
    if let author = metadata.author { try write(author, extensions) }
    if let copyright = metadata.copyright { try write(copyright) }
    for link in metadata.links where isAllowed(address: link.href, in: .metadata) {
      try endLine()
      try write(link: link)
      lineEnds = true
    }
    try putTime(metadata.time)
    try putLine(named: "keywords", metadata.keywords)
    if let bounds = options.bounds ?? metadata.bounds {
      try endLine()
      try write(bounds)
      lineEnds = true
    }
    try writeLiteral(extensions[...])
    try putLine("metadata>", opens: false)
  }

  /// Writes the metadata as fields of the root element, as in GPX 1.0.
  private func writeFields(of metadata: GeoMetadata) throws {
    try putLine(.name, metadata.name)
    try putLine(.details, metadata.details)
    try putLine(named: "author", metadata.author?.name)
    if let email = metadata.author?.email {
      if Self.isAddress10(email) {
        try putLine(named: "email", email)
      } else {
        cannotCarry(
          "email",
          "GPX 1.0 allows only letters, underscores, dots and a single @ in an email address")
      }
    }
    if let link = metadata.links.first, isAllowed(address: link.href, in: .gpx) {
      try putLine(.url, link.href)
      try putLine(.urlName, link.text)
    }
    try putTime(metadata.time)
    try putLine(named: "keywords", metadata.keywords)
    if let bounds = options.bounds ?? metadata.bounds {
      try endLine()
      try write(bounds)
      lineEnds = true
    }
    if metadata.copyright != nil {
      cannotCarry("copyright", "GPX 1.0 does not define this element")
    }
    if metadata.author?.link != nil {
      cannotCarry("link", "GPX 1.0 does not allow a link for the author")
    }
    for link in metadata.links.prefix(1) where link.type != nil {
      cannotCarry("type of a link", "GPX 1.0 does not define this attribute")
    }
    for _ in metadata.links.dropFirst() { cannotCarry("link", "GPX 1.0 allows only one link") }
  }

  /// Returns whether an email address matches the pattern in the GPX 1.0 schema.
  static func isAddress10(_ email: String) -> Bool {
    let halves = email.split(separator: "@", omittingEmptySubsequences: false)
      .map { $0.split(separator: ".", omittingEmptySubsequences: false) }
    guard halves.count == 2, halves[1].count > 1 else { return false }
    return halves.joined().allSatisfy { part in
      !part.isEmpty
        && part.unicodeScalars.allSatisfy { scalar in
          switch scalar.properties.generalCategory {
          case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            true
          default: scalar == "_"
          }
        }
    }
  }

  private func write(_ author: GeoMetadata.Person, _ extensions: [UInt8]) throws {
    try putLine("author>", opens: true)
    try putLine(.name, author.name)
    if let email = author.email {
      let parts = email.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2 {
        try endLine()
        try output.reserve()
        output.put(UInt8(ascii: "<"))
        try output.write(prefix[...])
        output.put("email")
        try writeAttribute("id", String(parts[0]))
        try writeAttribute("domain", String(parts[1]))
        output.put("/>")
        lineEnds = true
      } else if extensions.isEmpty {
        cannotCarry("email", "GPX 1.1 requires exactly one @ in an email address")
      }
    }
    if let link = author.link, isAllowed(address: link.href, in: .metadata) {
      try endLine()
      try write(link: link)
      lineEnds = true
    }
    try putLine("author>", opens: false)
  }

  private func write(_ copyright: GeoMetadata.Copyright) throws {
    try endLine()
    try output.reserve()
    output.put(UInt8(ascii: "<"))
    try output.write(prefix[...])
    output.put("copyright")
    try writeAttribute("author", copyright.author)
    output.put(">")
    lineEnds = true
    if let year = copyright.year, options.isValidOnly, !SchemaText.isYear(year) {
      leaveOut(.metadata, "an invalid copyright year")
    } else {
      try putLine(named: "year", copyright.year)
    }
    if let license = copyright.license, !isAllowed(address: license, in: .metadata) {
      leaveOut(.metadata, "a license that is not a valid URL")
    } else {
      try putLine(named: "license", copyright.license)
    }
    try putLine("copyright>", opens: false)
  }

  private func putTime(_ time: Date?) throws {
    guard let time, !options.stripsTimes else { return }
    let seconds = time.timeIntervalSinceReferenceDate
    guard Timestamp.writable.contains(seconds) else { return noteUnwritableTime() }
    try endLine()
    try putStart(.time, nil)
    output.put(time: seconds)
    try putEnd(.time, nil)
    lineEnds = true
  }

  func putLine(_ field: GPXField, _ text: String?) throws {
    guard let text else { return }
    try endLine()
    try write(text: text, field)
    lineEnds = true
  }

  func putLine(named name: StaticString, _ text: String?) throws {
    guard let text else { return }
    let tag = prefix + Array("\(name)".utf8)
    try endLine()
    try putStart(.none, tag[...])
    try write(escaped: text, element: "\(name)")
    try putEnd(.none, tag[...])
    lineEnds = true
  }

  func putLine(_ tag: StaticString, opens: Bool) throws {
    try endLine()
    try output.reserve()
    output.put(opens ? "<" : "</")
    try output.write(prefix[...])
    output.put(tag)
    lineEnds = true
  }
}
