import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  mutating func duplicateTargets() -> [Effect] {
    let ids = memberTargets
    list.unmark(ids)
    return send(.duplicate(ids))
  }

  /// Shows the new names that a pattern generates for the marked or selected items, and asks
  /// whether to rename the items.
  mutating func renameTargets(_ pattern: String) -> [Effect] {
    let items: [NamePatternItem]
    let names: [ItemName]
    do {
      let pattern = try NamePattern(pattern)
      items = patternItems(for: pattern)
      names = try pattern.names(of: items)
    } catch let error as LibraryError {
      return warn(error.advice)
    } catch {
      return warn("\(error)")
    }
    let told = zip(items, names).prefix(10).map { "\($0.name) → \($1.name)" }
    return ask(
      "Rename \(names.map(\.id).counted)?", told, of: names.count,
      [Confirmation.Choice(.yes, "rename", .edits([.rename(names)]))])
  }

  /// Returns the marked or selected items, each with the values that a name pattern can insert.
  private func patternItems(for pattern: NamePattern) -> [NamePatternItem] {
    let nearest = pattern.fields.contains(.near) ? NearestPlaces(index.snapshot.places) : nil
    let towns = pattern.mentionsTowns ? map.base.scene.towns : nil
    return targets.map { id in
      let groups = index.place(id)?.groups ?? index.path(id)?.groups ?? []
      return NamePatternItem(
        id: id, name: index[id]?.name ?? "", kind: index.path(id)?.kind.rawValue ?? id.kind.noun,
        day: library.recordedDate(of: id).map { TimeText.day($0, in: settings.zone) },
        group: groups.lazy.compactMap { index[$0]?.name }.first,
        near: index.spot(id).flatMap { start in
          nearest.flatMap {
            $0.name(nearestTo: start.coordinate, except: id)
              ?? towns?.townName(at: start.coordinate)
          }
        }, towns: index.ends(of: id).flatMap { towns?.ends(from: $0.start, to: $0.end) })
    }
  }

  /// Shows duplicates among the marked places, and asks whether to merge the duplicates. If no
  /// places are marked, searches all listed places.
  mutating func findDuplicates(within length: String) -> [Effect] {
    var metres = 25.0
    if !length.isEmpty {
      do throws(QuantityError) {
        metres = try Quantity.metres(length)
      } catch {
        return warn("“\(length)” is not a valid length: \(error.message)")
      }
    }
    let marked = actsOnMarks ? Set(targets) : []
    let places = index.snapshot.places.filter { place in
      place.trashed == nil && (marked.isEmpty || marked.contains(place.id))
        && list.scope.map { place.groups.contains($0) } ?? true
    }
    let clusters = PlaceCluster.find(in: places, withinMetres: metres)
    guard !clusters.isEmpty else {
      return say("No two places are within \(settings.units.length(metres: metres)) of each other")
    }
    let told = clusters.prefix(8).map { cluster in
      let others = cluster.others.prefix(3).map { index[$0]?.name ?? "" }
      let more = cluster.others.count > 3 ? ", …" : ""
      return "\(index[cluster.kept]?.name ?? "") = \(others.joined(separator: ", "))\(more)"
    }
    let count = clusters.reduce(0) { $0 + $1.others.count }
    return ask(
      "Merge duplicate places?",
      told + [
        "",
        "On each line, the first place is kept, with missing values filled in from its duplicates. "
          + "Duplicates to move to the trash: \(Numbers.grouped(count)).",
      ],
      of: clusters.count + 2,
      [Confirmation.Choice(.yes, "merge them", .edits([.mergePlaces(clusters)]))])
  }

  /// Asks how to convert the marked or selected items, which must be either all places or all
  /// paths.
  mutating func convertTargets(name: String) -> [Effect] {
    let ids = memberTargets
    guard Set(ids.map(\.kind)).count == 1, let kind = ids.first?.kind else {
      return warn("mark places or paths, not both; currently marked: \(ids.counted)")
    }
    let name = name.isEmpty ? nil : name
    var choices: [Confirmation.Choice] = []
    // A conversion that is impossible for these items is not offered.
    func offer(
      _ answer: Confirmation.Answer, _ label: String, _ made: Conversion, replacing: Bool = false
    ) {
      guard let edits = try? made.edits(of: ids, name: name, replacing: replacing) else { return }
      choices.append(Confirmation.Choice(answer, label, .edits(edits)))
    }
    if kind == .location {
      guard ids.count > 1 else {
        return warn(
          """
          a path needs at least two places; \
          \(key("mark")) marks places
          """)
      }
      offer(.route, "a route", .route)
      offer(.track, "a track", .track)
      offer(.onlyRoute, "a route; the places go to the trash", .route, replacing: true)
      offer(.onlyTrack, "a track; the places go to the trash", .track, replacing: true)
      let spots = ids.compactMap(index.spot)
      let metres = zip(spots, spots.dropFirst()).reduce(0) {
        $0 + Geodesic.inverse(from: $1.0.coordinate, to: $1.1.coordinate).distanceMetres
      }
      return ask(
        "Make a path from \(ids.counted)?",
        ["In this order, the path is \(settings.units.length(metres: metres)) long:"]
          + spots.prefix(8).enumerated().map { "\($0 + 1)  \($1.name)" }, of: spots.count + 1,
        choices)
    }
    guard name == nil else {
      return warn(
        """
        only a path made from places can get a name; \
        \(key("edit")) renames paths
        """)
    }
    let kinds = Set(ids.compactMap { index.path($0)?.kind })
    let several = ids.count > 1
    if kinds.contains(.track) { offer(.route, several ? "routes" : "a route", .route) }
    if kinds.contains(.route) { offer(.track, several ? "tracks" : "a track", .track) }
    let each = "a place at each point"
    offer(.places, each, .place)
    offer(
      .onlyPlaces, each + "; the \(several ? "paths go" : "path goes") to the trash", .place,
      replacing: true)
    let told = ids.prefix(8).map { id in
      let points = index.pointCount(of: [id])
      return "\(index[id]?.name ?? "") (\(index.path(id)?.kind.rawValue ?? ""), "
        + "\(Numbers.counted(points, "point")))"
    }
    return ask("Convert \(ids.counted) to what?", told, of: ids.count, choices)
  }
}
