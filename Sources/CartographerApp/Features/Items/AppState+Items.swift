import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension AppState {
  /// The maximum number of items that are deleted without asking for confirmation.
  private static let itemsBeforeAsking = 25
  static let pointsBeforeAsking = 10_000
  /// The minimum number of deleted points for which a warning is shown.
  static let pointsBeforeWarning = 10

  mutating func trashTargets() -> [Effect] {
    let ids = targets
    let points = index.pointCount(of: ids)
    guard ids.count > Self.itemsBeforeAsking || points > Self.pointsBeforeAsking else {
      list.unmark(ids)
      return send(.trash(ids))
    }
    return ask(
      "Move to the trash?",
      [
        "\(ids.counted) with \(Numbers.counted(points, "point")).",
        """
        The items can be restored from the trash or with \(key("undo")).
        """,
      ],
      [Confirmation.Choice(.yes, "move to the trash", .edits([.trash(ids)]))])
  }

  mutating func restoreTargets() -> [Effect] {
    let ids = targets
    list.unmark(ids)
    return send(.restore(ids))
  }

  mutating func purgeTargets() -> [Effect] {
    let ids = targets
    let points = index.pointCount(of: ids)
    return ask(
      "Delete permanently?",
      [
        ids.counted + (points > 0 ? " with \(Numbers.counted(points, "point"))." : "."),
        ids.count == 1
          ? """
          The item is removed from the trash. \
          Undo restores it if this change is still in the history.
          """
          : """
          The items are removed from the trash. \
          Undo restores them if this change is still in the history.
          """,
      ],
      [Confirmation.Choice(.yes, "delete permanently", .edits([.purge(ids)]))])
  }

  mutating func rename(to name: String) -> [Effect] {
    guard let selected else { return [] }
    return send(.set(.name, of: [selected], to: name))
  }

  mutating func copyCoordinates() -> [Effect] {
    let coordinate: Coordinate?
    if let (edit, path) = pointEdit, edit.point < path.count {
      coordinate = path.coordinate(at: edit.point)
    } else if focus != .map, let id = selected, let place = index.place(id) {
      coordinate = place.coordinate
    } else if focus != .map, let path = selectedPath, path.count > 0 {
      coordinate = path.coordinate(at: min(pathEditing.pointCursor ?? 0, path.count - 1))
    } else {
      coordinate = map.viewport.centreCoordinate
    }
    return coordinate.map { [.copy(settings.notation.format($0))] } ?? []
  }
}

extension [ItemID] {
  /// The item counts by kind, such as `2 paths, 1 place`.
  var counted: String {
    let kinds: [(ItemID.Kind, String, String)] = [
      (.path, "path", "paths"), (.location, "place", "places"), (.group, "group", "groups"),
    ]
    let parts = kinds.compactMap { kind, one, many -> String? in
      let number = self.count { $0.kind == kind }
      return number == 0 ? nil : "\(Numbers.grouped(number)) \(number == 1 ? one : many)"
    }
    return parts.joined(separator: ", ")
  }
}
