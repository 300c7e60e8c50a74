/// A rule in the style table, which defines how the features with certain attributes in certain
/// layers are drawn.
struct StyleRule: Sendable {
  enum Use: Sendable {
    /// The feature is drawn in the given role, as a line or as an area with its outline.
    case shape(MapRole)
    /// The feature's name is shown, either at the feature's point or at the middle of its line.
    case name(MapLabel.Kind)
    /// The feature is not shown.
    case nothing
  }

  /// The names of the layers to which the rule applies, or an empty set for all layers that the
  /// schema does not define.
  let layers: Set<String>
  let kinds: Set<VectorTile.Kind>
  /// The names of the attributes that the rule compares with ``values``. A feature matches if at
  /// least one of these attributes has one of the ``values``; an empty array matches every feature.
  let keys: [String]
  let values: Set<String>
  let use: Use
  /// The minimum zoom level at which the map view shows the feature.
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

  /// Creates a rule for all features in the given layers or, if the set is empty, in all layers
  /// that the schema does not define.
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
