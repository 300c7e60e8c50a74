extension VectorTile {
  /// The maximum accepted number of features in a tile.
  private static let featuresLimit = 2_000_000
  /// The maximum accepted extent of a layer. To preserve every detail, some programs write tiles
  /// with an extent of 2^30.
  private static let largestExtent = UInt64(Int32.max)

  /// Decodes a vector tile. Fails if the data are damaged.
  ///
  /// Features with an unknown kind of geometry, and layers without a name, are omitted.
  package init?(_ bytes: [UInt8]) {
    var layers: [Layer] = []
    var reader = ProtobufReader(bytes[...])
    while !reader.isAtEnd {
      guard let (field, wire) = reader.key() else { return nil }
      guard field == 3 else {
        guard reader.skip(wire) else { return nil }
        continue
      }
      guard wire == .bytes, let content = reader.content(), let layer = Self.layer(content) else {
        return nil
      }
      if !layer.name.isEmpty { layers.append(layer) }
    }
    guard layers.reduce(0, { $0 + $1.features.count }) <= Self.featuresLimit else { return nil }
    self.layers = layers
  }

  /// Returns whether the bytes can be decoded as a vector tile with at least one layer.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    VectorTile(bytes).map { !$0.layers.isEmpty } ?? false
  }

  private static func layer(_ bytes: ArraySlice<UInt8>) -> Layer? {
    var reader = ProtobufReader(bytes)
    var name = ""
    var extent: UInt64 = 4096
    var keyNumbers: [String: UInt32] = [:]
    var keyCount: UInt32 = 0
    var values: [Value] = []
    var features: [Feature] = []
    while !reader.isAtEnd {
      guard let (field, wire) = reader.key() else { return nil }
      switch (field, wire) {
      case (1, .bytes):
        guard let content = reader.content() else { return nil }
        name = String(decoding: content, as: UTF8.self)
      case (2, .bytes):
        guard let content = reader.content(), let feature = feature(content) else { return nil }
        if let feature = feature.value { features.append(feature) }
      case (3, .bytes):
        guard let content = reader.content() else { return nil }
        keyNumbers[String(decoding: content, as: UTF8.self)] = keyCount
        keyCount += 1
      case (4, .bytes):
        guard let content = reader.content(), let value = value(content) else { return nil }
        values.append(value)
      case (5, .varint):
        guard let value = reader.varint() else { return nil }
        extent = value
      case (1...5, _): return nil
      default:
        guard reader.skip(wire) else { return nil }
      }
    }
    guard (1...largestExtent).contains(extent) else { return nil }
    return Layer(
      name: name, extent: Int(extent), features: features, keyNumbers: keyNumbers,
      values: values)
  }

  /// A successfully decoded feature of a vector tile. `value` is nil if the feature has an unknown
  /// kind of geometry and is therefore omitted.
  private struct Decoded {
    let value: Feature?
  }

  /// Decodes a feature of a vector tile. The result is nil if the data are damaged.
  private static func feature(_ bytes: ArraySlice<UInt8>) -> Decoded? {
    var reader = ProtobufReader(bytes)
    var kind: UInt64 = 0
    var geometry: [UInt32] = []
    var tags: [UInt32] = []
    while !reader.isAtEnd {
      guard let (field, wire) = reader.key() else { return nil }
      switch (field, wire) {
      case (2, .bytes):
        guard let content = reader.content(), let numbers = ProtobufReader.numbers(content) else {
          return nil
        }
        // Parsers must join the parts of a packed field and accept an unpacked one.
        tags += numbers
      case (2, .varint):
        guard let number = reader.varint() else { return nil }
        tags.append(UInt32(truncatingIfNeeded: number))
      case (3, .varint):
        guard let value = reader.varint() else { return nil }
        kind = value
      case (4, .bytes):
        guard let content = reader.content(), let numbers = ProtobufReader.numbers(content) else {
          return nil
        }
        geometry += numbers
      case (4, .varint):
        guard let number = reader.varint() else { return nil }
        geometry.append(UInt32(truncatingIfNeeded: number))
      default:
        guard reader.skip(wire) else { return nil }
      }
    }
    return Decoded(
      value: Kind(rawValue: kind).map { Feature(kind: $0, geometry: geometry, tags: tags) })
  }

  /// Decodes the value of an attribute. The result is nil if the data are damaged. A value of an
  /// unknown type becomes an empty string.
  private static func value(_ bytes: ArraySlice<UInt8>) -> Value? {
    var reader = ProtobufReader(bytes)
    var value = Value.text("")
    while !reader.isAtEnd {
      guard let (field, wire) = reader.key() else { return nil }
      switch (field, wire) {
      case (1, .bytes):
        guard let content = reader.content() else { return nil }
        value = .text(String(decoding: content, as: UTF8.self))
      case (2, .fixed32):
        guard let bits = reader.fixed(4) else { return nil }
        value = .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
      case (3, .fixed64):
        guard let bits = reader.fixed(8) else { return nil }
        value = .number(Double(bitPattern: bits))
      case (4, .varint):
        guard let number = reader.varint() else { return nil }
        value = .number(Double(Int64(bitPattern: number)))
      case (5, .varint):
        guard let number = reader.varint() else { return nil }
        value = .number(Double(number))
      case (6, .varint):
        guard let number = reader.varint() else { return nil }
        value = .number(Double(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)))
      case (7, .varint):
        guard let number = reader.varint() else { return nil }
        value = .flag(number != 0)
      case (1...7, _): return nil
      default:
        guard reader.skip(wire) else { return nil }
      }
    }
    return value
  }
}
