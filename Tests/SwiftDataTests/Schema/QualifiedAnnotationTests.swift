import SwiftData
import Testing

/// Annotations that are qualified with the module's name.
@Suite struct QualifiedAnnotationTests {
  enum Office {
    @Model final class Desk {
      @SwiftData.Attribute(.unique) var number: Int
      @SwiftData.Transient var isOpen: Bool = false
      @SwiftData.Relationship(deleteRule: .cascade, inverse: \Drawer.desk) var drawers: [Drawer] =
        []
      init(number: Int) { self.number = number }
    }
    @Model final class Drawer {
      var desk: Desk?
      init() {}
    }
  }

  @Test func `annotations qualified with the module name have the same effect`() throws {
    let schema = Schema([Office.Desk.self])
    let desk = try #require(schema.entity(for: Office.Desk.self))
    #expect(desk.attributes.map(\.name) == ["number"])
    #expect(desk.attributes.first?.isUnique == true)
    #expect(desk.relationships.first?.deleteRule == .cascade)
  }
}
