/// The number of colours that the program may use on the terminal.
package enum ColourLevel: Int, Comparable, CaseIterable, Sendable {
  /// Text attributes only, for terminals without colours and for users who set `NO_COLOR`.
  case mono
  case sixteen
  case twoHundredFiftySix

  package static func < (left: ColourLevel, right: ColourLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
