import Geodesy
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerCore

/// The choice of columns in the import prompt for tables with different headers.
@Suite struct ImportColumnsTests {
  private let editor: LiveEditor
  /// The keys that open the import prompt for all tables.
  private let opening = ": \"import *.csv\" enter "

  init() async throws {
    editor = try await LiveEditor()
    try editor.folder.write("n,b,a\nHut,7,46\n", to: "a.csv")
    try editor.folder.write("n,b,a\nLake,7,46.1\n", to: "b.csv")
    try editor.folder.write("u,title,v\n7,Pass,46.2\n", to: "c.csv")
    try editor.folder.write("lat,lon,name\n46.3,7,Peak\n", to: "d.csv")
  }

  private var places: [String] {
    get async throws {
      try await editor.library.snapshot().places.map {
        "\($0.name) \($0.coordinate.latitude) \($0.coordinate.longitude)"
      }.sorted()
    }
  }

  @Test func `the prompt counts the headers, and c begins with tables that need columns`()
    async throws
  {
    let question = try await editor.screen(after: opening)
    #expect(question.contains("c       table columns: from 3 different headers"), "\(question)")
    let typing = try await editor.screen(after: opening + "c")
    #expect(typing.contains("columns 1/3"), "\(typing)")
    #expect(typing.contains("a.csv and 1 other table: n, b, a"), "\(typing)")
    let next = try await editor.screen(after: opening + "c tab")
    #expect(next.contains("columns 2/3") && next.contains("c.csv: u, title, v"), "\(next)")
    let third = try await editor.screen(after: opening + "c tab tab")
    #expect(third.contains("columns 3/3 lat=1, lon=2, name=3"), "\(third)")
    let first = try await editor.screen(after: opening + "c \"lat=a\" tab tab tab")
    #expect(first.contains("columns 1/3 lat=a"), "\(first)")
  }

  @Test func `each header gets its own columns`() async throws {
    let keys = opening + "c \"lat=a,lon=b,name=n\" tab \"lat=v,lon=u,name=title\" enter "
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Import 4 files?"), "\(question)")
    #expect(
      question.contains("table columns: specified for 2 of 3 different headers"), "\(question)")
    _ = try await editor.screen(after: keys + "enter")
    #expect(
      try await places == ["Hut 46.0 7.0", "Lake 46.1 7.0", "Pass 46.2 7.0", "Peak 46.3 7.0"])
  }

  @Test func `columns of one header do not change the other tables`() async throws {
    let keys = opening + "c \"lat=a,lon=b,name=n\" enter "
    let question = try await editor.screen(after: keys)
    #expect(question.contains("Import 3 files?"), "\(question)")
    let typing = try await editor.screen(after: keys + "c")
    #expect(typing.contains("columns 2/3"), "the tables that still need columns: \(typing)")
    let cleared = try await editor.screen(after: keys + "c tab tab ctrl-u enter")
    #expect(cleared.contains("Import d.csv?"), "\(cleared)")
    #expect(cleared.contains("table columns: from 3 different headers"), "\(cleared)")
  }

  @Test func `esc discards the columns of all headers`() async throws {
    let left = try await editor.screen(after: opening + "c \"lat=a,lon=b\" tab \"lat=v\" esc")
    #expect(left.contains("table columns: from 3 different headers"), "\(left)")
    #expect(left.contains("Import d.csv?"), "\(left)")
  }

  @Test func `tab says why it does nothing if all tables have the same header`() async throws {
    let text = try await editor.screen(after: ": \"import d.csv\" enter c tab")
    #expect(text.contains("all tables have the same header"), "\(text)")
    #expect(!text.contains("columns 1/"))
  }
}
