import Geodesy

/// What an edit in progress would change: the old course, and the new one over it.
package struct MapPreview: Sendable, Equatable {
  package var before: [PathShape]
  package var after: [PathShape]
  /// Whether the new courses are pieces one after the other, to be told from each other.
  package var alternates: Bool
  /// Whether the points of the new course, and those that are gone, can be seen where there is room.
  package var showsPoints: Bool
  /// Where it is cut.
  package var marks: [Coordinate]
  /// The point or place being moved.
  package var handle: Coordinate?

  package init(
    before: [PathShape] = [], after: [PathShape] = [], alternates: Bool = false,
    showsPoints: Bool = false, marks: [Coordinate] = [], handle: Coordinate? = nil
  ) {
    self.before = before
    self.after = after
    self.alternates = alternates
    self.showsPoints = showsPoints
    self.marks = marks
    self.handle = handle
  }
}
