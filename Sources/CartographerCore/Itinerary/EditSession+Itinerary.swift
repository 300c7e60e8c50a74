import CartographerModel
import Geodesy
import SwiftData

extension EditSession {
  /// Applies an edit to a group's itinerary.
  func editItinerary(of id: ItemID, _ edit: ItineraryEdit) throws {
    let group = try group(id)
    let before = try stops(of: id)
    for stop in edit.stops where !before.contains(stop.key) {
      throw LibraryError(
        .notFound,
        "The itinerary of \(group.name) has no stop \(stop); it may have been removed.",
        remedy: .showItinerary(id), ids: [id])
    }
    let isChanged =
      switch edit {
      case .add(let stops, let note, let position):
        try add(stops, note: note, at: position, group, before)
      case .remove(let ids): try removeStops(ids.unique, group)
      case .move(let ids, let position): try move(ids.unique, to: position, group, before)
      case .carry(let ids, let direction): try carry(ids.unique, direction, group, before)
      case .setDay(let ids, let day): try setDay(ids.unique, day, group, before)
      case .shiftDay(let ids, let direction): try shiftDay(ids.unique, direction, group, before)
      case .beginDay(let id): try beginDay(at: id, group, before)
      case .joinDay(let id): try joinDay(of: id, group, before)
      case .moveDay(let id, let direction): try moveDay(of: id, direction, group, before)
      case .setNote(let ids, let note):
        try set(ids.unique, .change, prefix: "the note of ", group) {
          try assign(\.note, note, to: $0)
        }
      case .setTitle(let ids, let title):
        try set(ids.unique, .rename, group) { try rename($0, to: title) }
      case .setState(let ids, let state):
        try set(ids.unique, .mark, suffix: " as \(state.rawValue)", group) {
          try assign(\.state, state.rawValue, to: $0)
        }
      case .setFirstDay(let day): try setFirstDay(day, group)
      }
    guard isChanged else { return }
    group.touch()
    noteChange(id)
  }

  // MARK: Lookup

  private func stops(of id: ItemID) throws -> ItineraryOrder {
    let group = context.identifier(id)
    var stops: [ItineraryOrder.Stop] = []
    try context.forEachChunk(
      of: ItineraryEntry.self, [.key, .integer(\.index), .integer(\.day)],
      where: #Predicate { $0.group?.persistentModelID == group },
      sortBy: [SortDescriptor(\.index)]
    ) { chunk in
      for row in 0..<chunk.count {
        stops.append(
          ItineraryOrder.Stop(
            key: chunk.integers(0)[row], index: chunk.integers(1)[row],
            day: Int(chunk.integers(2)[row])))
      }
    }
    return ItineraryOrder(stops)
  }

  private func stop(_ id: StopID) throws -> ItineraryEntry {
    let identifier = context.identifier(of: ItineraryEntry.self, key: id.key)
    guard let stop = try context.model(ItineraryEntry.self, for: identifier) else {
      throw LibraryError(.notFound, "There is no stop \(id); it may have been removed.")
    }
    return stop
  }

  /// Returns a stop's name or, for several stops, their number, such as `3 stops`.
  private func phrase(_ ids: [StopID]) throws -> String {
    guard let first = ids.first else { throw LibraryError.noStopNamed }
    if ids.count > 1 { return Numbers.counted(ids.count, "stop") }
    let stop = try stop(first)
    return stop.location?.name ?? stop.path?.name ?? stop.title
  }

  // MARK: Order

  private func add(
    _ stops: [ItineraryStop], note: String, at position: ItineraryPosition,
    _ group: AnnotationGroup, _ before: ItineraryOrder
  ) throws -> Bool {
    guard !stops.isEmpty else { throw LibraryError.noStopNamed }
    if case .day(let day) = position { try requireDay(day) }
    let titles = try stops.map(title)
    let added = titles.count == 1 ? titles[0] : Numbers.counted(titles.count, "stop")
    noteTitle(ChangeTitle(.add, "\(added) to the itinerary of \(group.name)"))
    let keys = try append(
      stops, titles, note: note, state: StopState.planned.rawValue, to: group)
    var order = before
    order.put(keys.map { ItineraryOrder.Stop(key: $0, index: nil, day: 1) }, at: position)
    try store(order, over: before)
    createdStops += keys.map { StopID($0) }
    let members = stops.compactMap(\.item).unique
    if !members.isEmpty {
      noteChange(try link(members, to: [group.itemID]))
    }
    return true
  }

