/// A feature that is being read, or a geometry outside a feature.
struct GeoJSONFeature {
  /// The positions in all of the feature's geometries, in file order.
  let positions = SpooledValues<GeoJSONPosition>()
  var geometries: [GeoJSONGeometry] = []
  var columns: [GeoJSONColumn] = []
  /// The feature's properties and its foreign members, which RFC 7946 does not define.
  var members: [GeoJSONMember] = []
  /// The total size of ``members``, in bytes.
  var memberBytes = 0
  /// The properties in ``members`` whose values are not valid for their fields, at most one for
  /// each name.
  var unreadable: [GeoJSONUnreadableValue] = []

  var hasPositions: Bool { positions.count > 0 }

  /// Returns the index of the innermost object with foreign members: the given geometry or a
  /// collection that contains it. Returns nil if none of these objects has foreign members.
  func memberOwner(of index: Int) -> Int? {
    var next: Int? = index
    while let index = next, !geometries[index].hasMembers { next = geometries[index].collection }
    return next
  }

  /// Returns the members of the feature itself, of one geometry, and of the collections that
  /// contain this geometry. The members of all other geometries are omitted.
  ///
  /// - Parameter owner: The result of ``memberOwner(of:)`` for the geometry.
  func members(ofOwner owner: Int?) -> [GeoJSONMember] {
    guard geometries.count > 1 else { return members }
    var owners: Set<Int> = []
    var next = owner
    while let index = next {
      owners.insert(index)
      next = geometries[index].collection
    }
    let members = members.filter { member in member.geometry.map(owners.contains) ?? true }
    guard owners.count > 1 else { return members }
    // An export writes only the first of several members with the same name.
    return members.filter { $0.geometry == owner } + members.filter { $0.geometry != owner }
  }

  mutating func reset() {
    positions.removeAll()
    geometries.removeAll(keepingCapacity: true)
    columns.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    memberBytes = 0
    unreadable.removeAll(keepingCapacity: true)
  }
}
