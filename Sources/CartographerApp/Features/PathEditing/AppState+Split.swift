import CartographerCore
import CartographerPresentation
import Geodesy

extension AppState {
  /// Splits the edited path at the selected point. If there is a recording gap next to the point,
  /// asks whether to split in the gap instead.
  mutating func splitPath() -> [Effect] {
    guard let (edit, path) = pointEdit, edit.point < path.count else { return [] }
    guard edit.point > 0, edit.point < path.count - 1 else {
      return warn("choose a point between the path's first and last points")
    }
    let split = LibraryEdit.split(edit.path, at: path.geometry.keys[edit.point])
    guard let gap = path.geometry.columns.gap(beside: edit.point) else { return send(split) }
    let time = gap.seconds.map { "\(UnitSystem.duration(seconds: $0)) and " } ?? ""
    return ask(
      "Split at point \(Numbers.grouped(edit.point + 1)), or in the gap next to it?",
      [
        """
        Between points \(Numbers.grouped(gap.end)) and \(Numbers.grouped(gap.end + 1)), the \
        recording has a gap of \(time)\(settings.units.length(metres: gap.metres)).
        """
      ],
      [
        Confirmation.Choice(
          .gap, "in the gap (it belongs to neither part)",
          .edits([.cut(edit.path, .before([gap.end]))])),
        Confirmation.Choice(.point, "at the point (it belongs to both parts)", .edits([split])),
      ])
  }
}
