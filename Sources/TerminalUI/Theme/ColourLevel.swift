/// The number of colours that the program may use on the terminal.
package enum ColourLevel: Int, Comparable, CaseIterable, Sendable {
  /// Only text attributes, for terminals without colours, or if the user disabled colours with
  /// `NO_COLOR`.
  case mono
  case sixteen
  case twoHundredFiftySix

  package static func < (left: ColourLevel, right: ColourLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
