import Foundation

/// How the terminal is to be used.
package struct TerminalOptions: Sendable {
  /// The most colours to use, of those the terminal has.
  package var colourLimit: ColourLevel
  package var background: Theme.Background
  package var usesMouse: Bool
  /// Send nothing outside ASCII, even where the locale takes more: for fonts without the rest.
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

  /// What the environment asks for: `NO_COLOR` (no-color.org), and the background from the
  /// `COLORFGBG` some terminals set.
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
