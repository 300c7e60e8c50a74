import Foundation

/// The palette of 256 terminal colours.
enum Palette {
  /// Returns the indexes of the basic colours for paths, without magenta, which is reserved for the
  /// selected path.
  ///
  /// In xterm's palette, green, cyan and yellow are hard to read on white, and blue is hard to read
  /// on black.
  static func basicPathColours(on background: Theme.Background) -> [UInt8] {
    switch background {
    case .dark: [6, 3, 2, 1]
    case .light: [4, 1]
    case .unknown: [1]
    }
  }

  /// Returns a basic colour, or a replacement if the basic colour is not readable on the
  /// background. An unreadable blue is replaced by cyan, and any other unreadable colour by nil,
  /// which stands for the text colour.
  static func readableBasic(_ index: UInt8, on background: Theme.Background) -> UInt8? {
    switch (index, background) {
    case (1, _), (5, _), (4, .light), (2, .dark), (3, .dark), (6, .dark): index
    case (4, .dark): 6
    default: nil
    }
  }

  /// Maps any integer, including a negative one, to a position in a palette of `count` colours.
  static func position(_ index: Int, of count: Int) -> Int {
    let remainder = index % count
    return remainder < 0 ? remainder + count : remainder
  }

  /// Returns the palette colour at an index of 16 or above: first the 6 × 6 × 6 colour cube, then
  /// 24 greys.
  ///
  /// The result is nil for the first sixteen colours, since users can redefine these colours.
  static func colour(at index: UInt8) -> RGBColour? {
    guard index >= 16 else { return nil }
    if index >= 232 {
      let grey = 8 + 10 * (index - 232)
      return RGBColour(red: grey, green: grey, blue: grey)
    }
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = Int(index) - 16
    return RGBColour(
      red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
  }

  /// Returns the index of the palette colour that is nearest to the given colour and readable on
  /// the background.
  static func nearest(to colour: RGBColour, on background: Theme.Background) -> UInt8 {
    var best: (index: UInt8, distance: Int) = (244, .max)
    for index in UInt8(16)...255 {
      guard let candidate = self.colour(at: index) else { continue }
      let distance = distance(colour, candidate)
      if distance < best.distance, isReadable(candidate, on: background) {
        best = (index, distance)
      }
    }
    return best.index
  }

  /// Returns the index (1 to 6) of the basic terminal colour most similar to the given colour.
  /// Returns nil, which stands for the text colour, if the given colour is almost grey.
  static func nearestOfSixteen(to colour: RGBColour) -> UInt8? {
    let channels = [Int(colour.red), Int(colour.green), Int(colour.blue)]
    guard let high = channels.max(), let low = channels.min(), high - low >= 40 else { return nil }
    let middle = (high + low) / 2
    let bits = channels.enumerated().reduce(0) { $1.element > middle ? $0 | 1 << $1.offset : $0 }
    return UInt8(bits)
  }

  private static func isReadable(_ colour: RGBColour, on background: Theme.Background) -> Bool {
    let light = luminance(colour)
    let onBlack = (light + 0.05) / 0.05
    let onWhite = 1.05 / (light + 0.05)
    return switch background {
    case .dark: onBlack >= 4.5
    case .light: onWhite >= 4.5
    case .unknown: onBlack >= 3 && onWhite >= 3
    }
  }

  /// Returns the contrast ratio between two colours as defined in WCAG 2.1, from 1 to 21.
  static func contrast(_ one: RGBColour, _ other: RGBColour) -> Double {
    let lights = [luminance(one), luminance(other)].sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  /// Returns the relative luminance of a colour as defined in WCAG 2.1, from 0 to 1.
  private static func luminance(_ colour: RGBColour) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
      + 0.0722 * linear(colour.blue)
  }

  /// Returns the squared perceptual distance between two colours, computed with Riemersma's
  /// “redmean” formula.
  private static func distance(_ one: RGBColour, _ other: RGBColour) -> Int {
    let mean = (Int(one.red) + Int(other.red)) / 2
    let red = Int(one.red) - Int(other.red)
    let green = Int(one.green) - Int(other.green)
    let blue = Int(one.blue) - Int(other.blue)
    return (512 + mean) * red * red / 256 + 4 * green * green + (767 - mean) * blue * blue / 256
  }
}
