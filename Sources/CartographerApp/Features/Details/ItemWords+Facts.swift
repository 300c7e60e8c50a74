import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

extension ItemWords {
  /// Returns an item's additional imported data, such as sensor values and links, each with a
  /// label.
  func facts(of item: LibraryItem) -> [(label: DisplayText, value: String)] {
    guard let facts = state.library.facts, facts.id == item.id else { return [] }
    return facts.measured.compactMap(words) + words(facts.fields)
  }

  /// Returns a single line with an item's most important sensor values, for small panes. Returns
  /// nil if the item has no such values.
  func briefFacts(of item: LibraryItem) -> String? {
    guard let facts = state.library.facts, facts.id == item.id else { return nil }
    let words = facts.measured.filter { [.heartRate, .cadence, .power].contains($0.quantity) }
      .map { "\(rounded($0.mean)) \($0.quantity.unit)" }
    return words.isEmpty ? nil : words.joined(separator: "  ")
  }

  private func words(_ measured: ItemFacts.Measured) -> (label: DisplayText, value: String)? {
    let unit = measured.quantity.unit
    switch measured.quantity {
    case .heartRate, .cadence, .power:
      return (
        measured.quantity.label,
        "\(rounded(measured.mean)) \(unit), top \(rounded(measured.maximum))"
      )
    case .airTemperature, .waterTemperature:
      return (
        measured.quantity.label,
        "\(rounded(measured.minimum)) to \(rounded(measured.maximum)) \(unit)"
      )
    case .depth:
      let depth = state.settings.units.elevation(metres: measured.maximum)
      return (measured.quantity.label, "down to \(depth)")
    // The path's length, time and shape already show these quantities.
    case .speed, .course, .bearing, .distance: return nil
    }
  }

  private func rounded(_ value: Double) -> String { number(value.rounded()) }

  private func number(_ value: Double) -> String {
    guard value == value.rounded(), abs(value) < 1e15 else { return "\(value)" }
    return String(Int(value))
  }

  /// The maximum number of links to show; further links are only counted.
  private static let shownLinks = 4
  /// The maximum number of extension values to show; further values are only counted.
  private static let shownValues = 40

  private func words(_ fields: ItemFields) -> [(label: DisplayText, value: String)] {
    var lines: [(label: DisplayText, value: String)] = []
    for (name, value) in fields.entries {
      switch value {
      case .text(let text): lines.append((Self.label(name), text))
      case .number(let value): lines.append((Self.label(name), number(value) + Self.unit(name)))
      case .links(let links):
        for (position, link) in links.prefix(Self.shownLinks).enumerated() {
          let words = [link.text, link.href].compactMap { $0 }.filter { !$0.isEmpty }
          lines.append((position == 0 ? "Link" : " ", words.joined(separator: " ")))
        }
        let rest = links.count - Self.shownLinks
        if rest > 0 { lines.append((" ", "and \(Numbers.counted(rest, "more link"))")) }
      case .values(let values):
        for (position, value) in values.prefix(Self.shownValues).enumerated() {
          lines.append((position == 0 ? "Other" : " ", "\(value.name): \(value.value)"))
        }
        let rest = values.count - Self.shownValues
        if rest > 0 { lines.append((" ", "and \(Numbers.counted(rest, "more value"))")) }
      }
    }
    return lines
  }

  private static func label(_ name: String) -> DisplayText {
    if let quantity = SensorQuantity(rawValue: name) { return quantity.label }
    return switch name {
    case "source": "Source"
    case "number": "Number"
    case "fix": "Fix"
    case "satellites": "Sats"
    case "hdop": "HDOP"
    case "vdop": "VDOP"
    case "pdop": "PDOP"
    case "ageOfDGPSData": "DGPS age"
    case "dgpsID": "DGPS id"
    case "magneticVariation": "Magnetic"
    case "geoidHeight": "Geoid"
    default: DisplayText(String(name.prefix(8)))
    }
  }

  private static func unit(_ name: String) -> String {
    if let quantity = SensorQuantity(rawValue: name) { return " \(quantity.unit)" }
    return switch name {
    case "ageOfDGPSData": " s"
    case "magneticVariation": "°"
    case "geoidHeight": " m"
    default: ""
    }
  }
}

extension SensorQuantity {
  fileprivate var label: DisplayText {
    switch self {
    case .heartRate: "Heart"
    case .cadence: "Cadence"
    case .airTemperature: "Air"
    case .waterTemperature: "Water"
    case .depth: "Depth"
    case .speed: "Speed"
    case .course: "Course"
    case .bearing: "Bearing"
    case .power: "Power"
    case .distance: "Distance"
    }
  }
}
