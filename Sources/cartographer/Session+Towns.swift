import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension Session {
  /// Opens the base map that is installed with the program. A missing or damaged base map is
  /// reported, and the command continues without it.
  func openBaseMap() -> InstalledBaseMap? {
    do {
      return try InstalledBaseMap()
    } catch {
      console.say(DisplayText(String(describing: error)))
      return nil
    }
  }

  /// Reads the towns of the installed base map. Missing or damaged towns are reported, and the
  /// command continues without them.
  func readTowns() -> BaseMapTowns? {
    do {
      return try openBaseMap()?.towns()
    } catch {
      console.say(DisplayText(String(describing: error)))
      return nil
    }
  }

  // MARK: Local time

  /// Whether the user chose a time zone for this command. If so, no other time zone is suggested.
  private var hasChosenZone: Bool {
    global.zone != nil || !(environment["TZ"] ?? "").isEmpty
  }

  /// Suggests probable time zones for items whose local time differs from the time in the output.
  /// An item's probable time zone is that of the nearest town.
  ///
  /// - Parameter moments: The items, with their positions and the times shown in the output.
  /// - Parameter onlyForDays: Whether to suggest a time zone only if the local date differs.
  func suggestZones(at moments: [(ItemID, Coordinate, Date)], onlyForDays: Bool = false) {
    guard !hasChosenZone, !moments.isEmpty, let towns else { return }
    var items: [String: [ItemID]] = [:]
    for (id, coordinate, date) in moments {
      guard
        let local = towns.otherZone(at: coordinate, date, than: zone, onlyForDay: onlyForDays)
      else { continue }
      items[local.identifier, default: []].append(id)
    }
    for (name, ids) in items.sorted(by: { $0.value[0] < $1.value[0] }) {
      console.say(
        DisplayText(
          "The times are in the zone \(zone.identifier). The local time of \(ids.shortList(3)) is "
            + "probably \(name): --time-zone \(name)"))
    }
  }
}

extension BaseMapTowns.Nearest {
  /// A JSON object that contains the town and describes the position relative to the town.
  var json: JSONValue {
    .object([
      ("name", .string(townName)), ("country", .string(country)),
      ("countryCode", .string(countryCode)), ("distanceMetres", .number(metres)),
      ("bearing", .number(bearingDegrees)), ("timeZone", .string(timeZone)),
      ("words", .string(words(in: .metric))),
    ])
  }
}
