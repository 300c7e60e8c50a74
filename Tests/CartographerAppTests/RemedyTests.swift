import CartographerCore
import Foundation
import TestSupport
import Testing

@testable import CartographerApp

/// The remedies of errors, in the editor's terms.
@Suite struct RemedyTests {
  private func failure(exporting name: String) throws -> String {
    let folder = try TemporaryDirectory()
    let failure = try #require(throws: EditorFailure.self) {
      _ = try ExportTarget(name, .gpx, createsFolder: false) { folder.file($0).path }
    }
    return failure.message
  }

  @Test func `an export with an unknown extension is refused with the known extensions`() throws {
    let message = try failure(exporting: "x.foo")
    #expect(message.contains("no export format uses the extension .foo. Use one of the extensions"))
    #expect(message.contains(".gpx,") && !message.contains("--"), "\(message)")
  }

  @Test func `an export in a format that is only read is refused with the writable formats`() throws
  {
    let message = try failure(exporting: "x.fit")
    #expect(message.contains("The formats that can be exported are "), "\(message)")
    #expect(!message.contains("--"), "\(message)")
  }

  @Test func `a missing item has no remedy in the editor, which shows all items`() {
    let error = LibraryError(.notFound, "There is no place L9.", remedy: .listItems)
    #expect(EditorFailure(error).message == "There is no place L9.")
  }
}
