import TerminalUI

/// The colours of a picture's items. Each colour has one class in the style sheet.
struct PictureColours {
  /// The role that determines the colour of each class. For example, the third role determines the
  /// colour of class `c2`.
  private(set) var roles: [Role] = []
  private var classes: [Role: Int] = [:]

  init(_ all: [Role]) {
    var known: [[RGBColour?]: Int] = [:]
    for role in all where classes[role] == nil {
      let colour = [Theme.Background.light, .dark].map { Theme.colour(of: role, on: $0) }
      let number = known[colour] ?? roles.count
      if number == roles.count {
        known[colour] = number
        roles.append(role)
      }
      classes[role] = number
    }
  }

  /// The CSS class of a role.
  subscript(role: Role) -> String { "c\(classes[role] ?? 0)" }
}

/// The colours of a picture: for a light or for a dark background.
package enum PictureTheme: String, CaseIterable, Sendable {
  case light
  case dark

  private var background: Theme.Background { self == .light ? .light : .dark }

  /// Returns the style sheet of a picture.
  ///
  /// - Parameter items: The colours of the items.
  func styleSheet(_ items: PictureColours) -> String { Self.shapes + rules(items) }

  /// Returns the rules for colours, which depend on the theme.
  func rules(_ colours: PictureColours) -> String {
    let items = colours.roles.enumerated().map { index, role in
      let colour = Theme.colour(of: role, on: background)?.hexadecimal ?? text
      return ".c\(index){color:\(colour)}\n"
    }
    return (self == .light ? Self.lightColours : Self.darkColours) + items.joined()
  }

  private var text: String { self == .light ? "#222222" : "#e6e6e6" }

  /// The rules for shapes and fonts, which do not depend on the theme.
  static let shapes = """
    text{font-family:sans-serif;font-size:12px}
    .land,.lake{fill-rule:evenodd}
    .coast,.river,.border,.region,.case,.line,.bar,.edge{fill:none;stroke-linejoin:round;\
    stroke-linecap:round}
    .border{stroke-width:1.2;stroke-dasharray:7 3 2 3}
    .region{stroke-width:.8;stroke-dasharray:2 4}
    .case{stroke-width:6.5;stroke-opacity:.85}
    .line{stroke:currentColor;stroke-width:3}
    .start{stroke:currentColor;stroke-width:2.5}
    .end,.dot{fill:currentColor;stroke-width:1.5}
    .tick{stroke:currentColor;stroke-width:1.2}
    .label,.name,.town,.country,.number{paint-order:stroke;stroke-width:3;stroke-linejoin:round}
    .label{font-weight:bold}
    .town{font-size:11px}
    .country{font-size:12px;letter-spacing:2px}
    .number{font-size:9px}
    .small{font-size:10px}
    .heading{font-size:14px;font-weight:bold}
    .panel{fill-opacity:.85}
    .bar{stroke-width:1.5;stroke-linecap:butt}
    .area{fill:currentColor;fill-opacity:.25}
    .edge{stroke:currentColor;stroke-width:2}
    .grid{stroke-width:1}
    .middle{text-anchor:middle}
    .last{text-anchor:end}

    """

  private static let lightColours = """
    .water{fill:#d6e6f1}
    .land{fill:#f8f6f0}
    .lake{fill:#d6e6f1}
    .coast{stroke:#8bacc2}
    .river{stroke:#a3c2d6}
    .border{stroke:#a98f9b}
    .region{stroke:#cbc3ba}
    text{fill:#222222}
    .label,.number,.name{stroke:#ffffff}
    .town,.country{fill:#6a6763;stroke:#f8f6f0}
    .country{fill:#94808b}
    .case,.end,.dot{stroke:#ffffff}
    .start,.tick{fill:#ffffff}
    .panel,.paper{fill:#ffffff}
    .bar{stroke:#222222}
    .grid{stroke:#dedede}
    .small{fill:#555555}

    """

  private static let darkColours = """
    .water{fill:#13202a}
    .land{fill:#202427}
    .lake{fill:#13202a}
    .coast{stroke:#456072}
    .river{stroke:#34505f}
    .border{stroke:#77656e}
    .region{stroke:#3d4245}
    text{fill:#e6e6e6}
    .label,.number,.name{stroke:#15191c}
    .town,.country{fill:#9da2a5;stroke:#202427}
    .country{fill:#8d7d86}
    .case,.end,.dot{stroke:#15191c}
    .start,.tick{fill:#15191c}
    .panel,.paper{fill:#15191c}
    .bar{stroke:#e6e6e6}
    .grid{stroke:#3a3f43}
    .small{fill:#a8acae}

    """
}
