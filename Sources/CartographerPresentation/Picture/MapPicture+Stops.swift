import CartographerCore
import Geodesy
import TerminalUI

extension MapPicture {
  /// A stop of the itinerary whose place or path is drawn.
  struct Stop {
    let id: StopID
    let number: Int
    let title: String
    let at: PicturePoint
    /// The colour of the stop's day or, if the paths are not coloured by day, of the stop's place
    /// or path.
    let role: Role
  }

  /// A label with the numbers of one stop, or of several stops at nearly the same position.
  struct StopLabel {
    fileprivate(set) var stops: [Stop]

    var at: PicturePoint { stops[0].at }

    /// The stop numbers as text, with one part for each run of stops of the same colour. An
    /// ellipsis stands for the numbers after the fourth.
    var parts: [(text: String, role: Role)] {
      var parts: [(text: String, role: Role)] = []
      for stop in stops.prefix(MapStop.shownNumbers) {
        if let last = parts.last, last.role == stop.role {
          parts[parts.count - 1].text += ",\(stop.number)"
        } else {
          parts.append(("\(stop.number)", stop.role))
        }
      }
      if stops.count > MapStop.shownNumbers { parts[parts.count - 1].text += ",…" }
      return parts
    }

    /// The tooltip of the label: the numbers and names of the stops.
    fileprivate var title: String {
      stops.map { "\($0.number) \($0.title)" }.joined(separator: "; ")
    }

    fileprivate var size: PicturePoint {
      let widths = parts.map { Self.width(of: $0.text) }
      return PicturePoint(
        widths.reduce(0, +) + Double(widths.count - 1) * MapPicture.stopSpacing,
        MapPicture.stopHeight)
    }

    fileprivate static func width(of text: String) -> Double {
      max(PictureLabels.width(of: text, fontSize: 11, isBold: true) + 8, MapPicture.stopHeight)
    }
  }

  fileprivate static let stopHeight = 16.0
  /// The distance between two parts of a stop label, in pixels.
  fileprivate static let stopSpacing = 1.0
  /// The distances, in pixels, within which stops can share a label. A picture uses the first
  /// distance that leaves room for all labels.
  private static let sharingDistances = [8.0, 24, 48, 96]
  /// The minimum distance, in pixels, between a path's end mark and a place's symbol, so that the
  /// mark does not cover the symbol.
  private static let symbolReach = 10.0

  /// The stops of the itinerary whose places or paths are drawn. The stop of a path is at the
  /// path's start. A picture with a heat map shows no stops.
  var allStops: [Stop] {
    guard heat == nil, let plan = contents.itinerary else { return [] }
    let places = contents.places.map { ($0.id, (at: $0.coordinate, role: $0.role)) }
    let paths = contents.paths.map { ($0.id, (at: $0.start, role: $0.role)) }
    let items = Dictionary(places + paths) { first, _ in first }
    return plan.days.flatMap { day in
      day.lines.compactMap { line -> Stop? in
        guard !line.isTrashed, let item = line.stop.item.flatMap({ items[$0] }) else { return nil }
        let isByDay = contents.dayColours != nil
        return Stop(
          id: line.stop.id, number: line.number, title: line.stop.title,
          at: view.position(of: item.at),
          role: isByDay ? DayColours.role(ofDay: day.number) : item.role)
      }
    }
  }

  /// Returns the smallest magnification at which a path's end mark does not cover a place's symbol.
  /// Returns nil if the mark would cover a symbol at every magnification. In a picture without
  /// stops, all marks are drawn.
  func magnificationOfEndMark(at point: PicturePoint) -> Double? {
    guard !stops.isEmpty else { return 1 }
    let distances = contents.places.map { place in
      let offset = view.position(of: place.coordinate) - point
      return (offset * offset).sum().squareRoot()
    }
    guard let nearest = distances.min() else { return 1 }
    return magnifications.first { nearest * $0 >= Self.symbolReach }
  }

  /// Returns labels for all stops, in the order of the itinerary.
  ///
  /// - Parameter distance: The maximum distance between stops that share a label, in pixels.
  private func stopLabels(sharedWithin distance: Double) -> [StopLabel] {
    var labels: [StopLabel] = []
    for stop in stops {
      let near = labels.firstIndex { label in
        let offset = label.at - stop.at
        return (offset * offset).sum() <= distance * distance
      }
      if let near {
        labels[near].stops.append(stop)
      } else {
        labels.append(StopLabel(stops: [stop]))
      }
    }
    return labels
  }

  /// Places the stops' labels in a picture that cannot be magnified. If there is no room for some
  /// of the labels, more stops share a label.
  mutating func placeStops() {
    let first = self
    for distance in Self.sharingDistances {
      self = first
      var waiting = stopLabels(sharedWithin: distance).filter { view.contains($0.at) }
      placeStops(&waiting)
      if waiting.isEmpty { return }
    }
  }

  /// The stop labels for an HTML page. On a page, stops share a label only if they still nearly
  /// coincide at the highest magnification.
  var stopLabelsOfPage: [StopLabel] {
    stopLabels(sharedWithin: Self.sharingDistances[0] / (magnifications.last ?? 1))
  }

  /// Places the labels that fit at the current magnification, and removes them from the given
  /// array.
  mutating func placeStops(_ waiting: inout [StopLabel]) {
    waiting.removeAll { stop in
      guard
        labels.place(
          stop.parts.map(\.text).joined(), at: stop.at, style: "stop", fontSize: 11,
          size: stop.size, gap: 9,
          sides: [
            .above, .rightAbove, .leftAbove, .right, .left, .below, .rightBelow, .leftBelow,
          ], mayCross: true),
        let label = labels.labels.last
      else { return false }
      placedStops.append((stop, label))
      return true
    }
  }

  func drawStops(into markup: inout MarkupText) {
    for (stop, label) in placedStops {
      let corner = label.box(magnifiedBy: 1).low - label.anchor
      markup.begin("g", fixed(at: label.anchor).adding("data-from", dataFrom(label.magnification)))
      markup.add("title", stop.title)
      var left = corner.x
      for part in stop.parts {
        let width = StopLabel.width(of: part.text)
        drawStop(part.text, part.role, PicturePoint(left, corner.y), width: width, into: &markup)
        left += width + Self.stopSpacing
      }
      markup.end()
    }
  }

  /// Draws a stop number in a rounded box with a coloured edge.
  ///
  /// - Parameter corner: The upper left corner of the box.
  func drawStop(
    _ text: String, _ role: Role, _ corner: PicturePoint, width: Double = Self.stopHeight,
    into markup: inout MarkupText
  ) {
    markup.begin("g", ["class": colours[role]])
    markup.add(
      "rect",
      box(corner, corner + PicturePoint(width, Self.stopHeight), style: "stop").adding("rx", "8"))
    markup.add(
      "text",
      [
        "class": "stop-number middle", "x": MarkupText.number(corner.x + width / 2),
        "y": MarkupText.number(corner.y + 12),
      ], text)
    markup.end()
  }
}
