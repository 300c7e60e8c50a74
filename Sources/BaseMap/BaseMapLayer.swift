/// A base map layer, which contains one kind of feature at one scale and is divided into blocks.
public struct BaseMapLayer: Sendable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case land
    case lakes
    case rivers
    /// Country borders.
    case borders
    /// State and province borders.
    case regions
  }

  /// The map scale for which a layer was made. For example, the raw value 50 means 1:50 million.
  public enum Scale: Int, Hashable, Sendable, Codable, CaseIterable {
    case million110 = 110
    case million50 = 50
    case million10 = 10
  }

  /// The address of a block: a layer, and a cell in the layer's grid.
  public struct BlockID: Hashable, Sendable {
    public let kind: Kind
    public let scale: Scale
    /// The cell's column, counted eastwards from −180°.
    public let column: Int
    /// The cell's row, counted northwards from −90°.
    public let row: Int
  }

  public let kind: Kind
  public let scale: Scale
  /// The resolution of the coordinates, in degrees.
  let quantum: Double
  /// The side length of a grid cell, in degrees.
  public let cell: Double
  /// Whether the features are areas (stored as rings) rather than lines.
  let isArea: Bool
  /// The byte range of each block in the file's data section.
  let blocks: [BlockID: Range<Int>]
}
