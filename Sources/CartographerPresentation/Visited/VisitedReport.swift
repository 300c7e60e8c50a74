import CartographerCore
import Geodesy
import TerminalUI

/// The visited countries, regions and 0.1° cells with their counts, in the order in which they are
/// shown.
package struct VisitedReport: Sendable {
  package typealias Count = VisitedCounter.Count

  /// The countries, sorted by their total number of tracks and places, highest first.
  package let countries: [(area: VisitedArea, count: Count)]
  /// The regions, sorted by their total number of tracks and places, highest first.
  package let regions: [(area: VisitedArea, count: Count)]
  /// The south-western corner of each cell, with the cell's area and counts. The cells with the
  /// most tracks and places come first.
  package let cells: [(southWest: Coordinate, area: VisitedArea?, count: Count)]
  /// The counts for positions at sea or far from any town.
  package let nowhere: Count
  package let total: Count

  /// Creates an empty report, for a library without tracks and places.
  package init() {
    countries = []
    regions = []
    cells = []
    nowhere = Count()
    total = Count()
  }

  package init(_ counter: VisitedCounter) {
    func ranked(_ counts: [VisitedArea: Count]) -> [(area: VisitedArea, count: Count)] {
      counts.map { (area: $0.key, count: $0.value) }.sorted { one, other in
        one.count.isEqual(other.count)
          ? (one.area.country, one.area.region ?? "") < (
            other.area.country, other.area.region ?? ""
          )
          : one.count.isBefore(other.count)
      }
    }
    countries = ranked(counter.countries)
    regions = ranked(counter.regions)
    let sorted = counter.cells.sorted { one, other in
      one.value.isEqual(other.value)
        ? (one.key.row, one.key.column) < (other.key.row, other.key.column)
        : one.value.isBefore(other.value)
    }
    cells = sorted.map { ($0.key.southWest, counter.cellAreas[$0.key], $0.value) }
    nowhere = counter.nowhere
    total = counter.total
  }

  /// Whether no positions were counted.
  package var isEmpty: Bool { cells.isEmpty }

  /// Returns the report as lines of text in table form.
  ///
  /// - Parameter listsCells: Whether the report lists the 0.1° cells that tracks and places touch.
  ///   The number of cells is always shown.
  package func lines(units: UnitSystem, listsCells: Bool = false) -> [DisplayText] {
    var table = PrintableTable([.leading, .leading] + Array(repeating: .trailing, count: 5))
    table.add(["country", "", "tracks", "places", "days", "length", "cells"])
    for (area, count) in countries {
      table.add([DisplayText(area.country), ""] + count.columns(units))
    }
    if nowhere.cellCount > 0 {
      table.add(["at sea or far from towns", ""] + nowhere.columns(units))
    }
    if countries.count + (nowhere.cellCount > 0 ? 1 : 0) > 1 {
      table.add(["total", ""] + total.columns(units))
    }
    if !regions.isEmpty {
      table.add([])
      table.add(["region", "country", "tracks", "places", "days", "length", "cells"])
      for (area, count) in regions {
        table.add(
          [DisplayText(area.region ?? ""), DisplayText(area.country)] + count.columns(units))
      }
    }
    if listsCells {
      table.add([])
      table.add(["south-western corner", "country", "tracks", "places", "days", "length"])
      for (corner, area, count) in cells {
        table.add(
          [
            DisplayText(Self.text(corner)),
            DisplayText([area?.region, area?.country].compactMap(\.self).joined(separator: ", ")),
          ] + count.columns(units).dropLast())
      }
    }
    return table.lines
  }

  /// Returns a corner of a cell as text, such as `45.9° 6.8°`.
  private static func text(_ corner: Coordinate) -> String {
    "\(Numbers.decimal(corner.latitude))° \(Numbers.decimal(corner.longitude))°"
  }
}

extension VisitedCounter.Count {
  fileprivate func isBefore(_ other: VisitedCounter.Count) -> Bool {
    (tracks + places, metres) > (other.tracks + other.places, other.metres)
  }

  fileprivate func isEqual(_ other: VisitedCounter.Count) -> Bool {
    tracks + places == other.tracks + other.places && metres == other.metres
  }

  fileprivate func columns(_ units: UnitSystem) -> [DisplayText] {
    [
      "\(Numbers.grouped(tracks))", "\(Numbers.grouped(places))", "\(Numbers.grouped(dayCount))",
      DisplayText(tracks == 0 ? "" : units.length(metres: metres)), "\(Numbers.grouped(cellCount))",
    ]
  }
}
