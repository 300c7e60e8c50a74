import CartographerCore
import Geodesy

/// A place or a point held by the crosshair until it is dropped.
package struct GrabState: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case place(ItemID)
    case point(PathEditState, key: Int64)
  }

  package private(set) var subject: Subject
  package let origin: Coordinate
  package private(set) var position: Coordinate

  package init(subject: Subject, origin: Coordinate) {
    self.subject = subject
    self.origin = origin
    position = origin
  }

  /// The place, or the path of the point.
  var item: ItemID {
    switch subject {
    case .place(let id): id
    case .point(let edit, _): edit.path
    }
  }

  mutating func move(to position: Coordinate) { self.position = position }

  /// The state of the path editing to which a grabbed point belongs, or nil for a place.
  var edit: PathEditState? {
    if case .point(let edit, _) = subject { edit } else { nil }
  }

  /// Changes the state of the path editing to which a grabbed point belongs.
  mutating func changeEdit(_ change: (inout PathEditState) -> Void) {
    guard case .point(var edit, let key) = subject else { return }
    change(&edit)
    subject = .point(edit, key: key)
  }
}
