import Foundation

/// The options that determine how the program uses the terminal.
package struct TerminalOptions: Sendable {
  /// The maximum number of colours that the program uses, even if the terminal supports more.
  package var colourLimit: ColourLevel
  package var background: Theme.Background
  package var usesMouse: Bool
  /// Whether only ASCII characters are sent to the terminal, even in a UTF-8 locale. The option is
  /// for terminal fonts that contain only ASCII.
  package var isASCIIOnly: Bool
  /// Whether the terminal is the Linux console, which has a black background and a font with few
  /// characters.
  package var isLinuxConsole: Bool

  package init(
    colourLimit: ColourLevel = .twoHundredFiftySix, background: Theme.Background = .unknown,
    usesMouse: Bool = true, isASCIIOnly: Bool = false, isLinuxConsole: Bool = false
  ) {
    self.colourLimit = colourLimit
    self.background = background
    self.usesMouse = usesMouse
    self.isASCIIOnly = isASCIIOnly
    self.isLinuxConsole = isLinuxConsole
  }

  /// Returns the terminal options set by environment variables. `NO_COLOR` disables colours (see
  /// no-color.org). `COLORFGBG`, which some terminals set, specifies the background colour. The
  /// background of the Linux console is black.
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> TerminalOptions {
    var options = TerminalOptions()
    if let value = environment["NO_COLOR"], !value.isEmpty { options.colourLimit = .mono }
    if let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = Int(last) {
      options.background = index == 7 || index == 15 ? .light : .dark
    } else if environment["TERM"] == "linux" {
      options.background = .dark
    }
    options.isLinuxConsole = environment["TERM"] == "linux"
    return options
  }
}
