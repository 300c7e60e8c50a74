import SwiftData
import Testing

/// A model with more properties than its change flags have bits.
@Suite struct WideModelTests {
  enum Survey {
    @Model final class Area {
      var name: String
      @Relationship(inverse: \Point.area) var points: [Point] = []
      init(name: String) { self.name = name }
    }
    @Model final class Point {
      var v0: Int = 0
      var v1: Int = 1
      var v2: Int = 2
      var v3: Int = 3
      var v4: Int = 4
      var v5: Int = 5
      var v6: Int = 6
      var v7: Int = 7
      var v8: Int = 8
      var v9: Int = 9
      var v10: Int = 10
      var v11: Int = 11
      var v12: Int = 12
      var v13: Int = 13
      var v14: Int = 14
      var v15: Int = 15
      var v16: Int = 16
      var v17: Int = 17
      var v18: Int = 18
      var v19: Int = 19
      var v20: Int = 20
      var v21: Int = 21
      var v22: Int = 22
      var v23: Int = 23
      var v24: Int = 24
      var v25: Int = 25
      var v26: Int = 26
      var v27: Int = 27
      var v28: Int = 28
      var v29: Int = 29
      var v30: Int = 30
      var v31: Int = 31
      var v32: Int = 32
      var v33: Int = 33
      var v34: Int = 34
      var v35: Int = 35
      var v36: Int = 36
      var v37: Int = 37
      var v38: Int = 38
      var v39: Int = 39
      var v40: Int = 40
      var v41: Int = 41
      var v42: Int = 42
      var v43: Int = 43
      var v44: Int = 44
      var v45: Int = 45
      var v46: Int = 46
      var v47: Int = 47
      var v48: Int = 48
      var v49: Int = 49
      var v50: Int = 50
      var v51: Int = 51
      var v52: Int = 52
      var v53: Int = 53
      var v54: Int = 54
      var v55: Int = 55
      var v56: Int = 56
      var v57: Int = 57
      var v58: Int = 58
      var v59: Int = 59
      var v60: Int = 60
      var v61: Int = 61
      var v62: Int = 62
      var v63: Int = 63
      var note: String = ""
      var area: Area?
      init() {}
    }
  }

  @Test func `changing a property beyond the 64th keeps the links of the object`() throws {
    let container = try ModelContainer(
      for: Survey.Area.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    let area = Survey.Area(name: "a")
    writer.insert(area)
    area.points = [Survey.Point()]
    try writer.save()

    let context = ModelContext(container)
    let point = try #require(try context.fetch(FetchDescriptor<Survey.Point>()).first)
    point.note = "changed"
    let found = try #require(try context.fetch(FetchDescriptor<Survey.Area>()).first)
    #expect(found.points == [point])
    #expect(point.area === found)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Survey.Area>()).first?.points.count == 1)
  }
}
