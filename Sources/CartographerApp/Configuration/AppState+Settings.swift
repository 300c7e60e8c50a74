import CartographerPresentation
import Foundation
import Geodesy

extension AppState {
  mutating func setMouse(_ isOn: Bool) -> [Effect] {
    preferences.setMouse(isOn)
    messages.show(isOn ? "The mouse is on" : "The mouse is off; the terminal can select text")
    return [.setMouse(isOn), saving]
  }

  /// Switches to the next coordinate notation that can represent the map's centre.
  mutating func showNextNotation() -> [Effect] {
    preferences.showNextNotation(at: map.viewport.centreCoordinate)
    let notation = settings.notation
    return say("Set the coordinate notation to \(notation.id)")
  }

  /// Runs the command `:set NAME VALUE`.
  mutating func set(_ text: String) -> [Effect] {
    // The value can be a path that contains spaces.
    let words = text.split(separator: " ", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard words.count == 2 else {
      return warn(":set needs a name and a value, as in :set mouse off")
    }
    guard let setting = Setting[words[0]] else {
      let near = NearestName.of(words[0], among: Setting.all.filter(\.isLive).map(\.name))
      return warn(
        "there is no setting “\(words[0])”" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    guard setting.isLive else {
      return warn(
        """
        \(setting.name) can be set only in the configuration file; \
        restart the editor afterwards
        """)
    }
    if let problem = setting.problem(with: words[1]) { return warn(problem) }
    if setting.name == "mouse" {
      return setMouse(words[1] == "on")
    }
    if setting.isTerrainFolder { return [.checkTerrainFolder(setting: setting.name, words[1])] }
    return set(setting, to: words[1])
  }

  /// Sets a setting to the path of a terrain-tile folder. If the folder cannot be read, shows the
  /// reason and leaves the setting unchanged.
  mutating func setFolder(
    _ name: String, to path: String, _ problem: EditorFailure?
  ) -> [Effect] {
    if let problem { return fail(problem) }
    return Setting[name].map { set($0, to: path) } ?? []
  }

  private mutating func set(_ setting: Setting, to value: String) -> [Effect] {
    preferences.set(setting, to: value)
    if setting.name == "path-colour" { rebuildMap() }
    messages.show("Set \(setting.name) to \(value)")
    return [saving] + remeasure()
  }
}
