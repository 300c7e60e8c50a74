/// A dot's position relative to a canvas's top left corner. The x coordinate increases to the
/// right, and y downwards.
///
/// The position can lie outside the canvas.
package struct DotPoint: Hashable, Sendable {
  package var x: Int32
  package var y: Int32

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
