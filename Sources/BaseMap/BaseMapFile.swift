import CZlib
import Foundation
import Geodesy

/// The file that contains the base map and the gazetteer. `make basemap` builds the file.
///
/// The file is mapped into memory. Blocks are decoded on demand, so opening the file takes only a
/// few milliseconds.
public final class BaseMapFile: Sendable {
  /// A country's name and the position of its label on maps.
  public struct CountryLabel: Hashable, Sendable {
    public let name: String
    public let coordinate: Coordinate
    /// The country's importance, from 1 (most important) to 10 (least important).
    public let rank: Int
  }

  public let layers: [BaseMapLayer]
  public let countryLabels: [CountryLabel]
  /// The credit lines that must be shown wherever the map is published.
  public let credits: [String]
  let gazetteerIndex: FileIndex.Gazetteer
  private let data: Data
  /// The byte offset at which the data section begins, after the index.
  private let start: Int
  let path: String

  private static let magic = Data("CGMAP002".utf8)
  /// The maximum size of the decompressed index, in bytes. A larger index is rejected.
  private static let largestIndex = 8 << 20

  /// Opens a base map file.
  ///
  /// - Throws: ``BaseMapError`` if the file cannot be read, has the wrong format or is damaged.
  public init(_ url: URL) throws {
    path = url.path
    func failure(_ code: BaseMapError.Code, _ message: String) -> BaseMapError {
      BaseMapError(code: code, path: url.path, message: message)
    }
    guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else {
      let problem =
        FileManager.default.fileExists(atPath: url.path)
        ? "the base map cannot be read" : "the base map file is missing"
      throw failure(.cannotRead, "\(problem); install the program again")
    }
    guard data.count > 16, data.prefix(8) == Self.magic else {
      throw failure(
        .wrongFormat,
        "the file is not a base map for this version of the program; install the program again")
    }
    let sizes = data.withUnsafeBytes {
      (
        Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self))),
        Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
      )
    }
    guard 16 + sizes.0 + sizes.1 == data.count,
      let bytes = data[16..<16 + sizes.0].withUnsafeBytes({
        Zlib.inflated($0, atMost: Self.largestIndex)
      }),
      let index = try? JSONDecoder().decode(FileIndex.self, from: Data(bytes)),
      let layers = index.layers(dataCount: sizes.1), index.gazetteer.fits(dataCount: sizes.1)
    else { throw failure(.damaged, "the base map is damaged; install the program again") }
    self.data = data
    start = 16 + sizes.0
    self.layers = layers
    credits = index.credits
    countryLabels = index.countryLabels.map {
      CountryLabel(
        name: $0.name, coordinate: Coordinate(latitude: $0.latitude, longitude: $0.longitude),
        rank: $0.rank)
    }
    gazetteerIndex = index.gazetteer
  }

  /// Decodes a block. Returns nil if the file has no such block.
  ///
  /// - Throws: ``BaseMapError`` if the block is damaged.
  /// - Complexity: O(n), where n is the number of points in the block.
  public func block(_ id: BaseMapLayer.BlockID) throws -> BaseMapBlock? {
    guard let layer = layers.first(where: { $0.kind == id.kind && $0.scale == id.scale }),
      let range = layer.blocks[id]
    else { return nil }
    guard let block = bytes(range, { BaseMapBlock(id, of: layer, $0) }) else {
      throw BaseMapError(
        code: .damaged, path: path,
        message: "part of the base map is damaged; install the program again")
    }
    return block
  }

  /// Returns the ID of the block that contains a coordinate, in the layer of the given kind and
  /// scale. Returns nil if the file has no such layer or block.
  public func blockID(
    of kind: BaseMapLayer.Kind, _ scale: BaseMapLayer.Scale, at coordinate: Coordinate
  ) -> BaseMapLayer.BlockID? {
    guard let layer = layers.first(where: { $0.kind == kind && $0.scale == scale }) else {
      return nil
    }
    let id = BaseMapLayer.BlockID(
      kind: kind, scale: scale, column: Int((coordinate.longitude + 180) / layer.cell),
      row: Int((coordinate.latitude + 90) / layer.cell))
    return layer.blocks[id] == nil ? nil : id
  }

  /// Returns the IDs of all blocks, in any layer, that have the given scale and touch the bounding
  /// box.
  ///
  /// - Parameter bounds: The bounding box, which crosses the antimeridian if `west > east`.
  public func blocks(of scale: BaseMapLayer.Scale, touching bounds: GeoBounds)
    -> [BaseMapLayer.BlockID]
  {
    layers.filter { $0.scale == scale }.flatMap { layer in
      layer.blocks.keys.filter { id in
        let west = Double(id.column) * layer.cell - 180
        let south = Double(id.row) * layer.cell - 90
        guard south <= bounds.north, south + layer.cell >= bounds.south else { return false }
        return bounds.west <= bounds.east
          ? west <= bounds.east && west + layer.cell >= bounds.west
          : west <= bounds.east || west + layer.cell >= bounds.west
      }
      .sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    }
  }

  /// Calls a closure with the given range of bytes in the data section. Offsets are relative to the
  /// start of the data section.
  func bytes<T>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> T) -> T {
    data.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(rebasing: $0[start + range.lowerBound..<start + range.upperBound]))
    }
  }
}

