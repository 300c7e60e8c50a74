import CartographerCore
import Foundation
import Testing

@Suite struct PastedTextTests {
  @Test func `pasted text is read even if its XML declaration names another encoding`() async throws
  {
    let library = try await Library.open(at: .memory, clock: { .distantPast })
    let text = """
      <?xml version='1.0' encoding="ISO-8859-1" standalone='yes'?>
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="45" lon="6"><name>Névé encoding="x"</name></wpt></gpx>
      """
    let report = try await library.importFile(.text(text, named: "pasted.gpx"))
    #expect(report.diagnostics.isEmpty)
    #expect(try await library.snapshot().places.map(\.name) == ["Névé encoding=\"x\""])
    #expect(try await library.imports().map(\.source) == ["pasted.gpx"])
  }

  @Test func `a snapshot names the change that undo would revert`() async throws {
    let library = try await Library.open(at: .memory, clock: { .distantPast })
    let file = "<gpx version=\"1.1\" creator=\"x\"><wpt lat=\"45\" lon=\"6\"/></gpx>"
    _ = try await library.importFile(.text(file, named: "pasted.gpx"))
    let snapshot = try await library.snapshot()
    #expect(snapshot.undoesImport)
    let entry = try #require(snapshot.nextUndo)
    #expect(entry.title.imperative.contains("pasted.gpx"))
    let place = try #require(snapshot.places.first).id
    _ = try await library.apply(.set(.notes, of: [place], to: "Snow"))
    let refused = await #expect(throws: LibraryError.self) {
      _ = try await library.undo(entry.id)
    }
    #expect(refused?.code == .changedMeanwhile)
    let later = try await library.snapshot()
    #expect(!later.undoesImport)
    _ = try await library.undo(later.nextUndo?.id)
    _ = try await library.undo(entry.id)
    #expect(try await library.snapshot().nextRedo?.id == entry.id)
  }
}
