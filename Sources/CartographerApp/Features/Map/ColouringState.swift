import CartographerCore
import CartographerPresentation
import Geodesy

/// The colours of the selected path, which vary along the path with a quantity such as speed. The
/// colours are computed again only if the path, its series, the quantity or the units change.
struct ColouringState: Sendable, Equatable {
  private(set) var colouring: MapColouring?
  private var source: Source?
  /// Whether the message about a colouring command's result is still to be shown.
  private(set) var isToBeAnnounced = false

  private struct Source: Sendable, Equatable {
    let path: PathData
    let series: PathSeries?
    let quantity: PathColour
    let units: UnitSystem
  }

  mutating func announce() { isToBeAnnounced = true }

  mutating func endAnnouncement() { isToBeAnnounced = false }

  /// Computes a path's colours. Does nothing if the colours are up to date.
  ///
  /// - Parameter path: The selected path. Nil if there is no path to colour.
  /// - Parameter series: The path's speeds, slopes and sensor values.
  ///   Nil if the series is not loaded.
  /// - Complexity: O(*n*) for *n* points.
  mutating func update(
    _ path: PathData?, _ series: PathSeries?, _ quantity: PathColour?, _ units: UnitSystem
  ) {
    guard let path, let quantity else {
      (source, colouring) = (nil, nil)
      return
    }
    let wanted = Source(
      path: path, series: quantity.needsSeries ? series : nil, quantity: quantity, units: units)
    guard wanted != source else { return }
    source = wanted
    let values =
      quantity.profileQuantity.map { $0.values(of: path, series) ?? [] }
      ?? quantity.values(of: path.geometry.columns)
    colouring = MapColouring([(path.id, path.shape, values)], by: quantity, units)
  }
}

extension PathColour {
  /// Whether the quantity's values come from a path's series, which is loaded in the background.
  var needsSeries: Bool { isAlongPaths && self != .elevation && self != .time }
}

extension AppState {
  /// Changes how items on the map are coloured: by group, by itinerary day or, for the selected
  /// path, by a quantity or in one colour.
  mutating func colourPath(by name: String) -> [Effect] {
    let quantity = PathColour(rawValue: name)
    guard quantity != nil || name == PathColour.none else {
      let names = PathColour.allCases.map(\.rawValue) + [PathColour.none]
      let known = names.joined(separator: ", ")
      return warn("“\(name)” is not a known quantity; choose one of \(known)")
    }
    let before = settings.pathColour
    preferences.colourPath(by: quantity)
    if [before, quantity].contains(where: { $0?.isAlongPaths == false }) { rebuildMap() }
    if quantity == .group { return [saving] + say("Coloured paths and places by group") }
    if quantity == .day { return [saving] + sayColouredByDay() }
    guard quantity != nil else { return [saving] + say("Drew the selected path in one colour") }
    map.announceColouring()
    return [saving]
  }

  private mutating func sayColouredByDay() -> [Effect] {
    guard let group = list.scope.flatMap({ index.group($0) }) else {
      return say("Open a group with an itinerary to see the colours of its days")
    }
    guard map.contents.dayColours != nil else {
      return warn("the itinerary of \(group.name) has no paths")
    }
    return say("Coloured the paths of \(group.name) by day")
  }

  /// Updates the colours of the selected path. If the user has just chosen a quantity, also shows a
  /// message as soon as the result is known.
  mutating func updateColouring() {
    let path = selectedPath
    let series = path.flatMap(profile.series)
    let quantity = settings.pathColour.flatMap { $0.isAlongPaths ? $0 : nil }
    map.colour(path, series, by: quantity, settings.units)
    guard map.colouring.isToBeAnnounced, let quantity, !awaitsPoints else { return }
    if path != nil, quantity.needsSeries, series == nil { return }
    map.endColouringAnnouncement()
    if let scale = map.colouring.colouring?.scale {
      messages.show("Coloured the path by \(quantity.title) (\(scale.unit))")
    } else if let path {
      let title = index.path(path.id)?.title ?? "The path"
      messages.show("\(title) has no \(quantity.missing)", .warning)
    } else {
      messages.show("A selected path will be coloured by \(quantity.title)")
    }
  }
}
