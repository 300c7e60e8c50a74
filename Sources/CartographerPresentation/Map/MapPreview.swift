import Geodesy

/// A preview of an edit on the map, in which the paths' new shapes are drawn over their old shapes.
package struct MapPreview: Sendable, Equatable {
  package var before: [PathShape]
  package var after: [PathShape]
  /// Whether the new shapes are consecutive pieces of a path, drawn in two alternating colours.
  package var alternates: Bool
  /// Whether the preview also shows the added, kept and removed points if there is room.
  package var showsPoints: Bool
  /// The coordinates at which the previewed edit would cut the path.
  package var marks: [Coordinate]
  /// The coordinate of the point or place being moved.
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
