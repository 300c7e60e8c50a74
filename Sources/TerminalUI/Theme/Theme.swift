/// The screen's theme, which defines the appearance of each ``Role``.
///
/// Information is never conveyed by colour alone: each highlighted role also has a text attribute,
/// and the screens also use symbols. The background is the terminal's default. Colours are readable
/// on this background, or on both black and white if the background is not known.
package struct Theme: Sendable {
  package enum Background: String, CaseIterable, Sendable {
    case dark
    case light
    case unknown
  }

  package let level: ColourLevel
  package let background: Background
  /// Whether secondary text is dimmed on terminals with few colours. Lines are always dimmed on
  /// such terminals.
  private let dimsText: Bool

  /// Creates a theme for a terminal with the given number of colours and background.
  ///
  /// - Parameter dimsText: Whether dim text is readable on the terminal.
  ///   On the Linux console, dim text is dark grey and hard to read.
  package init(level: ColourLevel, background: Background = .unknown, dimsText: Bool = true) {
    self.level = level
    self.background = background
    self.dimsText = dimsText
  }

  package func appearance(of style: Style) -> Appearance {
    Appearance(
      foreground: foreground(of: style.role),
      attributes: style.attributes.union(attributes(of: style.role)))
  }

  private func attributes(of role: Role) -> TextAttributes {
    switch role {
    case .title, .header, .marked, .error, .warning, .key, .crosshair, .pathSelected,
      .borderFocused:
      .bold
    case .selection, .badge: .reverse
    case .match: [.bold, .underline]
    case .dim, .hint: level == .twoHundredFiftySix || !dimsText ? [] : .dim
    case .graticule, .border, .sea, .coast, .boundary, .region, .town, .ground:
      level == .twoHundredFiftySix ? [] : .dim
    // Many terminals show bold text in a brighter colour, which is easier to read on black.
    case .path, .scale, .custom: level == .sixteen && background == .dark ? .bold : []
    case .text, .accent, .success, .water, .place: []
    }
  }

  private func foreground(of role: Role) -> UInt8? {
    switch level {
    case .mono: nil
    case .sixteen: sixteen(role)
    case .twoHundredFiftySix: palette(role)
    }
  }

  private func sixteen(_ role: Role) -> UInt8? {
    switch role {
    case .accent, .borderFocused, .key, .match:
      switch background {
      case .dark: 6
      case .light: 4
      case .unknown: nil
      }
    case .marked, .warning, .crosshair: background == .dark ? 3 : 1
    // Places must not look like paths, which are red on an unknown background.
    case .place: background == .unknown ? nil : background == .dark ? 3 : 1
    case .error: 1
    case .success: Palette.readableBasic(2, on: background)
    case .water, .sea: Palette.readableBasic(4, on: background)
    case .pathSelected: 5
    case .path(let index): path(index)
    case .scale(let step): scale(step)
    case .custom(let colour):
      Palette.nearestOfSixteen(to: colour).flatMap { Palette.readableBasic($0, on: background) }
    case .text, .dim, .title, .header, .border, .selection, .badge, .hint, .graticule, .coast,
      .boundary, .region, .town, .ground:
      nil
    }
  }

  private func path(_ index: Int) -> UInt8 {
    let colours = Palette.basicPathColours(on: background)
    return colours[Palette.position(index, of: colours.count)]
  }

  /// Returns a basic colour for a step of a colour scale: cyan or blue, then yellow, then red.
  private func scale(_ step: Int) -> UInt8? {
    switch step {
    case ...1: Palette.readableBasic(4, on: background)
    case 2: Palette.readableBasic(3, on: background)
    default: 1
    }
  }

  private func palette(_ role: Role) -> UInt8? {
    let colours = RoleColours.on(background)
    return switch role {
    case .text, .title, .header, .selection, .badge: nil
    case .dim, .hint: colours.dim
    case .border: colours.border
    case .graticule: colours.graticule
    case .accent, .borderFocused, .key, .match: colours.accent
    case .marked, .warning, .place: colours.warning
    case .error: colours.error
    case .success: colours.success
    case .crosshair, .pathSelected: colours.selectedPath
    case .water: colours.water
    case .sea: colours.sea
    case .coast: colours.coast
    case .boundary: colours.boundary
    case .region: colours.region
    case .town: colours.dim
    case .ground(let ground): colours.ground[Int(ground.rawValue)]
    case .scale(let step): colours.scale[min(max(step, 0), Role.scaleSteps - 1)]
    case .path(let index): colours.paths[Palette.position(index, of: colours.paths.count)]
    case .custom(let colour): Palette.nearest(to: colour, on: background)
    }
  }
}
