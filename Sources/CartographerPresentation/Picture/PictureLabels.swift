import TerminalUI

/// The layout of the labels in a picture. No label covers another label.
struct PictureLabels {
  /// A rectangle in pixels.
  struct Box: Equatable {
    var low: PicturePoint
    var high: PicturePoint

    func overlaps(_ other: Box) -> Bool {
      low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }
  }

  /// The side of a point on which the point's label is placed.
  enum Side: CaseIterable {
    case right, left, above, below, rightAbove, rightBelow, leftAbove, leftBelow

    /// The CSS classes that align the text, with a leading space, or an empty string for the
    /// default alignment.
    var alignment: String {
      switch self {
      case .right, .rightAbove, .rightBelow: ""
      case .left, .leftAbove, .leftBelow: " last"
      case .above, .below: " middle"
      }
    }
  }

  /// A label that has been placed.
  struct Label {
    let anchor: PicturePoint
    let side: Side
    let text: String
    /// The position of the label's text relative to the anchor.
    let offset: PicturePoint
    /// The CSS class of the text.
    let style: String
    /// The smallest magnification of the picture at which there is room for the label.
    let magnification: Double
    fileprivate let size: PicturePoint
    fileprivate let gap: Double

    /// Returns the text's box in a picture magnified by the given factor.
    func box(magnifiedBy factor: Double) -> Box {
      PictureLabels.box(of: size, at: anchor * factor, side, gap)
    }
  }

  private(set) var labels: [Label] = []
  private let width: Double
  private let height: Double
  /// The magnification for which labels are currently being placed.
  private(set) var magnification = 1.0
  /// The boxes that do not move when the picture is magnified.
  private var fixed: [Box] = []
  /// The boxes of marks and labels, at the current magnification.
  private var taken = BoxGrid()
  /// The boxes of the labels, at each magnification.
  private var placed: [BoxGrid]
  /// The position of each mark, and the size of the box reserved around the mark.
  private var marks: [(at: PicturePoint, reach: Double)] = []
  /// The grid squares that paths cross at magnification 1. Each square is `cell` pixels wide.
  private var crossed: Set<SIMD2<Int>> = []

  private static let cell = 5.0

  /// The magnifications at which labels must not overlap.
  private let magnifications: [Double]

  init(width: Double, height: Double, magnifications: [Double] = [1]) {
    self.width = width
    self.height = height
    self.magnifications = magnifications
    placed = magnifications.map { _ in BoxGrid() }
  }

  /// Returns the estimated width of text in pixels. The actual width differs by a few per cent
  /// between fonts.
  static func width(of text: String, fontSize: Double, isBold: Bool = false) -> Double {
    Double(DisplayText(text).width) * (isBold ? 0.68 : 0.6) * fontSize
  }

  // MARK: Reserving

  /// Reserves a box that does not move when the picture is magnified.
  mutating func reserve(_ box: Box) { fixed.append(box) }

  /// Reserves a box around a mark, so that no label covers the mark.
  mutating func reserveMark(at point: PicturePoint, reach: Double) {
    marks.append((point, reach))
    taken.append(Self.box(around: point * magnification, reach))
  }

  /// Records the grid squares that a line crosses, so that labels are placed elsewhere if possible.
  mutating func avoidLine(_ points: [PicturePoint]) {
    for index in points.indices.dropFirst() {
      let leg = points[index] - points[index - 1]
      let length = (leg * leg).sum().squareRoot()
      let count = max(Int(min(length, 10_000) / Self.cell), 1)
      for step in 0...count {
        crossed.insert(Self.cell(points[index - 1] + leg * (Double(step) / Double(count))))
      }
    }
  }

  private static func cell(_ point: PicturePoint) -> SIMD2<Int> {
    SIMD2(Int((point.x / cell).rounded(.down)), Int((point.y / cell).rounded(.down)))
  }

  /// Returns the number of grid squares crossed by paths within a box.
  func crossings(in box: Box) -> Int {
    let (low, high) = (Self.cell(box.low), Self.cell(box.high))
    var count = 0
    for row in low.y...max(high.y, low.y) {
      for column in low.x...max(high.x, low.x) where crossed.contains(SIMD2(column, row)) {
        count += 1
      }
    }
    return count
  }

  // MARK: Placing

  /// Continues the layout for a larger magnification, at which there is room for more labels.
  /// Labels keep their sides.
  mutating func magnify(_ factor: Double) {
    magnification = factor
    taken = BoxGrid()
    for mark in marks { taken.append(Self.box(around: mark.at * factor, mark.reach)) }
    for label in labels { taken.append(label.box(magnifiedBy: factor)) }
  }

