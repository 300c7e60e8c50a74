/// Functions that count repeated elements for a diagnostic.
extension TCXScan {
  /// Counts the given child element if the schema allows it only once and the parent already has
  /// one.
  ///
  /// - Parameter index: The element's index in the table of the parent's child elements.
  func countRepetition(
    _ tag: XMLTag, _ element: TCXElement, _ index: Int, in parent: TCXElement
  ) {
    if element != .field { beginChildren(of: element) }
    guard element == .field || element == .position || element == .heartRate else { return }
    let (slot, bit) = (Int(parent.rawValue), UInt32(1) << UInt32(index))
    guard seen[slot] & bit != 0 else {
      seen[slot] |= bit
      return
    }
    switch parent {
    case .creator, .author: break
    case .activity, .course:
      // All notes are read.
      if !tag.isLocal("Notes") { tally.addRepetition(tag, stream) }
    case .lap:
      if tag.isLocal("Notes") {
        tally.addRepetition(tag, stream)
      } else {
        tally.addRepeatedTotal(tag, stream)
      }
    case .lapExtensions: tally.addRepeatedTotal(tag, stream)
    case .heartRate where stack[stack.count - 2] == .lap: tally.addRepeatedTotal(tag, stream)
    default: tally.addRepetition(tag, stream)
    }
  }

  /// Clears the bit mask of the child elements in the previous element of the given kind. All
  /// extension elements of a point or lap share one bit mask, because they set the same fields.
  private func beginChildren(of element: TCXElement) {
    switch element {
    case .extensions, .lapExtensions: return
    case .trackpoint: seen[Int(TCXElement.extensions.rawValue)] = 0
    case .lap: seen[Int(TCXElement.lapExtensions.rawValue)] = 0
    default: break
    }
    seen[Int(element.rawValue)] = 0
  }
}
