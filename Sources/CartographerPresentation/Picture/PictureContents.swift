import CartographerCore
import Geodesy
import TerminalUI

/// The items of a picture, with all data that pictures and descriptions show about the items.
package struct PictureContents: Sendable {
  package struct PathItem: Sendable {
    package let id: ItemID
    package let title: String
    package let kind: PathKind
    package let columns: TrackColumns
    package let measures: TrackMeasures
    /// The colour of the path on the map.
    package let role: Role
  }

  package struct PlaceItem: Sendable {
    package let id: ItemID
    package let title: String
    package let coordinate: Coordinate
    package let elevationMetres: Double?
    package let notes: String
    package let role: Role
  }

  /// A group that has a colour.
  package struct ColouredGroup: Sendable, Equatable {
    package let name: String
    package let role: Role
  }

  /// The title of the picture, or nil for no title.
  package var title: String?
  package private(set) var paths: [PathItem] = []
  package private(set) var places: [PlaceItem] = []
  /// The groups whose colours are used by items of the picture, in the order of the groups' IDs.
  package private(set) var groups: [ColouredGroup] = []
  /// The itinerary of the group that the picture shows, or nil if the picture shows no itinerary.
  package var itinerary: ItineraryPlan?

  /// Collects items for a picture. An item has its own colour, or the colour of its first group with
  /// a colour; a path without both has a colour of the palette.
  ///
  /// - Parameter geometries: The points of the paths. A path without an entry is left out.
  package init(
    of ids: [ItemID], in snapshot: LibrarySnapshot, _ geometries: [PathGeometry],
    title: String? = nil
  ) {
    self.title = title
    let shapes = Dictionary(geometries.map { ($0.id, $0) }) { first, _ in first }
    var used: Set<ItemID> = []
    func role(_ own: String?, _ groups: [ItemID], else role: Role) -> Role {
      if let own = own.flatMap(RGBColour.init(hexadecimal:)) { return .custom(own) }
      for id in groups {
        guard let colour = snapshot.group(id)?.colour.flatMap(RGBColour.init(hexadecimal:)) else {
          continue
        }
        used.insert(id)
        return .custom(colour)
      }
      return role
    }
    for id in ids {
      if let place = snapshot.place(id), place.coordinate.isValid {
        places.append(
          PlaceItem(
            id: id, title: place.title, coordinate: place.coordinate,
            elevationMetres: place.elevationMetres, notes: place.notes,
            role: role(place.colour, place.groups, else: .place)))
      } else if let path = snapshot.path(id), let shape = shapes[id], shape.count > 0 {
        paths.append(
          PathItem(
            id: id, title: path.title, kind: path.kind, columns: shape.columns,
            measures: shape.measures,
            role: role(
              path.colour, path.groups, else: .path(Int(truncatingIfNeeded: id.key)))))
      }
    }
    groups = used.sorted().compactMap { id in
      guard let group = snapshot.group(id), let colour = group.colour,
        let role = RGBColour(hexadecimal: colour).map(Role.custom)
      else { return nil }
      return ColouredGroup(name: group.name, role: role)
    }
  }

  package var isEmpty: Bool { paths.isEmpty && places.isEmpty }

  /// The area that contains all items, or nil if there are no items.
  var bounds: WorldBounds? {
    let boxes =
      paths.compactMap { $0.measures.bounds.map { WorldBounds($0) } }
      + places.map { WorldBounds(WebMercator.project($0.coordinate)) }
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// Returns the contents without the items outside a view.
  package func inView(_ view: PictureView) -> PictureContents {
    var shown = self
    shown.paths.removeAll { path in
      !(path.measures.bounds.map { view.touches(WorldBounds($0)) } ?? false)
    }
    shown.places.removeAll { !view.contains(view.position(of: $0.coordinate)) }
    let roles = Set(shown.paths.map(\.role) + shown.places.map(\.role))
    shown.groups.removeAll { !roles.contains($0.role) }
    return shown
  }

  /// The different colours of the items, in the order of their first use.
  var roles: [Role] {
    var seen: Set<Role> = []
    return (paths.map(\.role) + places.map(\.role) + groups.map(\.role))
      .filter { seen.insert($0).inserted }
  }
}