  private func title(_ stop: ItineraryStop) throws -> String {
    switch stop {
    case .title(let text): return try checkedName(text)
    case .item(let id):
      guard id.kind == .location || id.kind == .path else {
        throw LibraryError(
          .invalid, "\(id) is a \(id.kind.noun); a stop must be a place, a path or a title.",
          ids: [id])
      }
      try requireInUse(id)
      return try model(id).name
    }
  }

  private func append(
    _ stops: [ItineraryStop], _ titles: [String], note: String, state: String,
    to group: AnnotationGroup
  ) throws -> Range<Int64> {
    let keys = try context.append(
      ItineraryEntry.self, count: stops.count,
      [
        .values(\.title, titles), .constant(\.index, 0), .constant(\.day, 1),
        .constant(\.note, note), .constant(\.state, state),
        .reference(\.group, group.persistentModelID),
      ])
    for (key, stop) in zip(keys, stops) {
      guard let item = stop.item else { continue }
      let identifier = context.identifier(of: ItineraryEntry.self, key: key)
      let target = context.identifier(item)
      try context.update(
        ItineraryEntry.self,
        [
          item.kind == .location
            ? .set(\.location, to: target) : .set(\.path, to: target)
        ], where: #Predicate { $0.persistentModelID == identifier })
    }
    return keys
  }

  /// Adds the new pieces of a split path to each itinerary that contains the path. The new stops
  /// directly follow the path's stop, and have the same day and state as that stop. Each day's
  /// total length therefore stays the same.
  func addStops(for pieces: [ItemID], afterStopsOf path: ItemID) throws {
    let identifier = context.identifier(path)
    var found: [(stop: StopID, group: Int64)] = []
    try context.forEachChunk(
      of: ItineraryEntry.self, [.key, .reference(\.group)],
      where: #Predicate { $0.path?.persistentModelID == identifier }
    ) { chunk in
      for row in 0..<chunk.count {
        found.append((StopID(chunk.integers(0)[row]), chunk.integers(1)[row]))
      }
    }
    let added = pieces.map(ItineraryStop.item)
    for (id, owner) in found {
      let group = try group(ItemID(.group, owner))
      let before = try stops(of: group.itemID)
      let keys = try append(
        added, try added.map(title), note: "", state: try stop(id).state, to: group)
      var order = before
      order.put(keys.map { ItineraryOrder.Stop(key: $0, index: nil, day: 1) }, at: .after(id))
      try store(order, over: before)
      group.touch()
      noteChange(group.itemID)
    }
  }

  /// Removes the stops of paths that were joined to another path. A stop is removed only if it has
  /// no notes and directly follows the other path's stop on the same day.
  func removeStops(of paths: [ItemID], joinedTo first: ItemID) throws {
    let identifier = context.identifier(first)
    var groups: Set<Int64> = []
    try context.forEachChunk(
      of: ItineraryEntry.self, [.reference(\.group)],
      where: #Predicate { $0.path?.persistentModelID == identifier }
    ) { groups.formUnion($0.integers(0)) }
    let joined = Set(paths.map(\.key))
    for owner in groups.sorted() {
      let group = try group(ItemID(.group, owner))
      let identifier = group.persistentModelID
      var covered: [StopID] = []
      var day: Int64?
      try context.forEachChunk(
        of: ItineraryEntry.self,
        [.key, .reference(\.path), .integer(\.day), .text(\.note)],
        where: #Predicate { $0.group?.persistentModelID == identifier },
        sortBy: [SortDescriptor(\.index)]
      ) { chunk in
        let notes = chunk.texts(3)
        for row in 0..<chunk.count {
          let (path, stopDay) = (chunk.integers(1)[row], chunk.integers(2)[row])
          if path == first.key {
            day = stopDay
          } else if joined.contains(path), stopDay == day, notes[row].isEmpty {
            covered.append(StopID(chunk.integers(0)[row]))
          } else {
            day = nil
          }
        }
      }
      guard !covered.isEmpty else { continue }
      try deleteStops(covered)
      group.touch()
      noteChange(group.itemID)
    }
  }

  private func move(
    _ ids: [StopID], to position: ItineraryPosition, _ group: AnnotationGroup,
    _ before: ItineraryOrder
  ) throws -> Bool {
    if case .day(let day) = position { try requireDay(day) }
    noteTitle(ChangeTitle(.move, "\(try phrase(ids)) in the itinerary of \(group.name)"))
    let keys = Set(ids.map(\.key))
    var order = before
    let taken = order.remove(keys)
    order.put(taken, at: try order.standing(position, without: keys, in: before))
    guard
      order.stops.map(\.key) != before.stops.map(\.key)
        || order.stops.map(\.day) != before.stops.map(\.day)
    else { return false }
    return try store(order, over: before)
  }

  private func carry(
    _ ids: [StopID], _ direction: ItineraryDirection, _ group: AnnotationGroup,
    _ before: ItineraryOrder
  ) throws -> Bool {
    noteTitle(ChangeTitle(.move, "\(try phrase(ids)) in the itinerary of \(group.name)"))
    var order = before
    order.carry(Set(ids.map(\.key)), direction)
    return try store(order, over: before)
  }

  private func setDay(
    _ ids: [StopID], _ day: Int, _ group: AnnotationGroup, _ before: ItineraryOrder
  ) throws -> Bool {
    try requireDay(day)
    noteTitle(ChangeTitle(.move, "\(try phrase(ids)) to day \(day) of \(group.name)"))
    var order = before
    order.setDay(Set(ids.map(\.key)), to: day)
    return try store(order, over: before)
  }

  private func shiftDay(
    _ ids: [StopID], _ direction: ItineraryDirection, _ group: AnnotationGroup,
    _ before: ItineraryOrder
  ) throws -> Bool {
    let keys = Set(ids.map(\.key))
    let days = Set(before.stops.filter { keys.contains($0.key) }.map { $0.day + direction.step })
    try days.sorted().forEach(requireDay)
    let stops = try phrase(ids)
    let destination =
      days.count > 1
      ? "by one day in the itinerary" : "to day \(days.first ?? 1)"
    noteTitle(ChangeTitle(.move, "\(stops) \(destination) of \(group.name)"))
    var order = before
    order.shiftDay(keys, direction)
    return try store(order, over: before)
  }

  private func beginDay(
    at id: StopID, _ group: AnnotationGroup, _ before: ItineraryOrder
  ) throws -> Bool {
    var order = before
    order.beginDay(at: id.key)
    if let last = order.stops.last { try requireDay(last.day) }
    let day = try stop(id).day
    // The first stop of a day takes all stops of its day to the next day.
    let leavesEmptyDay = before.stops.first { $0.day == day }?.key == id.key
    noteTitle(
      leavesEmptyDay
        ? ChangeTitle(.insert, "an empty day \(day) of \(group.name) before \(try phrase([id]))")
        : ChangeTitle(.begin, "day \(day + 1) of \(group.name) at \(try phrase([id]))"))
    return try store(order, over: before)
  }

  private func joinDay(
    of id: StopID, _ group: AnnotationGroup, _ before: ItineraryOrder
  ) throws -> Bool {
    let day = try stop(id).day
    guard day > 1 else {
      throw LibraryError(
        .invalid, "Stop \(id) is on day 1, so there is no previous day to join it with.")
    }
    var order = before
    order.joinDay(of: id.key)
    noteTitle(
      before.stops.contains { $0.day == day - 1 }
        ? ChangeTitle(.join, "day \(day) of \(group.name) with day \(day - 1)")
        : ChangeTitle(.remove, "the empty day \(day - 1) of \(group.name)"))
    return try store(order, over: before)
  }

  private func moveDay(
    of id: StopID, _ direction: ItineraryDirection, _ group: AnnotationGroup,
    _ before: ItineraryOrder
  ) throws -> Bool {
    let day = Int(try stop(id).day)
    try requireDay(day + direction.step)
    let position = direction == .later ? "after" : "before"
    noteTitle(
      ChangeTitle(.move, "day \(day) of \(group.name) \(position) day \(day + direction.step)"))
    var order = before
    order.moveDay(of: id.key, direction)
    return try store(order, over: before)
  }

  private func requireDay(_ day: Int) throws {
    guard (1...ItineraryEdit.lastDay).contains(day) else {
      throw LibraryError(
        .invalid,
        """
        \(day) is not a valid day number; the days of an itinerary are numbered from 1 to \
        \(ItineraryEdit.lastDay).
        """)
    }
  }

  /// Writes the changed order keys and days of an itinerary's stops to the store.
  ///
  /// - Returns: Whether any order key or day changed.
  @discardableResult
  private func store(_ order: ItineraryOrder, over before: ItineraryOrder) throws -> Bool {
    var order = order
    order.number()
    let former = Dictionary(uniqueKeysWithValues: before.stops.map { ($0.key, $0) })
    let changed = order.stops.filter { former[$0.key] != $0 }
    guard !changed.isEmpty else { return false }
    try context.update(
      ItineraryEntry.self, keys: changed.map(\.key),
      [
        .values(\.index, changed.map { $0.index ?? 0 }),
        .values(\.day, changed.map { Int64($0.day) }),
      ])
    return true
  }

  // MARK: Content

  private func removeStops(_ ids: [StopID], _ group: AnnotationGroup) throws -> Bool {
    noteTitle(ChangeTitle(.remove, "\(try phrase(ids)) from the itinerary of \(group.name)"))
    try deleteStops(ids)
    return true
  }

  private func deleteStops(_ ids: [StopID]) throws {
    let identifiers = ids.map { context.identifier(of: ItineraryEntry.self, key: $0.key) }
    try context.deleteRows(
      of: ItineraryEntry.self, where: #Predicate { identifiers.contains($0.persistentModelID) })
  }

  private func set(
    _ ids: [StopID], _ verb: ChangeTitle.Verb, prefix: String = "", suffix: String = "",
    _ group: AnnotationGroup, _ change: (ItineraryEntry) throws -> Bool
  ) throws -> Bool {
    let stops = "\(prefix)\(try phrase(ids))\(suffix)"
    noteTitle(ChangeTitle(verb, "\(stops) in the itinerary of \(group.name)"))
    var isChanged = false
    for id in ids where try change(try stop(id)) { isChanged = true }
    return isChanged
  }

  private func assign(
    _ keyPath: ReferenceWritableKeyPath<ItineraryEntry, String>, _ value: String,
    to stop: ItineraryEntry
  ) throws -> Bool {
    guard stop[keyPath: keyPath] != value else { return false }
    stop[keyPath: keyPath] = value
    return true
  }

  private func rename(_ stop: ItineraryEntry, to title: String) throws -> Bool {
    if let name = stop.location?.name ?? stop.path?.name {
      throw LibraryError(
        .invalid,
        """
        The stop takes its title from its place or path, \(name); rename that item, or \
        add a note.
        """)
    }
    return try assign(\.title, try checkedName(title), to: stop)
  }

  private func setFirstDay(_ day: String?, _ group: AnnotationGroup) throws -> Bool {
    let day = day.nonBlank
    if let day {
      guard CalendarDay(day) != nil else {
        throw LibraryError(
          .invalid,
          "'\(day)' is not a valid date; "
            + (CalendarDay.obstacle(in: day).map { "\($0)." }
              ?? "enter the year, month and day, such as 2026-07-11."))
      }
      noteTitle(ChangeTitle(.set, "the first day of \(group.name) to \(day)"))
    } else {
      noteTitle(ChangeTitle(.clear, "the first day of \(group.name)"))
    }
    guard group.firstDay != day else { return false }
    group.firstDay = day
    return true
  }

  // MARK: Deletions

  /// Copies the items' names to their itinerary stops before the items are permanently deleted. The
  /// stops themselves are not deleted.
  func keepTitles(of ids: [ItemID]) throws {
    var stops: [(key: Int64, item: ItemID, group: Int64)] = []
    try context.forEachChunk(
      of: ItineraryEntry.self,
      [.key, .reference(\.location), .reference(\.path), .reference(\.group)]
    ) { chunk in
      for row in 0..<chunk.count {
        let (place, path) = (chunk.integers(1)[row], chunk.integers(2)[row])
        guard place != 0 || path != 0 else { continue }
        stops.append(
          (
            chunk.integers(0)[row], place != 0 ? ItemID(.location, place) : ItemID(.path, path),
            chunk.integers(3)[row]
          ))
      }
    }
    let gone = Set(ids)
    let concerned = stops.filter { gone.contains($0.item) }
    guard !concerned.isEmpty else { return }
    try context.update(
      ItineraryEntry.self, keys: concerned.map(\.key),
      [.values(\.title, try concerned.map { try model($0.item).name })])
    for group in concerned.map({ ItemID(.group, $0.group) }).unique where !gone.contains(group) {
      try self.group(group).touch()
      noteChange(group)
    }
  }
}

extension ItineraryStop {
  fileprivate var item: ItemID? {
    if case .item(let id) = self { id } else { nil }
  }
}

extension ItineraryOrder {
  /// Returns the position at which to insert moved stops. Throws an error if the position is
  /// relative to one of the moved stops.
  fileprivate func standing(
    _ position: ItineraryPosition, without keys: Set<Int64>, in before: ItineraryOrder
  ) throws -> ItineraryPosition {
    switch position {
    case .before(let id), .after(let id):
      guard keys.contains(id.key) else { return position }
      throw LibraryError(
        .invalid, "Stop \(id) cannot be moved next to itself; specify another stop.")
    case .end, .day: return position
    }
  }
}

extension LibraryError {
  fileprivate static var noStopNamed: LibraryError {
    LibraryError(.invalid, "No itinerary stop was specified; specify at least one stop.")
  }
}
