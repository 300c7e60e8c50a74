import SwiftData
import TestSupport
import Testing

/// The row counts and row lists of history entries.
@Suite struct JournalRowTests {
  enum J1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Page.self] }

    @Model final class Page {
      var text: String
      var label: [Label] = []
      init(text: String) { self.text = text }
    }

    @Model final class Label {
      var name: String
      @Relationship(inverse: \Page.label) var pages: [Page] = []
      init(name: String) { self.name = name }
    }
  }

  enum J2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Sheet.self] }

    @Model(originalName: "Page") final class Sheet {
      var text: String
      var label: [Label] = []
      init(text: String) { self.text = text }
    }

    @Model final class Label {
      var name: String
      @Relationship(inverse: \Sheet.label) var pages: [Sheet] = []
      init(name: String) { self.name = name }
    }
  }

  /// Makes three entries: one adds three pages, one changes the second page twice, and one deletes
  /// the third.
  private func makeStore(_ url: URL) throws -> [JournalEntry] {
    let container = try open(J1.self, url)
    let context = ModelContext(container)
    let pages = ["a", "b", "c"].map(J1.Page.init)
    try context.transaction(title: "Add") {
      for page in pages { context.insert(page) }
      try context.save()
      // A row that is inserted and changed in one entry counts once.
      pages[0].text = "A"
    }
    try context.transaction(title: "Change") {
      pages[1].text = "B"
      try context.save()
      pages[1].text = "BB"
      let label = J1.Label(name: "L")
      context.insert(label)
      label.pages = [pages[0]]
      try context.save()
      label.pages = []
    }
    try context.transaction(title: "Delete") { context.delete(pages[2]) }
    let entries = try container.history()
    try container.close()
    return entries
  }

  @Test func `a row counts once per entry, even if it changed several times`() throws {
    try TemporaryDirectory.with { folder in
      let entries = try makeStore(folder.appending(path: "x.store"))
      #expect(entries.map(\.title) == ["Delete", "Change", "Add"])
      // The entry “Change” has a page, a label, and a link that was added and removed.
      #expect(entries.map(\.rows) == [1, 3, 3])
    }
  }

  @Test func `a sealed entry still lists its rows`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let entries = try makeStore(url)
      let container = try open(J2.self, url, LightweightPlan<J1, J2>.self)
      #expect(try container.history().map(\.state) == [.sealed, .sealed, .sealed])
      let deletion = try container.changes(of: entries[0].id)
      #expect(deletion.deleted == ["Page": [3]])
      let change = try container.changes(of: entries[1].id)
      #expect(change.changed == ["Page": [2]])
      #expect(change.inserted == ["Label": 1...1])
      // New entries use the new class names and tables.
      let context = ModelContext(container)
      try context.transaction(title: "New") {
        try context.all(J2.Sheet.self).first?.text = "new"
      }
      let newest = try #require(try container.history().first)
      #expect(try container.changes(of: newest.id).changed == ["Sheet": [1]])
      try container.close()
    }
  }

  @Test func `a migration deletes undone entries and the rows saved for them`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      _ = try makeStore(url)
      let before = try open(J1.self, url)
      for _ in 0..<3 { _ = try before.undo() }
      try before.close()
      let after = try open(J2.self, url, LightweightPlan<J1, J2>.self)
      #expect(try after.history().isEmpty)
      try after.close()
      let database = try PlainDatabase(url)
      #expect(try database.rows("SELECT count(*) FROM _sd_journal_range") == [["0"]])
      #expect(
        try database.rows("SELECT name FROM sqlite_master WHERE name GLOB '_sd_sealed_*'") == [])
    }
  }

  @Test func `inserted rows have their inserted values, even if one changed often afterwards`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let container = try open(J1.self, folder.appending(path: "x.store"))
      let context = ModelContext(container)
      let pages = ["a", "b", "c"].map(J1.Page.init)
      for page in pages { context.insert(page) }
      try context.save()
      let insertion = try #require(try container.history().first)
      for number in 0..<40 {
        pages[0].text = "\(number)"
        try context.save()
      }
      pages[1].text = "later"
      context.delete(pages[2])
      try context.save()
      let rows = try container.insertedRows(
        of: insertion.id, in: "Page", columns: ["text"], limit: 3)
      #expect(rows.map { $0.after?["text"] } == [.text("a"), .text("b"), .text("c")])
      let asked = try container.insertedRows(
        of: insertion.id, in: "Page", columns: ["text"], keys: [1, 2])
      #expect(asked.map { $0.after?["text"] } == [.text("a"), .text("b")])
      try container.close()
    }
  }

  @Test func `a damaged key or row range is reported as corruption`() throws {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      let entries = try makeStore(url)
      for (sql, next) in [("9223372036854775807", Int64.max), ("-9223372036854775808", .min)] {
        try PlainDatabase(url).execute("UPDATE _sd_key SET next = \(sql) WHERE entity = 'Page'")
        let container = try open(J1.self, url)
        let context = ModelContext(container)
        context.insert(J1.Page(text: "d"))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .corruptStore)
        #expect(error?.message.contains("\(next)") == true, "\(error?.message ?? "")")
        try container.close()
      }
      try PlainDatabase(url).execute("UPDATE _sd_journal_range SET low = 9, high = 1")
      let container = try open(J1.self, url)
      #expect(throws: SwiftDataError.corruptStore) { try container.changes(of: entries[2].id) }
      try container.close()
    }
  }
}
