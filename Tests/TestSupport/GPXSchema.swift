import Foundation

/// The rules of a version of GPX, as `Tests/Fixtures/schemas` has them, checked by xmllint.
///
/// A test that needs it says `@Test(.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)"))`,
/// so that it is skipped with a reason where xmllint is not installed (`make setup-test`).
package enum GPXSchema: String, CaseIterable, Sendable {
  case version10 = "1.0"
  case version11 = "1.1"

  package static let isChecked: Bool = (try? Subprocess.run("xmllint", ["--version"])) != nil

  package static let absence = "xmllint is not on this machine: make setup-test installs it"

  package var file: URL { PackageFiles.fixture("schemas/gpx-\(rawValue).xsd") }

  /// The schema that a document's version asks for, by the version of its root; nil for none known.
  package init?(of document: Data) {
    let head = String(decoding: document.prefix(16384), as: UTF8.self)
    guard
      let root = head.firstMatch(of: /<(?:[\w.-]+:)?gpx\b[^>]*?\bversion\s*=\s*["']([^"']*)["']/)
    else { return nil }
    self.init(rawValue: String(root.1))
  }

  /// What is wrong with a document, in xmllint's words; nothing when it is valid.
  ///
  /// - Throws: ``TestSupportError`` when xmllint cannot be run.
  package func violations(of document: Data) throws -> [String] {
    let result = try Subprocess.run(
      "xmllint", ["--noent", "--nonet", "--noout", "--schema", file.path, "-"],
      standardInput: document)
    if result.exitCode == 0 { return [] }
    let lines = result.errors.split(separator: "\n").map(String.init)
    return lines.isEmpty ? ["xmllint ended \(result.exitCode)"] : lines
  }
}
