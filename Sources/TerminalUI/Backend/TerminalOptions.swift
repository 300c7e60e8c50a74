import Foundation

/// The options for using a terminal.
package struct TerminalOptions: Sendable {
  /// The largest number of colours to use, if the terminal supports that many.
  package var colourLimit: ColourLevel
  package var background: Theme.Background
  package var usesMouse: Bool
  /// Whether only ASCII is sent even in a UTF-8 locale, for fonts without other characters.
  package var isASCIIOnly: Bool

  package init(
    colourLimit: ColourLevel = .twoHundredFiftySix, background: Theme.Background = .unknown,
    usesMouse: Bool = true, isASCIIOnly: Bool = false
  ) {
    self.colourLimit = colourLimit
    self.background = background
    self.usesMouse = usesMouse
    self.isASCIIOnly = isASCIIOnly
  }

  /// Returns the options from the environment: `NO_COLOR` (no-color.org), and the background colour
  /// from `COLORFGBG`, which some terminals set.
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> TerminalOptions {
    var options = TerminalOptions()
    if let value = environment["NO_COLOR"], !value.isEmpty { options.colourLimit = .mono }
    if let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = Int(last) {
      options.background = index == 7 || index == 15 ? .light : .dark
    }
    return options
  }
}
