extension Surface {
  /// Draws an empty, framed box in the middle of `area`, and returns the rectangle inside the
  /// frame.
  ///
  /// - Parameter size: The size of the box including its frame. A box larger than `area` is
  ///   clipped.
  package mutating func popup(
    size: Size, in area: Rect, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    popup(area.centred(size), title: title, note: note)
  }

  /// Draws an empty, framed box at the given position, and returns the rectangle inside the frame.
  package mutating func popup(
    _ rect: Rect, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    fill(rect)
    return box(rect, title: title, note: note, weight: .heavy)
  }
}
