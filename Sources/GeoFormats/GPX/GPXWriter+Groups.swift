import Foundation

extension GPXWriter {
  /// Writes the groups as Cartographer's extension elements. All items must already have been
  /// written.
  ///
  /// - Throws: The ``GeoFormatsError/Code/wrongOrder`` error if a path is still open.
  public func groups(_ groups: [GeoGroup]) throws {
    try advance(to: .groups, element: "group")
    guard !groups.isEmpty, !options.stripsExtensions else { return }
    let bound = rootBindings.prefix(of: PreservedMarkup.ExtensionValues.namespace)
    let tag = (bound ?? PreservedMarkup.ExtensionValues.prefix) + ":"
    if version == .version11 { try putLine("extensions>", opens: true) }
    for group in groups {
      try endLine()
      try output.write("<\(tag)group".utf8)
      if bound == nil {
        try writeAttribute(
          "xmlns:\(PreservedMarkup.ExtensionValues.prefix)",
          PreservedMarkup.ExtensionValues.namespace)
      }
      try output.write(">".utf8)
      lineEnds = true
      try put(group, tag)
      try endLine()
      try output.write("</\(tag)group>".utf8)
      lineEnds = true
    }
    if version == .version11 { try putLine("extensions>", opens: false) }
  }

  private func put(_ group: GeoGroup, _ tag: String) throws {
    log.item = group.name
    try put(tag, "name", group.name)
    try put(tag, "notes", group.notes)
    try put(tag, "colour", group.colour)
    if !options.stripsTimes {
      try put(tag, created: group.created)
      try put(tag, "firstDay", group.firstDay)
    }
    for member in group.members ?? [] {
      try endLine()
      try output.write("<\(tag)member".utf8)
      try put(member)
      try output.write("/>".utf8)
      lineEnds = true
    }
    for entry in group.entries {
      try endLine()
      try output.write("<\(tag)entry day=\"\(entry.day)\"".utf8)
      if let item = entry.item { try put(item) }
      if entry.isDone { try writeAttribute("state", "done") }
      guard entry.title != nil || entry.note != nil else {
        try output.write("/>".utf8)
        lineEnds = true
        continue
      }
      try output.write(">".utf8)
      lineEnds = true
      try put(tag, "title", entry.title)
      try put(tag, "note", entry.note)
      try endLine()
      try output.write("</\(tag)entry>".utf8)
      lineEnds = true
    }
  }

  private func put(_ tag: String, created time: Date?) throws {
    guard let seconds = time?.timeIntervalSinceReferenceDate, Timestamp.writable.contains(seconds)
    else { return }
    try endLine()
    try output.write("<\(tag)created>".utf8)
    try output.reserve()
    output.put(time: seconds)
    try output.write("</\(tag)created>".utf8)
    lineEnds = true
  }

  private func put(_ item: GeoGroup.Reference) throws {
    switch item {
    case .place(let number): try writeAttribute("place", "\(number)")
    case .path(let number): try writeAttribute("path", "\(number)")
    }
  }

  private func put(_ tag: String, _ name: String, _ text: String?) throws {
    guard let text else { return }
    try endLine()
    try output.write("<\(tag)\(name)>".utf8)
    try write(escaped: text, element: name)
    try output.write("</\(tag)\(name)>".utf8)
    lineEnds = true
  }
}
