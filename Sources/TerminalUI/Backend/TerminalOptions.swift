import Foundation

/// The options that determine how the program uses the terminal.
package struct TerminalOptions: Sendable {
  /// The maximum number of colours that the program uses, even if the terminal supports more.
  package var colourLimit: ColourLevel
  package var background: Theme.Background
  package var usesMouse: Bool
  /// Whether only ASCII is sent to the terminal even in a UTF-8 locale, for fonts that have no other
  /// characters.
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

  /// Returns the terminal options that the environment variables determine. `NO_COLOR` disables
  /// colours (see no-color.org), and `COLORFGBG`, which some terminals set, gives the background
  /// colour.
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
