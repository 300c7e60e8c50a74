import CartographerModel
import Foundation
import GeoFormats
import Geodesy
import SwiftData

/// The groups described in a file that is being imported, with their notes, colours and
/// itineraries (including the date of the first day).
///
/// Groups are matched by name, and missing groups are created. A field of an existing group is set
/// to the file's value in two cases: if the field still has the value from the most recent earlier
/// import, or if it is empty and no earlier import describes the group. Fields edited in the
/// library keep their values. The first day is also kept if the itinerary was edited, because the
/// itinerary's days are counted from the first day.
struct ImportedGroups {
  private struct Candidate {
    var group: GeoGroup
    /// The id of the first group in the library that has the same name as the file's group. Nil if
    /// there is no such group.
    var id: ItemID?
    /// The current content of the corresponding group in the library. Nil if there is no such
    /// group.
    var now: GroupContent?
    /// The group's content in the most recent earlier import that describes the group. Nil if there
    /// is no such import.
    var before: GroupContent?

    private func isUnedited<Value: Equatable>(_ field: KeyPath<GroupContent, Value>) -> Bool {
      guard let now else { return true }
      return now[keyPath: field] == (before ?? GroupContent())[keyPath: field]
    }

    /// Returns whether a field may be overwritten with the file's value because the field was not
    /// edited in the library.
    func takes<Value: Equatable>(_ field: KeyPath<GroupContent, Value>) -> Bool {
      isUnedited(field) && (field as AnyKeyPath != \GroupContent.firstDay || isUnedited(\.stops))
    }

    /// Returns whether the import changes a field of a group in the library.
    func isUpdate<Value: Equatable>(_ field: KeyPath<GroupContent, Value>) -> Bool {
      guard let now, takes(field) else { return false }
      return GroupContent(group)[keyPath: field] != now[keyPath: field]
    }

    /// Returns whether a field keeps its value in the library although the file contains a new,
    /// different value.
    func isConflict<Value: Equatable>(_ field: KeyPath<GroupContent, Value>) -> Bool {
      guard let now, !takes(field) else { return false }
      let value = GroupContent(group)[keyPath: field]
      return value != now[keyPath: field] && value != before?[keyPath: field]
    }
  }

  private var candidates: [Candidate] = []
  private var dropped = 0
  private let context: ModelContext

