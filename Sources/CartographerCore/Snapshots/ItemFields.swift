import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// Rarely used fields from the imported file, which are shown neither in lists nor on the map.
package struct ItemFields: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Double)
    /// The URLs and texts of links.
    case links([(href: String, text: String?)])
    /// The names and values of imported data for which the library has no field.
    case values([(name: String, value: String)])

    package static func == (first: Value, second: Value) -> Bool {
      switch (first, second) {
      case (.text(let first), .text(let second)): first == second
      case (.number(let first), .number(let second)): first == second
      case (.links(let first), .links(let second)):
        first.elementsEqual(second) { $0.href == $1.href && $0.text == $1.text }
      case (.values(let first), .values(let second)):
        first.elementsEqual(second) { $0.name == $1.name && $0.value == $1.value }
      default: false
      }
    }
  }

  /// The fields in display order, with their JSON names.
  package var entries: [(name: String, value: Value)] = []

  package static func == (first: ItemFields, second: ItemFields) -> Bool {
    first.entries.elementsEqual(second.entries) { $0.name == $1.name && $0.value == $1.value }
  }

  fileprivate mutating func add(_ name: String, _ text: String?) {
    if let text { entries.append((name, .text(text))) }
  }

  fileprivate mutating func add(_ name: String, _ number: Double?) {
    if let number { entries.append((name, .number(number))) }
  }

  fileprivate mutating func add(_ links: [GeoLink]) {
    guard !links.isEmpty else { return }
    entries.append(("links", .links(links.map { ($0.href, $0.text) })))
  }

  fileprivate mutating func add(_ values: [PreservedValue]) {
    guard !values.isEmpty else { return }
    entries.append(("extensions", .values(values.map { ($0.name, $0.value) })))
  }

  init(_ place: GeoPlace) {
    let fields = place.fields
    add("source", fields.source)
    add(fields.links)
    add("fix", fields.fix)
    add("satellites", fields.satellites.map(Double.init))
    add("hdop", fields.hdop)
    add("vdop", fields.vdop)
    add("pdop", fields.pdop)
    add("ageOfDGPSData", fields.ageOfDGPSData)
    add("dgpsID", fields.dgpsID.map(Double.init))
    add("magneticVariation", fields.magneticVariation)
    add("geoidHeight", fields.geoidHeight)
    for (sensor, quantity) in zip(GeoSensor.allCases, SensorQuantity.allCases) {
      add(quantity.rawValue, place.sensors[sensor])
    }
  }

  init(_ header: GeoPathHeader) {
    add("source", header.source)
    add("number", header.number.map(Double.init))
    add(header.links)
  }

  package init(entries: [(name: String, value: Value)] = []) { self.entries = entries }
}

extension Library {
  /// Returns the rarely used fields of a place or path, or no fields for any other item.
  @concurrent
  package nonisolated func fields(of id: ItemID) async throws -> ItemFields {
    try LibraryError.translating {
      let context = ModelContext(container)
      let items = StoredItems(context)
      func preserved(_ kept: String?, of record: ImportRecord?) throws -> [PreservedValue] {
        guard let kept else { return [] }
        return PreservedMarkup.values(in: kept, of: try record.flatMap(items.header))
      }
      switch id.kind {
      case .location:
        guard let place = try context.model(Location.self, for: context.identifier(id)) else {
          return ItemFields()
        }
        var fields = ItemFields(try items.place(place))
        fields.add(try preserved(place.waypoint.kept, of: place.importRecord))
        return fields
      case .path:
        guard let path = try context.model(Path.self, for: context.identifier(id)) else {
          return ItemFields()
        }
        var fields = ItemFields(try items.header(path))
        fields.add(try preserved(path.kept, of: path.importRecord))
        return fields
      case .group, .importRecord: return ItemFields()
      }
    }
  }
}
