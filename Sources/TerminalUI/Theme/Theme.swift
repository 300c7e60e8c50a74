/// The theme of the screen, which defines the appearance of each ``Role``.
///
/// The screens never use colour alone to convey information: each highlighted role also has a text
/// attribute, and the screens also use symbols. The background is the terminal's default, so
/// colours are chosen to be readable on it, or on both black and white if it is not known.
package struct Theme: Sendable {
  package enum Background: String, CaseIterable, Sendable {
    case dark
    case light
    case unknown
  }

  package let level: ColourLevel
  package let background: Background

  package init(level: ColourLevel, background: Background = .unknown) {
    self.level = level
    self.background = background
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
    case .dim, .hint, .graticule, .border: level == .twoHundredFiftySix ? [] : .dim
    case .text, .accent, .success, .water, .place, .path, .custom: []
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
    // Cyan and yellow are hard to read on a light background in most terminals.
    switch role {
    case .accent, .borderFocused, .key, .match: background == .light ? 4 : 6
    case .marked, .warning, .place, .crosshair: background == .light ? 1 : 3
    case .error: 1
    case .success: 2
    case .water: 4
    case .pathSelected: 5
    case .path(let index): Palette.sixteen[Palette.position(index, of: Palette.sixteen.count)]
    case .custom(let colour): Palette.nearestOfSixteen(to: colour)
    case .text, .dim, .title, .header, .border, .selection, .badge, .hint, .graticule: nil
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
    case .path(let index): colours.paths[Palette.position(index, of: colours.paths.count)]
    case .custom(let colour): Palette.nearest(to: colour, on: background)
    }
  }
}