  /// Places a label beside a point if there is room.
  ///
  /// - Parameter size: The size of the label in pixels, or nil for the size of the text.
  /// - Parameter gap: The distance between the point and the label, in pixels.
  /// - Parameter mayCross: Whether the label may cover a path if there is no room elsewhere.
  /// - Returns: Whether the label was placed.
  @discardableResult
  mutating func place(
    _ text: String, at anchor: PicturePoint, style: String, fontSize: Double,
    size: PicturePoint? = nil,
    gap: Double, sides: [Side] = Side.allCases, mayCross: Bool = false
  ) -> Bool {
    let size =
      size
      ?? PicturePoint(
        Self.width(of: text, fontSize: fontSize, isBold: style == "label"), fontSize * 1.25)
    let centre = anchor * magnification
    let free = sides.filter { side in
      let box = Self.box(of: size, at: centre, side, gap)
      return isInside(box) && !taken.overlaps(box)
        && staysFree(of: size, at: anchor, side, gap)
    }
    let best =
      free.first { !isCrossed(Self.box(of: size, at: centre, $0, gap)) }
      ?? (mayCross ? free.first : nil)
    guard let side = best else { return false }
    let box = Self.box(of: size, at: centre, side, gap)
    taken.append(Box(low: box.low - PicturePoint(3, 1), high: box.high + PicturePoint(3, 1)))
    let x: Double =
      switch side {
      case .right: gap
      case .left: -gap
      case .above, .below, .rightAbove, .rightBelow, .leftAbove, .leftBelow: 0
      }
    labels.append(
      Label(
        anchor: anchor, side: side, text: text,
        // The baseline is a quarter of the line's height above its lower edge.
        offset: PicturePoint(x, box.high.y - centre.y - fontSize * 0.3), style: style,
        magnification: magnification, size: size, gap: gap))
    for (index, factor) in magnifications.enumerated() {
      placed[index].append(Self.box(of: size, at: anchor * factor, side, gap))
    }
    return true
  }

  /// Returns whether a label overlaps no other label at any larger magnification. Labels that do
  /// not overlap at one magnification can overlap at a larger one, because their points move apart
  /// but the labels keep their size.
  private func staysFree(
    of size: PicturePoint, at anchor: PicturePoint, _ side: Side, _ gap: Double
  ) -> Bool {
    magnifications.indices.allSatisfy { index in
      let factor = magnifications[index]
      return factor <= magnification
        || !placed[index].overlaps(Self.box(of: size, at: anchor * factor, side, gap))
    }
  }

  /// Returns whether a label's box lies inside the picture and does not overlap a fixed box. At
  /// magnifications above 1, any position is allowed.
  private func isInside(_ box: Box) -> Bool {
    if magnification > 1 { return true }
    return box.low.x >= 2 && box.low.y >= 2 && box.high.x <= width - 2 && box.high.y <= height - 2
      && !fixed.contains { $0.overlaps(box) }
  }

  private func isCrossed(_ box: Box) -> Bool {
    crossings(in: Box(low: box.low / magnification, high: box.high / magnification)) > 0
  }

  private static func box(around point: PicturePoint, _ reach: Double) -> Box {
    Box(low: point - PicturePoint(reach, reach), high: point + PicturePoint(reach, reach))
  }

  fileprivate static func box(
    of size: PicturePoint, at anchor: PicturePoint, _ side: Side, _ gap: Double
  ) -> Box {
    let low: PicturePoint =
      switch side {
      case .right: anchor + PicturePoint(gap, -size.y / 2)
      case .left: anchor - PicturePoint(gap + size.x, size.y / 2)
      case .above: anchor - PicturePoint(size.x / 2, gap + size.y)
      case .below: anchor + PicturePoint(-size.x / 2, gap)
      case .rightAbove: anchor - PicturePoint(0, gap + size.y)
      case .rightBelow: anchor + PicturePoint(0, gap)
      case .leftAbove: anchor - PicturePoint(size.x, gap + size.y)
      case .leftBelow: anchor + PicturePoint(-size.x, gap)
      }
    return Box(low: low, high: low + size)
  }
}

/// A spatial index of boxes, which speeds up the placement of many labels.
private struct BoxGrid {
  private var boxes: [SIMD2<Int>: [PictureLabels.Box]] = [:]

  private static let cell = 64.0

  mutating func append(_ box: PictureLabels.Box) {
    Self.forEachCell(of: box) { cell in
      boxes[cell, default: []].append(box)
      return true
    }
  }

  /// Returns whether the given box overlaps any box in the index.
  func overlaps(_ box: PictureLabels.Box) -> Bool {
    var isFree = true
    Self.forEachCell(of: box) { cell in
      isFree = !(boxes[cell]?.contains { $0.overlaps(box) } ?? false)
      return isFree
    }
    return !isFree
  }

  /// Calls a closure with each cell that a box touches, until the closure returns false.
  private static func forEachCell(of box: PictureLabels.Box, _ body: (SIMD2<Int>) -> Bool) {
    let (low, high) = (box.low / cell, box.high / cell)
    for row in Int(low.y.rounded(.down))...Int(high.y.rounded(.down)) {
      for column in Int(low.x.rounded(.down))...Int(high.x.rounded(.down)) {
        guard body(SIMD2(column, row)) else { return }
      }
    }
  }
}
