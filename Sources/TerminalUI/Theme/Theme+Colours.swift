extension Theme {
  /// Returns a role's colour for picture files. Returns nil if the role has the ordinary text
  /// colour. A colour chosen by the user is returned unchanged.
  package static func colour(of role: Role, on background: Background) -> RGBColour? {
    if case .custom(let colour) = role { return colour }
    let theme = Theme(level: .twoHundredFiftySix, background: background)
    return theme.appearance(of: Style(role)).foreground.flatMap(Palette.colour(at:))
  }
}
