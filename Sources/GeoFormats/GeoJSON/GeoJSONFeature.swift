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
  /// The properties in ``members`` whose values cannot be read into their fields, at most one for
  /// each name.
  var unreadable: [GeoJSONUnreadableValue] = []

  var hasPositions: Bool { positions.count > 0 }

  mutating func reset() {
    positions.removeAll()
    geometries.removeAll(keepingCapacity: true)
    columns.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    memberBytes = 0
    unreadable.removeAll(keepingCapacity: true)
  }
}
