import Testing

@testable import TerminalUI

struct ThemeTests {
  private static let roles: [Role] =
    [
      .text, .dim, .title, .header, .border, .borderFocused, .selection, .marked, .accent,
      .warning, .error, .success, .badge, .hint, .key, .match, .crosshair, .water, .place,
      .pathSelected,
    ] + (0..<12).map { .path($0) } + (0..<5).map { .scale($0) } + colours.map { .custom($0) }

  private static let colours = ["#000000", "#FFFFFF", "#FF0000", "#ffff00", "#0000FF", "#123456"]
    .compactMap { RGBColour(hexadecimal: $0) }

  @Test(arguments: Theme.Background.allCases)
  func `every role has enough contrast with the background`(background: Theme.Background) throws {
    let black = RGBColour(red: 0, green: 0, blue: 0)
    let white = RGBColour(red: 255, green: 255, blue: 255)
    let against = background == .dark ? [black] : background == .light ? [white] : [black, white]
    let theme = Theme(level: .twoHundredFiftySix, background: background)
    for role in ThemeTests.roles {
      guard let index = theme.appearance(of: Style(role)).foreground else { continue }
      let colour = try #require(Palette.colour(at: index))
      for ground in against {
        #expect(Palette.contrast(colour, ground) >= 3, "\(role) is \(index)")
      }
    }
  }

  /// The first eight colours of xterm and of the Linux console.
  private static let xterm = [
    "#000000", "#CD0000", "#00CD00", "#CDCD00", "#0000EE", "#CD00CD", "#00CDCD", "#E5E5E5",
  ]
  /// On the Linux console, bold text has the brighter colour.
  private static let console = [
    "#000000", "#AA0000", "#00AA00", "#AA5500", "#0000AA", "#AA00AA", "#00AAAA", "#AAAAAA",
  ]
  private static let brightConsole = [
    "#555555", "#FF5555", "#55FF55", "#FFFF55", "#5555FF", "#FF55FF", "#55FFFF", "#FFFFFF",
  ]

  @Test(arguments: Theme.Background.allCases)
  func `every role has enough contrast with sixteen colours`(background: Theme.Background) throws {
    let black = try #require(RGBColour(hexadecimal: "#000000"))
    let white = try #require(RGBColour(hexadecimal: "#FFFFFF"))
    let against = background == .dark ? [black] : background == .light ? [white] : [black, white]
    let theme = Theme(level: .sixteen, background: background)
    for role in ThemeTests.roles {
      guard let index = theme.appearance(of: Style(role)).foreground else { continue }
      let colour = try #require(RGBColour(hexadecimal: Self.xterm[Int(index)]))
      for ground in against {
        #expect(Palette.contrast(colour, ground) >= 3, "\(role) is \(index)")
      }
    }
  }

  @Test func `every role has enough contrast on the Linux console`() throws {
    let options = TerminalOptions.fromEnvironment(["TERM": "linux"])
    #expect(options.isLinuxConsole)
    let theme = Theme(level: .sixteen, background: options.background, dimsText: false)
    let black = try #require(RGBColour(hexadecimal: "#000000"))
    for role in ThemeTests.roles {
      let look = theme.appearance(of: Style(role))
      if look.attributes.contains(.dim) {
        #expect([.border, .graticule].contains(role), "dim text is dark grey")
      }
      let colours = look.attributes.contains(.bold) ? Self.brightConsole : Self.console
      let colour = try #require(RGBColour(hexadecimal: colours[Int(look.foreground ?? 7)]))
      #expect(Palette.contrast(colour, black) >= 3, "\(role)")
    }
  }

  @Test(arguments: Theme.Background.allCases)
  func `only the selected path is magenta with sixteen colours`(background: Theme.Background) {
    let theme = Theme(level: .sixteen, background: background)
    let selected = theme.appearance(of: Style(.pathSelected)).foreground
    for index in 0..<12 {
      #expect(theme.appearance(of: Style(.path(index))).foreground != selected)
      #expect(theme.appearance(of: Style(.scale(index))).foreground != selected)
    }
  }

  @Test func `the monochrome theme uses attributes instead of colours`() {
    let theme = Theme(level: .mono)
    for role in ThemeTests.roles {
      #expect(theme.appearance(of: Style(role)).foreground == nil)
    }
    #expect(theme.appearance(of: Style(.selection)).attributes == .reverse)
    #expect(theme.appearance(of: Style(.error)).attributes == .bold)
  }

  @Test func `the theme for sixteen colours uses only the first eight`() {
    let theme = Theme(level: .sixteen)
    for role in ThemeTests.roles {
      #expect((theme.appearance(of: Style(role)).foreground ?? 1) < 8)
    }
  }

  @Test func `the theme for sixteen colours avoids pale colours on a light background`() {
    let theme = Theme(level: .sixteen, background: .light)
    for role: Role in [.key, .accent, .marked, .place, .crosshair, .warning] {
      #expect([1, 4].contains(theme.appearance(of: Style(role)).foreground))
    }
  }

  @Test func `the path colours of the palette are all different`() {
    let theme = Theme(level: .twoHundredFiftySix, background: .dark)
    let colours = (0..<12).map { theme.appearance(of: Style(.path($0))).foreground }
    #expect(Set(colours).count == 12)
    #expect(theme.appearance(of: Style(.path(-1))).foreground == colours[11])
    #expect(theme.appearance(of: Style(.path(12))).foreground == colours[0])
  }

  @Test func `the path colours repeat after the same number of paths in every theme`() {
    for level: ColourLevel in [.mono, .sixteen, .twoHundredFiftySix] {
      for background: Theme.Background in [.dark, .light, .unknown] {
        let theme = Theme(level: level, background: background)
        for index in 0..<Role.pathColours {
          #expect(
            theme.appearance(of: Style(.path(index)))
              == theme.appearance(of: Style(.path(index + Role.pathColours))))
        }
      }
    }
  }

  @Test func `the nearest colour of the palette keeps the hue`() throws {
    let orange = try #require(RGBColour(hexadecimal: "#FF8700"))
    #expect(Palette.nearest(to: orange, on: .dark) == 208)
    #expect(Palette.nearestOfSixteen(to: RGBColour(red: 250, green: 10, blue: 10)) == 1)
    #expect(Palette.nearestOfSixteen(to: RGBColour(red: 128, green: 128, blue: 128)) == nil)
  }

  @Test(arguments: ["", "#12345", "#1234567", "123456", "#GGGGGG", "#+12345", "＃123456"])
  func `invalid hexadecimal colours are refused`(text: String) {
    #expect(RGBColour(hexadecimal: text) == nil)
  }
}
