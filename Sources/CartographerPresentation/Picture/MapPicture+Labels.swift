import BaseMap
import Foundation
import Geodesy
import MapTiles
import TerminalUI

extension MapPicture {
  /// Chooses the positions of the picture's labels. In order of importance, these are stop numbers,
  /// places, kilometre marks, countries and towns.
  mutating func placeLabels() {
    for box in furniture { labels.reserve(box) }
    for mark in marks where mark.kind != .distance {
      labels.reserveMark(at: mark.at, reach: 6)
    }
    for place in contents.places {
      labels.reserveMark(at: view.position(of: place.coordinate), reach: 7)
    }
    var waiting = contents.places
    let named = base.flatMap { $0.layers.contains(.names) ? $0 : nil }
    var towns = named.map(townLabels) ?? []
    var files = userMaps?.filePlaces ?? []
    for file in files { labels.reserveMark(at: file.at, reach: 5) }
    let isPage = magnifications.count > 1
    var waitingStops = isPage ? stopLabelsOfPage : []
    if !isPage { placeStops() }
    for (index, factor) in magnifications.enumerated() {
      if index > 0 { labels.magnify(factor) }
      placeStops(&waitingStops)
      waiting.removeAll { place in
        let at = view.position(of: place.coordinate)
        guard view.contains(at) || factor > 1 else { return false }
        let title = Self.shortened(place.title, to: Self.longestLabel)
        return labels.place(title, at: at, style: "label", fontSize: 12, gap: 9, mayCross: true)
      }
      files.removeAll { place in
        !place.name.isEmpty && (view.contains(place.at) || factor > 1)
          && labels.place(place.name, at: place.at, style: "extra-name", fontSize: 11, gap: 7)
      }
      if index == 0 {
        for mark in marks {
          guard let number = mark.number, view.contains(mark.at) else { continue }
          labels.place(number, at: mark.at, style: "number", fontSize: 9, gap: 7)
        }
        if let named { placeCountries(of: named.towns) }
      }
      placeUserMapLabels(magnifiedBy: factor)
      var room = Int(view.width * view.height / Self.pixelsPerTown)
      towns.removeAll { town in
        guard room > 0, factor > 1 || view.contains(town.at) else { return false }
        // A larger gap makes room for a path mark in the town.
        let isPlaced = [5.0, 11].contains { gap in
          labels.place(
            town.name, at: town.at, style: "town", fontSize: 11, gap: gap,
            sides: [.right, .left, .above])
        }
        if isPlaced {
          room -= 1
          labels.reserveMark(at: town.at, reach: 3)
        }
        return isPlaced
      }
    }
  }

  /// The minimum picture area, in square pixels, per name from the user's own maps, to prevent
  /// crowding.
  private static let pixelsPerName = 9_000.0

  /// Chooses positions for the names from the user's own maps that are shown at the given
  /// magnification. A name that has been placed at a smaller magnification is not placed again.
  private mutating func placeUserMapLabels(magnifiedBy factor: Double) {
    guard let userMaps else { return }
    var room = Int(view.width * view.height / Self.pixelsPerName)
    var known = Set(labels.labels.map(\.text))
    for (label, at) in userMaps.labels(atZoom: view.zoom + log2(factor)) where room > 0 {
      guard factor > 1 || view.contains(at), !known.contains(label.text) else { continue }
      let (style, size, isPoint) = Self.style(of: label.kind)
      let text = label.kind == .country ? label.text.uppercased() : label.text
      guard
        labels.place(
          Self.shortened(text, to: Self.longestLabel), at: at, style: style, fontSize: size,
          gap: isPoint ? 5 : -size * 0.6, sides: isPoint ? [.right, .left, .above] : [.above])
      else { continue }
      known.insert(label.text)
      if isPoint { labels.reserveMark(at: at, reach: 3) }
      room -= 1
    }
  }

  /// Returns the CSS class and the font size of a name, and whether the name is written beside a
  /// mark.
  private static func style(of kind: MapLabel.Kind) -> (style: String, size: Double, isPoint: Bool)
  {
    switch kind {
    case .country, .region: ("country", 15, false)
    case .city, .town, .village, .hamlet, .other: ("town", 11, true)
    case .peak: ("peak", 11, true)
    case .water: ("water-name", 11, false)
    case .street: ("street-name", 10, false)
    }
  }

  /// Returns the text, shortened with an ellipsis if it is too long.
  static func shortened(_ text: String, to most: Int) -> String {
    text.count > most ? text.prefix(max(most - 1, 1)) + "…" : text
  }

  /// The maximum number of characters in a place's label.
  private static let longestLabel = 40
  /// The minimum picture area, in square pixels, per labelled town, to prevent crowding.
  private static let pixelsPerTown = 22_000.0
  /// The zoom levels at which country names are shown.
  private static let countryZooms = 1.0..<6.5

  private mutating func placeCountries(of towns: BaseMapTowns) {
    guard Self.countryZooms.contains(view.zoom) else { return }
    for country in towns.countries where Double(country.rank) <= view.zoom + 2 {
      let at = view.position(of: country.coordinate)
      guard view.contains(at) else { continue }
      // Letter spacing makes the name wider.
      labels.place(
        country.name.uppercased(), at: at, style: "country", fontSize: 15, gap: -9, sides: [.above])
    }
  }

  /// Returns the towns in and around the picture, the most important first.
  private func townLabels(_ base: PictureBaseMap) -> [(name: String, at: PicturePoint)] {
    let isPage = magnifications.count > 1
    let gazetteer = base.towns.gazetteer
    let limit = 1.5 * (view.zoom + (isPage ? 3 : 0)) + 0.5
    let area = BaseMapScene.bounds(of: view.bounds(enlargedBy: isPage ? 0.25 : 0))
    return base.towns.towns(in: area, mostImportantRank: limit).prefix(isPage ? 600 : 400)
      .compactMap { town in
        let coordinate = gazetteer[town].coordinate
        // A map file that replaces the base map has its own town names.
        if userMaps?.replacesBaseMap(at: coordinate) == true { return nil }
        return (gazetteer.name(of: town), view.position(of: coordinate))
      }
  }

  func drawLabels(into markup: inout MarkupText) {
    for label in labels.labels where label.style != "stop" {
      let isTown = label.style == "town"
      markup.begin("g", fixed(at: label.anchor).adding("data-from", dataFrom(label.magnification)))
      if isTown { markup.add("circle", ["class": "town", "r": "2"]) }
      if label.style == "peak" {
        markup.add("path", ["class": "peak", "d": "M0 -3.5L3.5 2.5H-3.5z"])
      }
      markup.add(
        "text",
        [
          "class": label.style + label.side.alignment, "x": MarkupText.number(label.offset.x),
          "y": MarkupText.number(label.offset.y),
        ], label.text)
      markup.end()
    }
  }
}

extension BaseMapTowns {
  /// Returns the indices of the towns in a box, most important first.
  ///
  /// - Parameter limit: The rank of the least important towns that are returned.
  func towns(in box: GeoBounds, mostImportantRank limit: Double) -> [Int] {
    guard limit >= 0 else { return [] }
    var found: [Int] = []
    gazetteer.forEach(in: box) { town in
      if Double(gazetteer.ranks[town]) <= limit { found.append(town) }
    }
    return found.sorted {
      (gazetteer.ranks[$0], -gazetteer.population(of: $0), $0)
        < (gazetteer.ranks[$1], -gazetteer.population(of: $1), $1)
    }
  }
}
