import SwiftData
import TestSupport
import Testing

private enum A1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self] }

  @Model final class Entry {
    var name: String
    var code: UUID?
    var rank: Int?
    var seen: Date
    var old: Double?
    init(name: String, code: UUID? = nil, rank: Int? = nil, old: Double? = nil) {
      self.name = name
      self.code = code
      self.rank = rank
      self.old = old
      self.seen = Date(timeIntervalSinceReferenceDate: 1)
    }
  }
}

private enum A2: VersionedSchema {
  enum Kind: String, Codable {
    case plain, special
  }

  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Entry.self, Extra.self] }

  @Model final class Entry {
    var name: String
    /// Now mandatory, with a default that differs for every row.
    var code: UUID = UUID()
    /// Now mandatory, with one default for all rows.
    var rank: Int = 7
    /// Now optional.
    var seen: Date?
    var token: UUID = UUID()
    var kind: Kind = Kind.special
    var words: [String] = ["a"]
    var note: String?
    init(name: String) { self.name = name }
  }

  @Model final class Extra {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// Changes of attributes in a lightweight stage.
@Suite struct AttributeChangeTests {
  @Test func `a varying default gives every row its own value and keeps existing values`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let code = UUID()
      try write(A1.self, url) { context in
        context.insert(A1.Entry(name: "has", code: code, rank: 1, old: 2))
        for number in 0..<20 { context.insert(A1.Entry(name: "\(number)")) }
      }
      let container = try open(A2.self, url, LightweightPlan<A1, A2>.self)
      let entries = try ModelContext(container).all(A2.Entry.self)
      #expect(entries.first?.code == code)
      #expect(Set(entries.map(\.code)).count == 21)
      #expect(Set(entries.map(\.token)).count == 21)
      #expect(entries.map(\.rank) == [1] + Array(repeating: 7, count: 20))
      #expect(entries.allSatisfy { $0.seen == Date(timeIntervalSinceReferenceDate: 1) })
      #expect(entries.allSatisfy { $0.kind == .special && $0.words == ["a"] && $0.note == nil })
      let report = try #require(container.migrationReport)
      #expect(report.droppedTexts == ["property Entry.old: 1"])
      #expect(report.entityTexts.contains("Extra: 0 → 0"))
      try container.close()
      #expect(try StoreIntegrity.findings(of: url).isEmpty)
    }
  }

  @Test func `changes that would lose a value need a migration plan`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      try write(A1.self, url) { $0.insert(A1.Entry(name: "a", old: 2.5)) }
      let error = try expectRefusal(.migrationPlanRequired, at: url) { try open(A2.self, url) }
      #expect(error.entity == "Entry")
      #expect(error.property == "old")
      #expect(error.count == 1)
      #expect(error.samples == ["2.5"])
      #expect(error.message.contains("migration plan"))
    }
  }
}
