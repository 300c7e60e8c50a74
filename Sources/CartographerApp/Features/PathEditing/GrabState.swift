import CartographerCore
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

  /// The ID of the place being moved. If a point is being moved, this is the ID of the point's
  /// path.
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
}
