import TerminalUI

/// A kind of place that has its own map symbol. The name of the place's symbol (GPX `sym`)
/// determines the kind.
package enum PlaceSymbol: Int, CaseIterable, Sendable {
  case hut, camp, water, parking, food, viewpoint, flag, summit

  /// Determines the kind of place from the words in a symbol name, such as `Campground` or
  /// `Drinking Water`. Returns nil if no word is known. A mountain hut is a hut rather than a
  /// summit, because the kind `summit` is tested last.
  package init?(_ name: String?) {
    guard let name, !name.isEmpty else { return nil }
    let words = SearchFolding.folded(name).split { !$0.isLetter }
    let found = Self.allCases.first { kind in words.contains { kind.words.contains(String($0)) } }
    guard let found else { return nil }
    self = found
  }

  /// The words that denote this kind of place in the symbol names used by Garmin devices and common
  /// programs.
  private var words: Set<String> {
    switch self {
    case .hut: Self.hutWords
    case .camp: Self.campWords
    case .water: Self.waterWords
    case .parking: Self.parkingWords
    case .food: Self.foodWords
    case .viewpoint: Self.viewWords
    case .flag: Self.flagWords
    case .summit: Self.summitWords
    }
  }

  private static let hutWords: Set = [
    "hut", "huts", "lodge", "lodging", "cabin", "shelter", "refuge", "hotel", "hostel",
  ]
  private static let campWords: Set = ["campground", "campsite", "camp", "camping", "tent"]
  private static let waterWords: Set = ["water", "spring", "fountain", "well"]
  private static let parkingWords: Set = ["parking", "carpark"]
  private static let foodWords: Set = [
    "restaurant", "food", "cafe", "pizza", "bar", "pub", "bakery", "picnic",
  ]
  private static let viewWords: Set = [
    "scenic", "viewpoint", "view", "overlook", "lookout", "panorama",
  ]
  private static let flagWords: Set = ["flag"]
  private static let summitWords: Set = ["summit", "peak", "mountain", "mountains"]

  /// The symbol's outline in a picture, as SVG path data in pixels relative to the place's
  /// position.
  var outline: String {
    switch self {
    case .hut: "M0 -7L7 -1H5V6H-5V-1H-7z"
    case .camp: "M0 -7L8 6H2.5L0 1L-2.5 6H-8z"
    case .water: "M0 -8C3.5 -3 5.5 0 5.5 2.5A5.5 5.5 0 0 1 -5.5 2.5C-5.5 0 -3.5 -3 0 -8z"
    case .parking: "M-6 -7H1.5A4.5 4.5 0 0 1 1.5 2H-2V7H-6zM-2 -4V-1H1A1.5 1.5 0 0 0 1 -4z"
    case .food: "M-6 -5H4V-4H7V3H4V6H-6zM4 -2V1H5V-2z"
    case .viewpoint: "M0 -8L2 -2L8 0L2 2L0 8L-2 2L-8 0L-2 -2z"
    case .flag: "M-5 -8H-3V-7L7 -4L-3 -1V8H-5z"
    case .summit: "M0 -7L7 6H-7z"
    }
  }

  /// The outline of the symbol for a place without a kind.
  static let plainOutline = "M0 -7L6 0L0 7L-6 0z"
}
