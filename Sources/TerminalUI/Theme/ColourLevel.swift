/// How many colours may be used.
package enum ColourLevel: Int, Comparable, CaseIterable, Sendable {
  /// Attributes only: `NO_COLOR`, `--no-color`, a terminal without colour.
  case mono
  case sixteen
  case twoHundredFiftySix

  package static func < (left: ColourLevel, right: ColourLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
