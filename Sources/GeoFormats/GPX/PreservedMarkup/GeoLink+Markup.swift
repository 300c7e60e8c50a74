extension GeoLink {
  /// Reads a `link` element. Returns nil if the link has no address.
  init?(_ markup: FlatMarkup, at index: Int) {
    guard markup.elements.indices.contains(index),
      let href = markup.elements[index].attributes.first(where: { $0.name == "href" })?.value
    else { return nil }
    self.init(
      href: href, text: Self.content(markup, "text", index),
      type: Self.content(markup, "type", index))
  }

  private static func content(_ markup: FlatMarkup, _ name: String, _ parent: Int) -> String? {
    let child = markup.children(of: parent).first { $0.element.name == name }
    return child.map { String(decoding: $0.element.text, as: UTF8.self) }
  }

  /// The link as a `link` element in GPX 1.1 notation, without a namespace prefix.
  var markup: [UInt8] {
    var markup = MarkupBuffer()
    defer { markup.deallocate() }
    markup.put("<link href=\"")
    Self.with(href) { markup.put(attribute: $0, count: $1) }
    guard text != nil || type != nil else {
      markup.put("\"/>")
      return Array(markup.bytes)
    }
    markup.put("\">")
    if let text {
      markup.put("<text>")
      Self.with(text) { markup.put(escaped: $0, count: $1) }
      markup.put("</text>")
    }
    if let type {
      markup.put("<type>")
      Self.with(type) { markup.put(escaped: $0, count: $1) }
      markup.put("</type>")
    }
    markup.put("</link>")
    return Array(markup.bytes)
  }

  private static func with(_ text: String, _ body: (UnsafePointer<UInt8>, Int) -> Void) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { body(start, bytes.count) }
    }
  }
}
