extension ChangeDiff {
  /// Combines the differences made by successive changes. The changes must be in order, oldest
  /// first.
  ///
  /// Items without a net change are omitted. The numbers of changed points and stops are added up,
  /// so a point that two of the changes moved counts twice.
  init(combining diffs: [ChangeDiff]) {
    var items: [ItemID: Item] = [:]
    var order: [ItemID] = []
    var known: Set<ItemID> = []
    for item in diffs.flatMap(\.items) {
      if let earlier = items[item.id] {
        items[item.id] = earlier.combined(with: item)
      } else {
        if known.insert(item.id).inserted { order.append(item.id) }
        items[item.id] = item
      }
    }
    let kept = order.compactMap { items[$0] }.filter { !$0.isWithoutEffect }
    self.init(
      changes: diffs.flatMap(\.changes),
      items: [.created, .changed, .deleted].flatMap { action in
        kept.filter { $0.action == action }
      }, untold: diffs.reduce(0) { $0 + $1.untold })
  }
}

extension ChangeDiff.Item {
  /// Whether the item was neither created nor deleted, and has no differences.
  var isWithoutEffect: Bool {
    action == .changed && fields.isEmpty && points.isEmpty && itinerary.isEmpty && joined.isEmpty
      && left.isEmpty
  }

  /// Returns the combined differences of this change and a later change to the same item. Returns
  /// nil if this change created the item and the later change deleted it.
  fileprivate func combined(with later: ChangeDiff.Item) -> ChangeDiff.Item? {
    if action == .created, later.action == .deleted { return nil }
    var item = later
    if later.name.isEmpty { item.name = name }
    switch (action, later.action) {
    case (.created, _): item.action = .created
    case (.deleted, .created): item.action = .changed
    default: break
    }
    item.fields = ChangeDiff.Field.combined(fields, later.fields)
    item.points = points.combined(with: later.points, isCreated: action == .created)
    item.itinerary = ChangeDiff.StopCounts(
      added: itinerary.added + later.itinerary.added,
      changed: itinerary.changed + later.itinerary.changed,
      removed: itinerary.removed + later.itinerary.removed)
    item.joined =
      joined.filter { !later.left.contains($0) } + later.joined.filter { !left.contains($0) }
    item.left =
      left.filter { !later.joined.contains($0) } + later.left.filter { !joined.contains($0) }
    return item
  }
}

extension ChangeDiff.Field {
  /// Merges earlier and later field changes. A merged field combines the value before the first
  /// change with the value after the last change. Fields in which these two values are equal are
  /// omitted.
  fileprivate static func combined(
    _ earlier: [ChangeDiff.Field], _ later: [ChangeDiff.Field]
  ) -> [ChangeDiff.Field] {
    var fields = earlier
    for field in later {
      if let position = fields.firstIndex(where: { $0.name == field.name }) {
        fields[position].after = field.after
      } else {
        fields.append(field)
      }
    }
    return fields.filter { $0.before != $0.after }
  }
}

extension ChangeDiff.PointChanges {
  /// Returns the combined point differences of an earlier and a later change.
  ///
  /// - Parameter isCreated: Whether the earlier change created the path.
  ///   If so, the result contains only the number of points in the new path after both changes.
  fileprivate func combined(
    with later: ChangeDiff.PointChanges, isCreated: Bool
  ) -> ChangeDiff.PointChanges {
    var points = ChangeDiff.PointChanges()
    points.added = added + later.added - (isCreated ? later.removed : 0)
    guard !isCreated else { return points }
    points.changed = changed + later.changed
    points.removed = removed + later.removed
    points.samples = Array((samples + later.samples).prefix(5))
    return points
  }
}

extension Library {
  /// Returns the combined differences made by a range of changes, excluding undone changes.
  ///
  /// - Parameter first: The first change's number, or nil for the oldest change in the history.
  /// - Parameter last: The number of the last change, or nil for the latest change.
  /// - Throws: ``LibraryError`` `notFound` if one of the changes is not in the history.
  /// - Complexity: O(*n*), where *n* is the number of database rows that the changes affected.
  package func diff(from first: Int64?, through last: Int64?) throws -> ChangeDiff {
    for id in [first, last].compactMap({ $0 }) { _ = try change(numbered: id) }
    let changes = try history().filter {
      $0.id >= first ?? .min && $0.id <= last ?? .max && $0.state != .undone
    }
    return ChangeDiff(combining: try changes.map { try diff(of: $0.id) })
  }
}
