import Foundation

/// A parser for Cartographer's groups in the preserved markup of a file's root element.
struct GroupScan {
  private(set) var groups: [GeoGroup] = []
  /// The number of invalid values, which are skipped.
  private(set) var invalidCount = 0

  private let markup: FlatMarkup
  private let bindings: RootBindings

  /// The maximum nesting depth of a `group` element. Deeper elements belong to other programs'
  /// extensions.
  private static let deepest = 2

  /// Reads all groups from the root element's preserved markup.
  ///
  /// - Parameter bindings: The namespaces declared by the root element.
  /// - Complexity: O(n), where n is the length of `kept` in bytes.
  init(_ kept: String, bindings: RootBindings) {
    self.bindings = bindings
    let bytes = Array(kept.utf8)
    guard
      bindings.prefix(of: PreservedMarkup.ExtensionValues.namespace) != nil
        || bindings.uri(of: "") == PreservedMarkup.ExtensionValues.namespace
        || bytes[...].containsBytes(Array(PreservedMarkup.ExtensionValues.namespace.utf8))
    else {
      markup = FlatMarkup([])
      return
    }
    markup = FlatMarkup(bytes)
    for (index, element) in markup.elements.enumerated()
    where element.name == "group" && element.depth <= Self.deepest && isOwn(index) {
      read(index)
    }
  }

  /// Returns whether the element at the given index belongs to Cartographer's namespace.
  private func isOwn(_ index: Int) -> Bool {
    let prefix = markup.elements[index].prefix
    let declaration = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
    var ancestor = index
    while ancestor >= 0 {
      let element = markup.elements[ancestor]
      if let own = element.attributes.first(where: { $0.name == declaration }) {
        return own.value == PreservedMarkup.ExtensionValues.namespace
      }
      ancestor = element.parent
    }
    return bindings.uri(of: prefix) == PreservedMarkup.ExtensionValues.namespace
  }

  private mutating func read(_ index: Int) {
    let children = markup.children(of: index).filter { isOwn($0.index) }
    // An unusable point is preserved in the root; its `group` elements have only the name, as text.
    guard let name = children.first(where: { $0.element.name == "name" })?.element.trimmedText
    else { return }
    var group = GeoGroup(name: name)
    for (index, element) in children {
      switch element.name {
      case "notes": group.notes = element.wholeText
      case "colour": group.colour = checked(WrittenColour(element.trimmedText ?? "")?.text)
      case "created": group.created = time(element)
      case "firstDay": group.firstDay = checked(element.trimmedText)
      case "member":
        if let item = reference(element) { group.members = (group.members ?? []) + [item] }
      case "entry": group.entries.append(entry(index, element, after: group.entries.last))
      default: break
      }
    }
    groups.append(group)
  }

  private mutating func checked(_ text: String?) -> String? {
    if text == nil { invalidCount += 1 }
    return text
  }

  private mutating func time(_ element: FlatMarkup.Element) -> Date? {
    let seconds = Timestamp.parse(element.trimmedText ?? "")
    guard seconds.isFinite else {
      invalidCount += 1
      return nil
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  private mutating func reference(_ element: FlatMarkup.Element) -> GeoGroup.Reference? {
    for (name, value) in element.attributes where name == "place" || name == "path" {
      guard let number = Int(value), number > 0 else {
        invalidCount += 1
        continue
      }
      return name == "place" ? .place(number) : .path(number)
    }
    return nil
  }

  /// Reads an itinerary stop. A day that is missing, invalid or earlier than the previous stop's
  /// day is replaced with the previous stop's day.
  private mutating func entry(
    _ index: Int, _ element: FlatMarkup.Element, after last: GeoGroup.Entry?
  ) -> GeoGroup.Entry {
    let least = last?.day ?? 1
    let stated = element.attributes.first { $0.name == "day" }.flatMap { Int($0.value) }
    if stated.map({ $0 < least }) ?? true { invalidCount += 1 }
    var entry = GeoGroup.Entry(day: max(stated ?? least, least), item: reference(element))
    entry.isDone = element.attributes.contains { $0.name == "state" && $0.value == "done" }
    for (index, child) in markup.children(of: index) where isOwn(index) {
      switch child.name {
      case "title": entry.title = child.wholeText
      case "note": entry.note = child.wholeText
      default: break
      }
    }
    return entry
  }
}

extension FlatMarkup.Element {
  fileprivate var trimmedText: String? { FlatMarkup.trimmed(text) }

  /// The element's text, including surrounding white space. Nil if the text is empty.
  fileprivate var wholeText: String? {
    text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
