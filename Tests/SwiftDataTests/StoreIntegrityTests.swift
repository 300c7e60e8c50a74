import SwiftData
import TestSupport
import Testing

/// Findings of the integrity check that a fetch does not report.
@Suite struct StoreIntegrityTests {
  enum Checked {
    @Model final class Reading {
      var count: Int = 1
      var celsius: Double = 1
      var place: String = "a"
      var token: UUID = UUID()
      var bytes: Data = Data()
      var seen: Date = Date(timeIntervalSinceReferenceDate: 0)
      var words: [String] = []
      var note: String?
      var number: Int?
      var station: Station?
      @Attribute(.ephemeral) var isShown: Bool = false
      init() {}
    }

    @Model final class Station {
      var name: String = ""
      @Relationship(inverse: \Reading.station) var readings: [Reading] = []
      init() {}
    }
  }

  private func makeStore(_ url: URL) throws {
    let container = try ModelContainer(
      for: Checked.Reading.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let station = Checked.Station()
    context.insert(station)
    for index in 0..<3 {
      let reading = Checked.Reading()
      context.insert(reading)
      reading.number = index == 0 ? nil : index
      reading.station = index == 0 ? nil : station
    }
    try context.save()
    try container.close()
  }

  @Test(arguments: [
    ("count", "'many'"), ("count", "1.5"), ("celsius", "'warm'"), ("place", "x'00'"),
    ("token", "x'00'"), ("token", "'t'"), ("bytes", "'b'"), ("seen", "'today'"),
    ("words", "x'5B5D'"),
    ("note", "x'00'"), ("number", "'one'"),
  ])
  func `a value of the wrong type is reported with its table, row and property`(
    property: String, literal: String
  ) throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try makeStore(url)
      #expect(try StoreIntegrity.findings(of: url) == [])
      do {
        let database = try PlainDatabase(url)
        try database.execute("UPDATE \"Reading\" SET \"\(property)\" = \(literal) WHERE _sd_id = 2")
      }
      let finding = try #require(try StoreIntegrity.findings(of: url).first)
      #expect(finding.kind == .wrongType)
      #expect(finding.table == "Reading" && finding.key == 2 && finding.property == property)
      #expect(finding.message.contains("Reading.\(property) of row 2"))
    }
  }
}
