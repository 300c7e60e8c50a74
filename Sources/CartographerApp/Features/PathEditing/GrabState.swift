import CartographerCore
import Geodesy

/// A place or a point that is being moved: it follows the crosshair until the user drops it.
package struct GrabState: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case place(ItemID)
    case point(PathEditState, key: Int64)
  }

  package private(set) var subject: Subject
  package let origin: Coordinate
  package private(set) var position: Coordinate
  /// Whether the position was typed; a typed position does not snap to items.
  private(set) var isExact = false
  /// The pane that had the focus before a place was moved, or nil for a point.
  let focusBefore: Pane?

  package init(subject: Subject, origin: Coordinate, focusBefore: Pane? = nil) {
    self.focusBefore = focusBefore
    self.subject = subject
    self.origin = origin
    position = origin
  }

  /// The ID of the place that is being moved, or of the path whose point is being moved.
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

  /// The editing state of the moved point's path, or nil if a place is being moved.
  var edit: PathEditState? {
    if case .point(let edit, _) = subject { edit } else { nil }
  }

  /// Changes the editing state of the moved point's path. Has no effect if a place is moved.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) {
    guard case .point(var edit, let key) = subject else { return }
    change(&edit)
    subject = .point(edit, key: key)
  }
}
