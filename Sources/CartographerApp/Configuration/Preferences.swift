import CartographerPresentation
import Geodesy

/// The user's settings and key bindings, as set by the configuration file, the last session and the
/// editor's commands.
package struct Preferences: Sendable, Equatable {
  package private(set) var settings: Settings
  package private(set) var keymap = Keymap.standard
  /// Whether the user chose to show or hide the graticule, using a key, a command or the
  /// configuration file. Until then, the map of an empty library shows the graticule.
  package private(set) var hasChosenGraticule = false

  init(_ settings: Settings) { self.settings = settings }

  /// Restores the settings that were saved in the last editor session. If the current settings turn
  /// the mouse off, the mouse stays off.
  mutating func restore(_ session: EditorSession) {
    settings.units = UnitSystem(rawValue: session.units) ?? settings.units
    settings.isMouseOn = settings.isMouseOn && session.isMouseOn
    settings.showsGraticule = session.showsGraticule
    settings.showsProfile = session.showsProfile
    settings.showsPathMarks = session.showsPathMarks ?? settings.showsPathMarks
    settings.showsHeatMap = session.showsHeatMap ?? settings.showsHeatMap
    if let name = session.pathColour { settings.pathColour = PathColour(rawValue: name) }
    settings.snapsPoints = session.snapsPoints ?? settings.snapsPoints
    if let hidden = session.hiddenMapLayers {
      settings.mapLayers = Set(BaseMapScene.Layer.allCases)
        .subtracting(hidden.compactMap(BaseMapScene.Layer.init))
    } else if let shown = session.mapLayers {
      settings.mapLayers = BaseMapScene.Layer.ofUserMaps
        .union(shown.compactMap(BaseMapScene.Layer.init))
    }
  }

  /// Applies the settings and the key bindings of a configuration file.
  mutating func apply(_ chosen: [String: String], _ keymap: Keymap) {
    settings.apply(chosen)
    if chosen["graticule"] != nil { hasChosenGraticule = true }
    self.keymap = keymap
  }

  mutating func set(_ setting: Setting, to value: String) {
    setting.apply(&settings, value)
    if setting.name == "graticule" { hasChosenGraticule = true }
  }

  mutating func setMouse(_ isOn: Bool) { settings.isMouseOn = isOn }

  mutating func showGraticule(_ isShown: Bool) {
    settings.showsGraticule = isShown
    hasChosenGraticule = true
  }

  mutating func toggleHeatMap() { settings.showsHeatMap.toggle() }

  /// Colours the selected path by a quantity. If the quantity is nil, uses a single colour.
  /// Colouring by a quantity turns off the heat map, which would hide the colours.
  mutating func colourPath(by quantity: PathColour?) {
    settings.pathColour = quantity
    if quantity != nil { settings.showsHeatMap = false }
  }

  mutating func togglePathMarks() { settings.showsPathMarks.toggle() }

  mutating func toggleSnap() { settings.snapsPoints.toggle() }

  /// Shows or hides a base-map layer. If the layer is nil, hides all layers when the coasts are
  /// visible, and shows all layers when the coasts are hidden. The coasts have no key of their own,
  /// so only the key for all layers can show them again.
  mutating func toggleMapLayer(_ layer: BaseMapScene.Layer?) {
    guard let layer else {
      settings.mapLayers =
        settings.mapLayers.contains(.coasts) ? [] : Set(BaseMapScene.Layer.allCases)
      return
    }
    settings.mapLayers.formSymmetricDifference([layer])
  }

  mutating func toggleProfile() { settings.showsProfile.toggle() }

  mutating func showProfile() { settings.showsProfile = true }

  /// Switches to the next coordinate notation that can represent the given position.
  mutating func showNextNotation(at position: Coordinate) {
    let notations = CoordinateNotation.all
    let current = notations.firstIndex(of: settings.notation) ?? 0
    let following = notations[(current + 1)...] + notations[...current]
    settings.notation = following.first { $0.text(for: position) != nil } ?? settings.notation
  }
}
