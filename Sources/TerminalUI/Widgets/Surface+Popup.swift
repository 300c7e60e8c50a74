extension Surface {
  /// Clears a box in the middle of `area`, frames it, and gives the room inside.
  ///
  /// - Parameter size: Of the whole, frame included; cut down to the area.
  package mutating func popup(
    size: Size, in area: Rect, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    popup(area.centred(size), title: title, note: note)
  }

  /// As ``popup(size:in:title:note:)``, at a place of the caller's.
  package mutating func popup(
    _ rect: Rect, title: DisplayText, note: DisplayText = .empty
  ) -> Rect {
    fill(rect)
    return box(rect, title: title, note: note, weight: .heavy)
  }
}
