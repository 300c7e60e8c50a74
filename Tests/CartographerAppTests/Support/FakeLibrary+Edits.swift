import CartographerCore
import Foundation
import Geodesy

@testable import CartographerApp

/// Edits of places, paths, groups and itineraries.
extension FakeLibrary {
  /// Applies an edit to the content, and adds its title and the affected items to the result.
  func apply(_ edit: LibraryEdit, _ result: inout EditResult) {
    // A deleted item no longer has a name, so the title comes first.
    result.title = title(of: edit)
    switch edit {
    case .set(let field, let ids, let text):
      result.changed = ids
      change(
        ids,
        place: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
          if field == .notes { $0.notes = text ?? "" }
        },
        path: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
          if field == .notes { $0.notes = text ?? "" }
        },
        group: {
          if field == .name { $0.name = text ?? "" }
          if field == .colour { $0.colour = text }
        })
    case .addPlace(let name, let coordinate, let elevation, let groups, let texts):
      let id = ItemID(.location, makeKey())
      result.created = [id]
      content.snapshot.places.append(
        PlaceSnapshot(
          id: id, name: name, notes: texts[.notes] ?? "", symbol: texts[.symbol],
          coordinate: coordinate, elevationMetres: elevation, created: Self.day, groups: groups))
    case .movePlace(let id, let coordinate):
      result.changed = [id]
      change([id], place: { $0.coordinate = coordinate })
    case .setPlaceElevation(let id, let metres):
      result.changed = [id]
      change([id], place: { $0.elevationMetres = metres })
    case .setPlaceTime(let id, let time):
      result.changed = [id]
      change([id], place: { $0.time = time })
    case .addPath(let name, let kind, let points, let elevations, let groups):
      let id = ItemID(.path, makeKey())
      result.created = [id]
      content.points[id] = points
      content.elevations[id] = elevations.isEmpty ? nil : elevations
      content.keys[id] = points.map { _ in makeKey() }
      content.snapshot.paths.append(
        PathSnapshot(id: id, kind: kind, name: name, created: Self.day, groups: groups))
    case .editPoints(let id, let edit):
      result.changed = [id]
      apply(edit, to: id)
    // Only the titles of these edits are used by the tests.
    case .removeImport, .undoChange, .revert, .duplicate, .mergePlaces, .convert, .pathOfPlaces,
      .placesOfPaths:
      break
    case .rename(let names):
      for entry in names {
        for index in content.snapshot.places.indices
        where content.snapshot.places[index].id == entry.id {
          content.snapshot.places[index].name = entry.name
        }
        for index in content.snapshot.paths.indices
        where content.snapshot.paths[index].id == entry.id {
          content.snapshot.paths[index].name = entry.name
        }
      }
      result.changed = names.map(\.id)
    case .perform(let operation, let id, let range):
      result.changed = [id]
      perform(operation, on: id, in: range)
    case .cut(let id, let cut):
      result.changed = [id]
      self.cut(id, cut, &result)
    case .split(let id, let key):
      guard let position = content.keys[id]?.firstIndex(of: key) else { return }
      let other = ItemID(.path, makeKey())
      content.points[other] = Array(content.points[id]?[position...] ?? [])
      content.keys[other] = Array(content.keys[id]?[position...] ?? [])
      content.points[id] = Array(content.points[id]?[...position] ?? [])
      content.keys[id] = Array(content.keys[id]?[...position] ?? [])
      content.elevations[id] = nil
      content.times[id] = nil
      content.snapshot.paths.append(
        PathSnapshot(id: other, kind: .track, name: "Second half", created: Self.day))
      result.changed = [id]
      result.created = [other]
    case .join(let ids, _, _):
      for id in ids.dropFirst() {
        content.points[ids[0], default: []] += content.points[id] ?? []
        content.keys[ids[0], default: []] += (content.keys[id] ?? []).map { _ in makeKey() }
        content.elevations[ids[0]] = nil
        content.times[ids[0]] = nil
        content.snapshot.paths.removeAll { $0.id == id }
      }
      result.changed = [ids[0]]
    case .createGroup(let name, let members):
      let id = ItemID(.group, makeKey())
      result.created = [id]
      content.snapshot.groups.append(GroupSnapshot(id: id, name: name, created: Self.day))
      change(members, place: { $0.groups.append(id) }, path: { $0.groups.append(id) })
    case .addToGroups(let ids, let groups):
      result.changed = ids
      change(
        ids, place: { $0.groups += groups.filter { !$0.description.isEmpty } },
        path: { $0.groups += groups })
    case .removeFromGroups(let ids, let groups):
      result.changed = ids
      change(
        ids, place: { $0.groups.removeAll { groups.contains($0) } },
        path: { $0.groups.removeAll { groups.contains($0) } })
    case .itinerary(let id, let edit):
      result.changed = [id]
      guard var group = index.group(id) else { return }
      result.createdStops = apply(edit, to: &group)
      change([id], group: { $0 = group })
    case .trash(let ids):
      result.deleted = ids
      change(
        ids, place: { $0.trashed = Self.day }, path: { $0.trashed = Self.day },
        group: { $0.trashed = Self.day })
    case .restore(let ids):
      result.changed = ids
      change(
        ids, place: { $0.trashed = nil }, path: { $0.trashed = nil }, group: { $0.trashed = nil })
    case .purge(let ids):
      result.deleted = ids
      content.snapshot.places.removeAll { ids.contains($0.id) }
      content.snapshot.paths.removeAll { ids.contains($0.id) }
      content.snapshot.groups.removeAll { ids.contains($0.id) }
    }
  }

  /// - Returns: The IDs of the added stops.
  private func apply(_ edit: ItineraryEdit, to group: inout GroupSnapshot) -> [StopID] {
    var entries = Dictionary(uniqueKeysWithValues: group.itinerary.map { ($0.id, $0) })
    var order = ItineraryOrder(
      group.itinerary.map { ItineraryOrder.Stop(key: $0.id.key, index: nil, day: $0.day) })
    var made: [StopID] = []
    switch edit {
    case .add(let stops, let note, let position):
      for stop in stops {
        let id = StopID(makeKey())
        made.append(id)
        switch stop {
        case .item(let item):
          entries[id] = StopSnapshot(
            id: id, day: 1, item: item, title: index[item]?.name ?? "", note: note)
        case .title(let title):
          entries[id] = StopSnapshot(id: id, day: 1, title: title, note: note)
        }
      }
      order.put(
        made.map { ItineraryOrder.Stop(key: $0.key, index: nil, day: 1) }, at: position)
    case .remove(let ids): order.remove(Set(ids.map(\.key)))
    case .move(let ids, let position): order.put(order.remove(Set(ids.map(\.key))), at: position)
    case .carry(let ids, let direction): order.carry(Set(ids.map(\.key)), direction)
    case .setDay(let ids, let day): order.setDay(Set(ids.map(\.key)), to: day)
    case .shiftDay(let ids, let direction): order.shiftDay(Set(ids.map(\.key)), direction)
    case .beginDay(let id): order.beginDay(at: id.key)
    case .joinDay(let id): order.joinDay(of: id.key)
    case .moveDay(let id, let direction): order.moveDay(of: id.key, direction)
    case .setNote(let ids, let note): for id in ids { entries[id]?.note = note }
    case .setTitle(let ids, let title): for id in ids { entries[id]?.title = title }
    case .setState(let ids, let state): for id in ids { entries[id]?.state = state }
    case .setFirstDay(let day): group.firstDay = day?.isEmpty == false ? day : nil
    }
    group.itinerary = order.stops.compactMap { ordered in
      guard var entry = entries[StopID(ordered.key)] else { return nil }
      entry.day = ordered.day
      return entry
    }
    return made
  }
}
