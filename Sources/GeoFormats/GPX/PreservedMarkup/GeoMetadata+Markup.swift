import Foundation
import Geodesy

extension GeoMetadata {
  /// Reads an element that describes the file: `metadata` or, in GPX 1.0, a child element of the
  /// root such as `author`.
  ///
  /// - Returns: Whether the element was read. False if an earlier element already set the value.
  mutating func read(_ markup: FlatMarkup) -> Bool {
    guard let root = markup.elements.first else { return false }
    if root.name == "metadata" {
      guard isEmpty else { return false }
      readChildren(markup)
      return true
    }
    let text = FlatMarkup.trimmed(root.text)
    switch root.name {
    case "name": return Self.set(&name, text)
    case "desc": return Self.set(&details, String(decoding: root.text, as: UTF8.self))
    case "keywords": return Self.set(&keywords, text)
    case "time":
      guard time == nil else { return false }
      time = Self.time(root.text)
    case "bounds":
      guard bounds == nil else { return false }
      bounds = GeoBounds(root.attributes)
    default: return readAuthor(root.name, text)
    }
    return true
  }

  private mutating func readAuthor(_ element: String, _ text: String?) -> Bool {
    switch element {
    case "author", "email":
      var person = author ?? Person()
      let isFirst =
        element == "author" ? Self.set(&person.name, text) : Self.set(&person.email, text)
      if person != Person() { author = person }
      return isFirst
    case "url":
      guard links.isEmpty, let text else { return false }
      links = [GeoLink(href: text)]
    case "urlname":
      guard links.count == 1, links[0].text == nil else { return false }
      links[0].text = text
    default: return false
    }
    return true
  }

  private static func set(_ field: inout String?, _ text: String?) -> Bool {
    guard field == nil else { return false }
    field = text
    return true
  }

  private mutating func readChildren(_ markup: FlatMarkup) {
    name = markup.text("name", of: 0)
    keywords = markup.text("keywords", of: 0)
    for (index, child) in markup.children(of: 0) {
      switch child.name {
      case "desc" where details == nil: details = String(decoding: child.text, as: UTF8.self)
      case "author" where author == nil: author = Self.person(markup, index)
      case "copyright" where copyright == nil:
        copyright = Copyright(
          author: child.attributes.first { $0.name == "author" }?.value ?? "",
          year: markup.text("year", of: index), license: markup.text("license", of: index))
      case "link":
        if let link = GeoLink(markup, at: index) { links.append(link) }
      case "time" where time == nil: time = Self.time(child.text)
      case "bounds" where bounds == nil: bounds = GeoBounds(child.attributes)
      default: break
      }
    }
  }

  private static func person(_ markup: FlatMarkup, _ index: Int) -> Person {
    var person = Person(name: markup.text("name", of: index))
    for (childIndex, child) in markup.children(of: index) {
      if child.name == "email", person.email == nil {
        let id = child.attributes.first { $0.name == "id" }?.value
        let domain = child.attributes.first { $0.name == "domain" }?.value
        if let id, let domain { person.email = "\(id)@\(domain)" }
      } else if child.name == "link", person.link == nil {
        person.link = GeoLink(markup, at: childIndex)
      }
    }
    return person
  }

  private static func time(_ text: [UInt8]) -> Date? {
    let seconds = ValueText.time(text)
    return seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension GeoBounds {
  /// Reads the attributes of a `bounds` element. Returns nil if an attribute is missing or is not a
  /// number.
  init?(_ attributes: [(name: String, value: String)]) {
    func number(_ name: String) -> Double? {
      guard let text = attributes.first(where: { $0.name == name })?.value else { return nil }
      let value = ValueText.number(Array(text.utf8))
      return value.isNaN ? nil : value
    }
    guard let south = number("minlat"),
      let west = number("minlon"),
      let north = number("maxlat"),
      let east = number("maxlon")
    else { return nil }
    self.init(south: south, west: west, north: north, east: east)
  }
}