extension BaseMapFile {
  /// The index, which is stored as compressed JSON at the start of the file.
  struct FileIndex: Decodable {
    struct Layer: Decodable {
      let kind: BaseMapLayer.Kind
      let scale: BaseMapLayer.Scale
      let quantum: Double
      let cell: Double
      let area: Bool
      let blocks: Blocks
    }

    /// The column, row, byte offset and byte length of each block.
    ///
    /// The file stores each block as an array of numbers. Decoding all blocks at once as `[[Int]]`
    /// would take three times as long, because the decoder would examine the type of each array.
    struct Blocks: Decodable {
      let numbers: [[Int]]

      init(from decoder: any Decoder) throws {
        var blocks = try decoder.unkeyedContainer()
        var numbers: [[Int]] = []
        numbers.reserveCapacity(blocks.count ?? 0)
        while !blocks.isAtEnd {
          var block = try blocks.nestedUnkeyedContainer()
          var row: [Int] = []
          while !block.isAtEnd { row.append(try block.decode(Int.self)) }
          numbers.append(row)
        }
        self.numbers = numbers
      }
    }

    struct Label: Decodable {
      let name: String
      let latitude: Double
      let longitude: Double
      let rank: Int

      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        name = try values.decode(String.self)
        latitude = try values.decode(Double.self)
        longitude = try values.decode(Double.self)
        rank = try values.decode(Int.self)
      }
    }

    struct Gazetteer: Decodable {
      let count: Int
      let zones: [String]
      /// Each country's ISO 3166 code and name.
      let countries: [[String]]
      /// Each gazetteer column's byte offset and byte length.
      let columns: [[Int]]
      /// The names of the regions in all countries.
      let regions: [String]
      /// The byte offset, byte length and CRC-32 of the two columns for names in non-Latin scripts.
      /// The first column contains the lines of names. The second column contains the town index
      /// for each line.
      let names: [[Int]]

      /// Returns whether the index lists all gazetteer columns and all of these lie within the data
      /// section.
      func fits(dataCount: Int) -> Bool {
        count >= 0 && count < 1 << 22 && columns.count == 8
          && countries.allSatisfy { $0.count == 2 }
          && columns.allSatisfy { FileIndex.range($0, dataCount) != nil }
          && names.count == 2
          && names.allSatisfy {
            $0.count == 3 && FileIndex.range($0.prefix(2), dataCount) != nil
          }
      }
    }

    let credits: [String]
    let layers: [Layer]
    let countryLabels: [Label]
    let gazetteer: Gazetteer

    /// Converts an offset and a length to a range. Returns nil if the range extends beyond the
    /// data.
    static func range(_ pair: some Collection<Int>, _ dataCount: Int) -> Range<Int>? {
      guard pair.count == 2, let start = pair.first, let length = pair.dropFirst().first,
        start >= 0, length >= 0, start <= dataCount, length <= dataCount - start
      else { return nil }
      return start..<start + length
    }

    /// Returns the base map layers that the index lists. Returns nil if a layer is invalid or a
    /// block extends beyond the data.
    func layers(dataCount: Int) -> [BaseMapLayer]? {
      var result: [BaseMapLayer] = []
      for layer in layers {
        guard layer.cell > 0, layer.cell <= 180, layer.quantum > 0, layer.quantum <= 1 else {
          return nil
        }
        var blocks: [BaseMapLayer.BlockID: Range<Int>] = [:]
        for block in layer.blocks.numbers {
          guard block.count == 4, let range = Self.range(block[2...], dataCount) else { return nil }
          let id = BaseMapLayer.BlockID(
            kind: layer.kind, scale: layer.scale, column: block[0], row: block[1])
          blocks[id] = range
        }
        result.append(
          BaseMapLayer(
            kind: layer.kind, scale: layer.scale, quantum: layer.quantum, cell: layer.cell,
            isArea: layer.area, blocks: blocks))
      }
      return result
    }
  }
}

/// A decompressor for complete zlib streams in memory.
enum Zlib {
  /// Decompresses a complete zlib stream. Returns nil if the data are damaged or would expand to
  /// more than `limit` bytes.
  static func inflated(_ bytes: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
    var capacity = max(min(bytes.count * 4, limit), 64)
    while true {
      var count = uLongf(capacity)
      var status = Z_OK
      let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        status = uncompress(
          buffer.baseAddress, &count, bytes.bindMemory(to: UInt8.self).baseAddress,
          uLong(bytes.count))
        filled = status == Z_OK ? Int(count) : 0
      }
      if status == Z_OK { return result }
      guard status == Z_BUF_ERROR, capacity < limit else { return nil }
      capacity = min(capacity * 2, limit)
    }
  }

  /// Returns the CRC-32 of a sequence of bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(crc32(0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
  }
}
