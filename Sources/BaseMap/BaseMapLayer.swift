/// A layer of the base map: one kind of feature at one scale, divided into blocks.
public struct BaseMapLayer: Sendable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case land
    case lakes
    case rivers
    /// The borders of countries.
    case borders
    /// The borders of states and provinces.
    case regions
  }

  /// The scale for which a layer was made, as the denominator in millions.
  public enum Scale: Int, Hashable, Sendable, Codable, CaseIterable {
    case million110 = 110
    case million50 = 50
    case million10 = 10
  }

  /// The address of a block: its layer and its cell in the layer's grid.
  public struct BlockID: Hashable, Sendable {
    public let kind: Kind
    public let scale: Scale
    /// The column of the cell, counted eastwards from −180°.
    public let column: Int
    /// The row of the cell, counted northwards from −90°.
    public let row: Int
  }

  public let kind: Kind
  public let scale: Scale
  /// The resolution of the coordinates, in degrees.
  let quantum: Double
  /// The size of the grid's cells, in degrees.
  public let cell: Double
  /// Whether the features are areas, given by rings, not lines.
  let isArea: Bool
  /// The position of each block in the file's data, in bytes.
  let blocks: [BlockID: Range<Int>]
}
