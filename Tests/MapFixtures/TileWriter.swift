import CZlib
import Foundation

/// A writer of protobuf messages.
package struct ProtobufWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func number(_ field: Int, _ value: UInt64) {
    varint(UInt64(field << 3))
    varint(value)
  }

  package mutating func content(_ field: Int, _ content: [UInt8]) {
    varint(UInt64(field << 3 | 2))
    varint(UInt64(content.count))
    bytes += content
  }

  package mutating func packed(_ field: Int, _ numbers: [UInt32]) {
    var content = ProtobufWriter()
    for number in numbers { content.varint(UInt64(number)) }
    self.content(field, content.bytes)
  }
}

/// A writer of vector tiles for tests.
package struct TileWriter {
  package struct Feature {
    var kind: UInt64
    /// The points of the parts, in units of the extent.
    var parts: [[(Int32, Int32)]]
    var attributes: [(String, String)]
  }

  package var layers: [(name: String, features: [Feature])] = []

  package static func line(_ points: [(Int32, Int32)], _ attributes: [(String, String)] = [])
    -> Feature
  {
    Feature(kind: 2, parts: [points], attributes: attributes)
  }

  package static func area(_ rings: [[(Int32, Int32)]], _ attributes: [(String, String)] = [])
    -> Feature
  {
    Feature(kind: 3, parts: rings, attributes: attributes)
  }

  package static func point(_ x: Int32, _ y: Int32, _ attributes: [(String, String)] = [])
    -> Feature
  {
    Feature(kind: 1, parts: [[(x, y)]], attributes: attributes)
  }

  package init(layers: [(name: String, features: [Feature])]) { self.layers = layers }

  package var bytes: [UInt8] {
    var tile = ProtobufWriter()
    for layer in layers { tile.content(3, Self.content(layer.name, layer.features)) }
    return tile.bytes
  }

  private static func content(_ name: String, _ features: [Feature]) -> [UInt8] {
    var layer = ProtobufWriter()
    var (keys, values): ([String], [String]) = ([], [])
    func number(_ text: String, _ list: inout [String]) -> UInt32 {
      if let found = list.firstIndex(of: text) { return UInt32(found) }
      list.append(text)
      return UInt32(list.count - 1)
    }
    layer.number(15, 2)
    layer.content(1, Array(name.utf8))
    for feature in features {
      var writer = ProtobufWriter()
      let tags = feature.attributes.flatMap { [number($0.0, &keys), number($0.1, &values)] }
      if !tags.isEmpty { writer.packed(2, tags) }
      writer.number(3, feature.kind)
      writer.packed(4, geometry(of: feature))
      layer.content(2, writer.bytes)
    }
    for key in keys { layer.content(3, Array(key.utf8)) }
    for value in values {
      var writer = ProtobufWriter()
      writer.content(1, Array(value.utf8))
      layer.content(4, writer.bytes)
    }
    layer.number(5, 4096)
    return layer.bytes
  }

  private static func geometry(of feature: Feature) -> [UInt32] {
    func zigzag(_ value: Int32) -> UInt32 { UInt32(bitPattern: value << 1 ^ value >> 31) }
    var numbers: [UInt32] = []
    var last: (Int32, Int32) = (0, 0)
    for part in feature.parts {
      for (index, point) in part.enumerated() {
        if index == 0 { numbers.append(1 << 3 | 1) }
        if index == 1 { numbers.append(UInt32(part.count - 1) << 3 | 2) }
        numbers += [zigzag(point.0 - last.0), zigzag(point.1 - last.1)]
        last = point
      }
      if feature.kind == 3 { numbers.append(1 << 3 | 7) }
    }
    return numbers
  }
}

/// Returns bytes compressed as a gzip file.
package func gzipped(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  guard
    deflateInit2_(
      &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { return [] }
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: bytes.count + 1_000)
  return input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      deflate(&stream, Z_FINISH)
      return Array(output[..<(output.count - Int(stream.avail_out))])
    }
  }
}
