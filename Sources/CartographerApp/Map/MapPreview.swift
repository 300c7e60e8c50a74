import Geodesy

/// What an edit in progress would change: the old course, and the new one over it.
package struct MapPreview: Sendable, Equatable {
  package var before: [PathShape]
  package var after: [PathShape]
  /// The point or place being moved.
  package var handle: Coordinate?

  package init(
    before: [PathShape] = [], after: [PathShape] = [], handle: Coordinate? = nil
  ) {
    self.before = before
    self.after = after
    self.handle = handle
  }
}
