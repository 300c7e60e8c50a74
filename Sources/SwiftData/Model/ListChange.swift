/// What makes one list of objects of another, by identity.
///
/// - Complexity: O(n), and for what both lists begin and end with one comparison of addresses each;
///   so it is cheap to append to a long list again and again.
struct ListChange<Object: AnyObject> {
  /// In the new list and not in the old, each once.
  let added: [Object]
  /// In the old list and not in the new.
  let removed: [Object]
  /// Whether the new list has an object more than once.
  let hasDuplicates: Bool

  init(from old: [Object], to new: [Object]) {
    let head = Self.commonPrefix(old, new)
    let tail = Self.commonSuffix(old, new, after: head)
    let before = Set(old[head..<old.count - tail].map(ObjectIdentifier.init))
    let middle = new[head..<new.count - tail]
    let kept = Kept(list: new, head: head, tail: tail, isSearchedOften: middle.count > 8)
    var after: Set<ObjectIdentifier> = []
    var added: [Object] = []
    var hasDuplicates = false
    for object in middle {
      let id = ObjectIdentifier(object)
      if !after.insert(id).inserted || kept.contains(id) {
        hasDuplicates = true
      } else if !before.contains(id) {
        added.append(object)
      }
    }
    self.added = added
    self.removed = old[head..<old.count - tail].filter {
      let id = ObjectIdentifier($0)
      return !after.contains(id) && !kept.contains(id)
    }
    self.hasDuplicates = hasDuplicates
  }

  /// What both lists begin and end with.
  private struct Kept {
    let list: [Object]
    let head: Int
    let tail: Int
    let identifiers: Set<ObjectIdentifier>?

    init(list: [Object], head: Int, tail: Int, isSearchedOften: Bool) {
      self.list = list
      self.head = head
      self.tail = tail
      self.identifiers =
        isSearchedOften
        ? Set((list.prefix(head) + list.suffix(tail)).map(ObjectIdentifier.init)) : nil
    }

    func contains(_ id: ObjectIdentifier) -> Bool {
      if let identifiers { return identifiers.contains(id) }
      return list.withAddresses { addresses in
        let wanted = UInt(bitPattern: id)
        return (0..<head).contains { addresses[$0] == wanted }
          || (list.count - tail..<list.count).contains { addresses[$0] == wanted }
      }
    }
  }

  private static func commonPrefix(_ old: [Object], _ new: [Object]) -> Int {
    old.withAddresses { old in
      new.withAddresses { new in
        let limit = min(old.count, new.count)
        return (0..<limit).first { old[$0] != new[$0] } ?? limit
      }
    }
  }

  private static func commonSuffix(_ old: [Object], _ new: [Object], after head: Int) -> Int {
    old.withAddresses { old in
      new.withAddresses { new in
        let limit = min(old.count, new.count) - head
        return (0..<limit).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? limit
      }
    }
  }
}

/// The addresses of an array's objects, read without counting a reference to each.
private struct Addresses {
  let bytes: UnsafeRawBufferPointer

  var count: Int { bytes.count / MemoryLayout<UInt>.stride }

  subscript(index: Int) -> UInt {
    bytes.load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: UInt.self)
  }
}

extension Array where Element: AnyObject {
  fileprivate func withAddresses<Result>(_ body: (Addresses) -> Result) -> Result {
    withUnsafeBytes { body(Addresses(bytes: $0)) }
  }
}
