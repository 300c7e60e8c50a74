import CartographerCore
import CartographerPresentation
import Geodesy

/// A place or a point that is being moved. The place or point follows the crosshair until the user
/// drops it.
package struct GrabState: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case place(ItemID)
    case point(PathEditState, key: Int64)
  }

  package private(set) var subject: Subject
  package let origin: Coordinate
  package private(set) var position: Coordinate
  /// Whether the position was entered as text. Entered positions do not snap to items.
  private(set) var isExact = false
  /// The pane that had the focus before the user began to move a place. Nil if a point is being
  /// moved.
  let focusBefore: Pane?

  package init(subject: Subject, origin: Coordinate, focusBefore: Pane? = nil) {
    self.focusBefore = focusBefore
    self.subject = subject
    self.origin = origin
    position = origin
  }

  /// The ID of the place being moved or, if a point is being moved, the ID of the point's path.
  var item: ItemID {
    switch subject {
    case .place(let id): id
    case .point(let edit, _): edit.path
    }
  }

  mutating func move(to position: Coordinate, isExact: Bool) {
    self.position = position
    self.isExact = isExact
  }

  /// The editing state of the path whose point is being moved. Nil if a place is being moved.
  var edit: PathEditState? {
    if case .point(let edit, _) = subject { edit } else { nil }
  }

  /// Changes the editing state of the path whose point is being moved. Has no effect if a place is
  /// being moved.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) {
    guard case .point(var edit, let key) = subject else { return }
    change(&edit)
    subject = .point(edit, key: key)
  }

  // MARK: Map

  /// Adds the place or point being moved to a map scene, at its current position.
  ///
  /// - Parameter path: The points of the path whose point is being moved.
  ///   Nil if a place is being moved or the points are not loaded.
  func show(in scene: inout MapScene, path: PathData?) {
    scene.crosshair = nil
    scene.emphasised = [item]
    scene.preview = preview(to: scene.snap ?? position, in: path)
    scene.showsHandles = edit != nil
  }

  /// Returns the lines that connect a moving point with its neighbours, both at its old position
  /// and at the given position.
  private func preview(to target: Coordinate, in path: PathData?) -> MapPreview {
    guard let edit, let path, edit.point < path.count else { return MapPreview(handle: position) }
    let segment = path.shape.segment(containing: edit.point)
    let before = edit.point > segment.lowerBound ? [path.coordinate(at: edit.point - 1)] : []
    let after = edit.point + 1 < segment.upperBound ? [path.coordinate(at: edit.point + 1)] : []
    return MapPreview(
      before: [PathShape(before + [origin] + after)],
      after: [PathShape(before + [target] + after)], handle: position)
  }
}
