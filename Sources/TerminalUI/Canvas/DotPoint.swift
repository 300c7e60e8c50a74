/// A dot of a canvas, from the top left corner: x to the right, y down, both may lie outside.
package struct DotPoint: Hashable, Sendable {
  package var x: Int32
  package var y: Int32

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
