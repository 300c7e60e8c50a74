/// A row of the style table: the role of the features in a layer that have certain attributes.
struct StyleRule: Sendable {
  enum Use: Sendable {
    /// The lines, or the outlines and the inside of areas, have a role.
    case shape(MapRole)
    /// The feature has a name, which is shown at a point or at the middle of a line.
    case name(MapLabel.Kind)
    /// The feature is not shown.
    case nothing
  }

  /// The names of the layers, or an empty set for all layers that the schema does not have.
  let layers: Set<String>
  let kinds: Set<VectorTile.Kind>
  /// The attributes of which at least one must have one of ``values``. An empty list of attributes
  /// matches each feature.
  let keys: [String]
  let values: Set<String>
  let use: Use
  /// The smallest zoom level of the view at which the feature is shown.
  let leastZoom: Double

  init(
    _ layers: Set<String>, _ kinds: Set<VectorTile.Kind>, _ keys: [String],
    _ values: Set<String>, _ use: Use, from leastZoom: Double = -.infinity
  ) {
    self.layers = layers
    self.kinds = kinds
    self.keys = keys
    self.values = values
    self.use = use
    self.leastZoom = leastZoom
  }

  /// Creates a rule for all features in some layers, or in all other layers if none is named.
  init(
    _ layers: Set<String>, _ kinds: Set<VectorTile.Kind>, _ use: Use,
    from leastZoom: Double = -.infinity
  ) {
    self.init(layers, kinds, [], [], use, from: leastZoom)
  }

  func matches(_ feature: VectorTile.Feature, in layer: VectorTile.Layer) -> Bool {
    keys.isEmpty
      || keys.contains { key in
        layer.value(key, of: feature).map { values.contains($0.text) } ?? false
      }
  }
}
