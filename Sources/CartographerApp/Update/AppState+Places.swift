import CartographerCore
import Foundation
import Geodesy
import TerminalUI

extension AppState {
  mutating func duplicateTargets() -> [Effect] {
    let ids = memberTargets
    list.marks.subtract(ids)
    list.rangeAnchor = nil
    return send(.duplicate(ids))
  }

  /// Shows the names that a pattern gives, and asks.
  mutating func renameTargets(_ pattern: String) -> [Effect] {
    let zone = settings.zone
    let items = targets.map { id -> (id: ItemID, name: String, day: String?) in
      let time = index.place(id)?.time ?? paths[id]?.measures.timeFirst
      return (id, index[id]?.name ?? "", time.map { Times.day($0, in: zone) })
    }
    let names: [ItemName]
    do {
      names = try NamePattern(pattern).names(of: items)
    } catch let error as LibraryError {
      return warn(error.message)
    } catch {
      return warn("\(error)")
    }
    let told = zip(items, names).prefix(10).map { "\($0.name) → \($1.name)" }
    return ask(
      "Rename \(counted(names.map(\.id)))?", told, of: names.count, "rename", .rename(names))
  }

  /// Shows which places are the same, of those marked or of all that the list could show, and asks.
  mutating func findTwins(within length: String) -> [Effect] {
    var metres = 25.0
    if !length.isEmpty {
      do throws(QuantityError) {
        metres = try Quantity.metres(length)
      } catch {
        return warn("“\(length)” is no length: \(error.message)")
      }
    }
    let marked = list.actsOnMarks ? Set(targets) : []
    let places = index.snapshot.places.filter { place in
      place.trashed == nil && (marked.isEmpty || marked.contains(place.id))
        && list.scope.map { place.groups.contains($0) } ?? true
    }
    let clusters = PlaceCluster.find(in: places, withinMetres: metres)
    guard !clusters.isEmpty else {
      return say("No two places are within \(settings.units.length(metres: metres))")
    }
    let told = clusters.prefix(8).map { cluster in
      let others = cluster.others.prefix(3).map { index[$0]?.name ?? "" }
      let more = cluster.others.count > 3 ? ", …" : ""
      return "\(index[cluster.kept]?.name ?? "") = \(others.joined(separator: ", "))\(more)"
    }
    let count = clusters.reduce(0) { $0 + $1.others.count }
    return ask(
      "The same places?",
      told + ["", "The first of each gets what it lacks; \(count) others go to the trash."],
      of: clusters.count + 2, "make one of each", .mergePlaces(clusters))
  }

  private mutating func ask(
    _ title: String, _ lines: [String], of count: Int, _ label: String, _ edit: LibraryEdit
  ) -> [Effect] {
    let rest = count - lines.count
    overlays.append(
      .confirm(
        ConfirmState(
          title: title, lines: lines + (rest > 0 ? ["… and \(rest) more"] : []),
          choices: [ConfirmState.Choice(KeyStroke("y"), label, .edit(edit))])))
    return []
  }

  mutating func showNearest() -> [Effect] {
    let spot = focus == .map ? nil : selected.flatMap(spot)
    return [
      .ask(
        .nearest(
          spot?.coordinate ?? map.viewport.centreCoordinate, name: spot?.name ?? "the crosshair",
          except: spot.flatMap { _ in selected }, settings.units))
    ]
  }

  mutating func showDistance() -> [Effect] {
    var spots = targets.compactMap(spot)
    if spots.count == 1 { spots.append((map.viewport.centreCoordinate, "the crosshair")) }
    guard spots.count == 2 else {
      return warn("mark two places or paths (space marks), or select one")
    }
    let line = Geodesic.inverse(from: spots[0].coordinate, to: spots[1].coordinate)
    return say(
      "\(spots[0].name) → \(spots[1].name): "
        + "\(settings.units.length(metres: line.distanceMetres)), "
        + "\(Bearing.text(line.initialBearingDegrees)), on arrival "
        + Bearing.text(line.finalBearingDegrees))
  }

  /// Where an item is: of a path its start, once its points are known.
  private func spot(_ id: ItemID) -> (coordinate: Coordinate, name: String)? {
    if let place = index.place(id) { return (place.coordinate, place.name) }
    guard let path = paths[id], path.count > 0 else { return nil }
    return (path.coordinate(at: 0), index[id]?.name ?? "")
  }
}
