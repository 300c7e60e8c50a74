/// The difference between two lists. Objects are compared by identity.
///
/// The common prefix and suffix are found with one address comparison per object, so repeated
/// appends to a long list are cheap.
///
/// - Complexity: O(*n*), where *n* is the total length of both lists.
struct ListChange<Object: AnyObject> {
  /// The length of the lists' common prefix.
  let head: Int
  /// The length of the lists' common suffix, which does not overlap the common prefix.
  let tail: Int
  /// The objects that are only in the new list, without duplicates.
  let added: [Object]
  /// The objects that are only in the old list.
  let removed: [Object]
  /// Whether the new list contains an object more than once.
  let hasDuplicates: Bool

  /// Computes the difference between two lists. The old list must not contain duplicates. If
  /// `isInOld` is nil, the old list is searched.
  ///
  /// - Parameter isInOld: A closure that returns whether an object is in the old list, or nil.
  init(from old: [Object], to new: [Object], isInOld: ((Object) -> Bool)? = nil) {
    let head = Self.commonPrefix(old, new)
    let tail = Self.commonSuffix(old, new, after: head)
    let before = Set(old[head..<old.count - tail].map(ObjectIdentifier.init))
    let middle = new[head..<new.count - tail]
    let kept =
      isInOld == nil
      ? Kept(list: new, head: head, tail: tail, isSearchedOften: middle.count > 8) : nil
    func isKept(_ object: Object, _ id: ObjectIdentifier) -> Bool {
      if let isInOld { return !before.contains(id) && isInOld(object) }
      return kept?.contains(id) ?? false
    }
    var after: Set<ObjectIdentifier> = []
    var added: [Object] = []
    var hasDuplicates = false
    for object in middle {
      let id = ObjectIdentifier(object)
      if !after.insert(id).inserted || isKept(object, id) {
        hasDuplicates = true
      } else if !before.contains(id) {
        added.append(object)
      }
    }
    self.head = head
    self.tail = tail
    self.added = added
    self.removed = old[head..<old.count - tail].filter {
      let id = ObjectIdentifier($0)
      return !after.contains(id) && !isKept($0, id)
    }
    self.hasDuplicates = hasDuplicates
  }

  /// A list, with the lengths of the prefix and suffix that it shares with another list.
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
      return list.index(of: id, in: 0..<head) != nil
        || list.index(of: id, in: list.count - tail..<list.count) != nil
    }
  }

  private static func commonPrefix(_ old: [Object], _ new: [Object]) -> Int {
    old.withAddresses { old in
      new.withAddresses { new in
        let limit = min(old.count, new.count)
        var index = 0
        while index < limit, old[index] == new[index] { index += 1 }
        return index
      }
    }
  }

  private static func commonSuffix(_ old: [Object], _ new: [Object], after head: Int) -> Int {
    old.withAddresses { old in
      new.withAddresses { new in
        let (oldEnd, newEnd) = (old.count - 1, new.count - 1)
        let limit = min(old.count, new.count) - head
        var index = 0
        while index < limit, old[oldEnd - index] == new[newEnd - index] { index += 1 }
        return index
      }
    }
  }
}

extension Array where Element: AnyObject {
  /// Returns an object's index. Returns nil if the object is not in the given range. No reference
  /// counts are changed.
  func index(of id: ObjectIdentifier, in range: Range<Int>) -> Int? {
    withAddresses { addresses in
      let wanted = UInt(bitPattern: id)
      var index = range.lowerBound
      while index < range.upperBound {
        if addresses[index] == wanted { return index }
        index += 1
      }
      return nil
    }
  }

  /// Calls a closure with the addresses of the array's objects, without changing their reference
  /// counts. Unlike a call for each object, a loop over the addresses is fast even in a debug
  /// build.
  fileprivate func withAddresses<Result>(
    _ body: (UnsafeBufferPointer<UInt>) -> Result
  ) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: UInt.self)) }
  }
}