  /// Compares the groups of a file with the library's groups.
  ///
  /// The comparison must run before the import changes any item, since it compares the names of
  /// items in itineraries.
  ///
  /// - Parameter own: The import in progress, or nil in a dry run.
  /// - Complexity: O(*n*) for *n* groups, stops and imports, or O(1) for a file without groups.
  init(_ groups: [GeoGroup], except own: ItemID?, in context: ModelContext) throws {
    self.context = context
    let groups = groups.compactMap { $0.cleaned(&dropped) }
    guard !groups.isEmpty else { return }
    let stored = try Dictionary(
      grouping: context.fetch(
        FetchDescriptor<AnnotationGroup>(predicate: #Predicate { $0.trashed == nil })
      ).sorted { $0.itemID < $1.itemID }, by: \.name)
    var itineraries = try ExportItinerary.all(in: context)
    let former = try Self.former(except: own, in: context)
    var seen: [String: Int] = [:]
    for group in groups {
      let rank = seen[group.name, default: 0]
      seen[group.name] = rank + 1
      func ranked<Value>(_ values: [Value]?) -> Value? {
        values.flatMap { rank < $0.count ? $0[rank] : nil }
      }
      var candidate = Candidate(group: group)
      candidate.before = ranked(former[group.name]).map(GroupContent.init)
      if let found = ranked(stored[group.name]) {
        candidate.id = found.itemID
        var itinerary = itineraries.removeValue(forKey: found.itemID.key) ?? ExportItinerary()
        try itinerary.readNames(in: context)
        candidate.now = GroupContent(found, itinerary)
      }
      candidates.append(candidate)
    }
  }

  private struct Noted: Decodable {
    var groups: [GeoGroup]?
  }

  /// Returns the descriptions of groups in previously imported files, indexed by group name. If
  /// several files describe a group, the newest description is returned.
  private static func former(
    except own: ItemID?, in context: ModelContext
  ) throws -> [String: [GeoGroup]] {
    var former: [String: [GeoGroup]] = [:]
    try context.forEachChunk(of: ImportRecord.self, [.key, .text(\.header)], size: 256) { chunk in
      for (key, header) in zip(chunk.integers(0), chunk.optionalTexts(1)) where key != own?.key {
        guard let header, header.contains("\"groups\"") else { continue }
        var dropped = 0
        let groups = try (StoredJSON.decode(Noted.self, header).groups ?? [])
          .compactMap { $0.cleaned(&dropped) }
        former.merge(Dictionary(grouping: groups, by: \.name)) { $1 }
      }
    }
    return former
  }

  /// Returns whether every group that a file describes exists in the library.
  static func areThere(_ groups: [GeoGroup], in context: ModelContext) throws -> Bool {
    try ImportedGroups(groups, except: nil, in: context).candidates.allSatisfy { $0.id != nil }
  }

  /// The names of the groups that the import creates because they do not exist in the library.
  var missing: [String] { candidates.filter(isMissing).map(\.group.name) }

  /// The names of groups from an earlier file that have since been deleted or renamed in the
  /// library.
  var deleted: [String] {
    candidates.filter { $0.id == nil && $0.before != nil }.map(\.group.name)
  }

  /// Whether the library contains all of the file's groups, with identical content.
  var areUnchanged: Bool {
    dropped == 0 && candidates.allSatisfy { $0.now == GroupContent($0.group) }
  }

  /// Excludes groups that already exist in the library. Only missing groups are then created.
  mutating func keepExistingGroups() { candidates.removeAll { $0.id != nil } }

  private func isMissing(_ candidate: Candidate) -> Bool {
    candidate.id == nil && candidate.before == nil
  }

  /// Adds findings about invalid values, deleted groups, and fields that keep the user's edits, and
  /// lists the updated fields in the report.
  func describe(in report: inout ImportReport) {
    if dropped > 0 {
      let values = Numbers.counted(dropped, "invalid value")
      report.add(.valueInvalid, "groups and itineraries contain \(values)", action: .skipped)
    }
    for candidate in candidates {
      guard let id = candidate.id else {
        if candidate.before != nil {
          report.add(
            .updateGroup,
            """
            the group \(candidate.group.name) was deleted or renamed in the library, so the file's \
            description of the group was skipped
            """)
        }
        continue
      }
      // A group can have both: updated fields, and fields that keep the user's edits.
      let updates = [
        candidate.isUpdate(\.notes) ? "notes" : nil,
        candidate.isUpdate(\.colour) ? "colour" : nil,
        candidate.isUpdate(\.firstDay) ? "first day" : nil,
        candidate.isUpdate(\.stops) ? "itinerary" : nil,
      ].compactMap { $0 }
      if !updates.isEmpty {
        report.groupUpdates.append(
          ImportReport.GroupUpdate(id: id, name: candidate.group.name, fields: updates))
      }
      let parts = [
        candidate.isConflict(\.notes) ? "notes" : nil,
        candidate.isConflict(\.colour) ? "colour" : nil,
        candidate.isConflict(\.firstDay) ? "first day" : nil,
        candidate.isConflict(\.stops) ? "itinerary" : nil,
      ].compactMap { $0 }
      guard !parts.isEmpty else { continue }
      report.add(
        .updateGroup,
        """
        \(id) (\(candidate.group.name)) was edited in the library and keeps its values, although \
        the file has other values for: \(parts.joined(separator: ", "))
        """)
    }
  }

  // MARK: Writing

  /// Creates the file's groups that do not exist in the library. A group's creation time is taken
  /// from the file or, if the file states none, is the given time.
  mutating func makeMissing(at time: Date) throws -> [ItemID] {
    var made: [ItemID] = []
    for index in candidates.indices where isMissing(candidates[index]) {
      let key = try context.append(
        AnnotationGroup.self, count: 1,
        [
          .constant(\.name, candidates[index].group.name), .constant(\.notes, ""),
          .constant(\.created, candidates[index].group.created ?? time),
        ]
      ).lowerBound
      candidates[index].id = ItemID(.group, key)
      made.append(ItemID(.group, key))
    }
    return made
  }

  /// Updates the groups with the fields, itineraries and members from the file.
  ///
  /// - Parameter names: The items of the file, for finding an item by its number or name.
  /// - Parameter new: The items that are imported for the first time.
  ///   Only new items become members of the groups.
  /// - Returns: The groups that existed before the import and were changed.
  func write(_ names: ImportedItemNames, new: Set<ItemID>) throws -> [ItemID] {
    var changed: [ItemID] = []
    for candidate in candidates {
      guard let id = candidate.id,
        let group = try context.model(AnnotationGroup.self, for: context.identifier(id))
      else { continue }
      let value = GroupContent(candidate.group)
      var isChanged = false
      func set<Value: Equatable>(
        _ field: KeyPath<GroupContent, Value>,
        _ target: ReferenceWritableKeyPath<AnnotationGroup, Value>
      ) {
        guard candidate.takes(field), group[keyPath: target] != value[keyPath: field] else {
          return
        }
        group[keyPath: target] = value[keyPath: field]
        isChanged = true
      }
      set(\.notes, \.notes)
      set(\.colour, \.colour)
      set(\.firstDay, \.firstDay)
      if candidate.takes(\.stops), value.stops != candidate.now?.stops ?? [] {
        try replaceStops(of: group, by: candidate.group.entries, names)
        isChanged = true
      }
      let members = try (candidate.group.members ?? []).compactMap { try names.item($0) }
        .unique.filter(new.contains)
      if !members.isEmpty {
        try link(members, to: id)
        isChanged = true
      }
      guard isChanged, candidate.now != nil else { continue }
      group.touch()
      changed.append(id)
    }
    try context.save()
    return changed
  }

  private func link(_ members: [ItemID], to group: ItemID) throws {
    let present = try Memberships(context)
    func pairs(_ kind: ItemID.Kind) -> [(owner: Int64, target: Int64)] {
      members.filter { $0.kind == kind && !present.has($0, in: group) }.map { ($0.key, group.key) }
    }
    try context.addLinks(\Location.groups, pairs(.location))
    try context.addLinks(\Path.groups, pairs(.path))
  }

  private func replaceStops(
    of group: AnnotationGroup, by stops: [GeoGroup.Entry], _ names: ImportedItemNames
  ) throws {
    let identifier = group.persistentModelID
    try context.deleteRows(
      of: ItineraryEntry.self, where: #Predicate { $0.group?.persistentModelID == identifier })
    let items = try stops.map { stop in
      try stop.item.flatMap { try names.item($0, title: stop.title) }
    }
    let titles = try zip(stops, items).map { stop, item in
      try item.flatMap(name) ?? stop.title ?? "Untitled"
    }
    let keys = try context.append(
      ItineraryEntry.self, count: stops.count,
      [
        .counting(\.index, from: 0, by: Int(ItineraryOrder.step)),
        .values(\.day, stops.map { Int64($0.day) }), .values(\.title, titles),
        .values(\.note, stops.map { $0.note ?? "" }),
        .values(\.state, stops.map { ($0.isDone ? StopState.done : .planned).rawValue }),
        .reference(\.group, identifier),
      ])
    for (key, item) in zip(keys, items) {
      guard let item else { continue }
      let stop = context.identifier(of: ItineraryEntry.self, key: key)
      let target = context.identifier(item)
      try context.update(
        ItineraryEntry.self,
        [item.kind == .location ? .set(\.location, to: target) : .set(\.path, to: target)],
        where: #Predicate { $0.persistentModelID == stop })
    }
  }

  private func name(_ id: ItemID) throws -> String? {
    let identifier = context.identifier(id)
    return id.kind == .location
      ? try context.model(Location.self, for: identifier)?.name
      : try context.model(Path.self, for: identifier)?.name
  }
}
