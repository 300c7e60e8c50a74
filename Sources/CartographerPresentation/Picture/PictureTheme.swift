import TerminalUI

/// The colours of a picture's items. Each colour has one class in the style sheet.
struct PictureColours {
  /// Whether the picture shows the user's own maps, which need additional CSS rules.
  var showsUserMaps = false
  /// Whether the picture shows stop numbers, which need additional CSS rules.
  var showsStops = false
  /// Whether the picture shows a heat map, which needs additional CSS rules for routes.
  var showsHeatMap = false
  /// The role that determines the colour of each CSS class. For example, the third role determines
  /// the colour of class `c2`.
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

  /// The CSS class for the colour of a role.
  subscript(role: Role) -> String { "c\(classes[role] ?? 0)" }
}

/// A colour theme for pictures, with a light or a dark background.
package enum PictureTheme: String, CaseIterable, Sendable {
  case light
  case dark

  private var background: Theme.Background { self == .light ? .light : .dark }

  /// Returns the style sheet of a picture.
  ///
  /// - Parameter items: The colours of the items.
  func styleSheet(_ items: PictureColours) -> String { Self.shapes + rules(items) }

  /// Returns the CSS rules for colours, which depend on the theme.
  func rules(_ colours: PictureColours) -> String {
    let items = colours.roles.enumerated().map { index, role in
      let colour = Theme.colour(of: role, on: background)?.hexadecimal ?? text
      return ".c\(index){color:\(colour)}\n"
    }
    let ground =
      colours.showsUserMaps
      ? Self.groundShapes + (self == .light ? Self.lightGround : Self.darkGround) : ""
    let stops =
      colours.showsStops
      ? Self.stopShapes + ".stop{fill:\(self == .light ? "#ffffff" : "#15191c")}\n" : ""
    let routes = colours.showsHeatMap ? Self.heatMapShapes : ""
    return (self == .light ? Self.lightColours : Self.darkColours) + ground + stops + routes
      + items.joined()
  }

  /// The CSS rules for routes in a heat map. A thin dashed line cannot be mistaken for squares of
  /// the heat map, which may have the same colour.
  private static let heatMapShapes = """
    .thin .line{stroke-width:1.4;stroke-dasharray:7 4}
    .thin .case{stroke-width:3;stroke-opacity:.6}

    """

  /// The CSS rules for the shapes of stop numbers.
  private static let stopShapes = """
    .stop{stroke:currentColor;stroke-width:2}
    .stop-number{font-size:11px;font-weight:bold}

    """

  /// The CSS rules for the shapes of the user's own maps. The edges of areas are drawn too, because
  /// a gap would be visible between the parts of an area in two tiles.
  private static let groundShapes = """
    .ground{fill:none;stroke-linejoin:round;stroke-linecap:round;stroke-width:1}
    .floor{stroke:none;shape-rendering:crispEdges}
    .shade{stroke:none;shape-rendering:crispEdges;fill-opacity:.07}
    .woods,.pond,.building{fill-rule:evenodd;stroke-width:.7;stroke-linejoin:round}
    .contour{stroke-width:.6}
    .main{stroke-width:1.1}
    .trail{stroke-width:1.2;stroke-dasharray:4 3}
    .railway{stroke-width:1.4;stroke-dasharray:9 2}
    .street{stroke-width:1.5}
    .road{stroke-width:2.2}
    .motorway{stroke-width:3}
    .extra{stroke-width:2}
    .peak,.street-name,.water-name,.extra-name{font-size:11px;paint-order:stroke;stroke-width:3;\
    stroke-linejoin:round}
    .street-name{font-size:10px}
    .water-name{font-style:italic}

    """

  private static let lightGround = """
    .floor{fill:#f8f6f0}
    .shade{fill:#3a3226}
    .woods{fill:#e3ecd8;stroke:#e3ecd8}
    .pond{fill:#d6e6f1;stroke:#d6e6f1}
    .building{fill:#e4ded4;stroke:#cfc7ba}
    .contour{stroke:#dccdb4}
    .stream{stroke:#a3c2d6}
    .shore{stroke:#a9c7da}
    .other{stroke:#cbc3ba}
    .trail{stroke:#a9977c}
    .railway{stroke:#9a9a9a}
    .street{stroke:#d3ccc1}
    .road{stroke:#c9bca4}
    .motorway{stroke:#d9b27c}
    .extra{stroke:#7d5ba6}
    .spot{fill:#7d5ba6}
    .peak,.street-name{fill:#6a6763;stroke:#f8f6f0}
    .water-name{fill:#5c86a3;stroke:#f8f6f0}
    .extra-name{fill:#6a4a92;stroke:#f8f6f0}

    """

  private static let darkGround = """
    .floor{fill:#202427}
    .shade{fill:#000000}
    .woods{fill:#232d25;stroke:#232d25}
    .pond{fill:#13202a;stroke:#13202a}
    .building{fill:#2d3134;stroke:#3a3f43}
    .contour{stroke:#3b372e}
    .stream{stroke:#34505f}
    .shore{stroke:#34505f}
    .other{stroke:#3d4245}
    .trail{stroke:#75695a}
    .railway{stroke:#6a6f72}
    .street{stroke:#3c4144}
    .road{stroke:#555049}
    .motorway{stroke:#7a6543}
    .extra{stroke:#b294d6}
    .spot{fill:#b294d6}
    .peak,.street-name{fill:#9da2a5;stroke:#202427}
    .water-name{fill:#6f97b1;stroke:#202427}
    .extra-name{fill:#b294d6;stroke:#202427}

    """

  private var text: String { self == .light ? "#222222" : "#e6e6e6" }

  /// The CSS rules for shapes and fonts, which do not depend on the theme.
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
    .dot{fill-rule:evenodd}
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
