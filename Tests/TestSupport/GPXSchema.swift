import Foundation

/// The XML schema of a GPX version in `Tests/Fixtures/schemas`, checked by xmllint.
///
/// A test that needs it has the trait `.enabled(if: GPXSchema.isChecked, "\(GPXSchema.absence)")`,
/// so that it is skipped with a reason if xmllint is not installed (`make setup-test`).
package enum GPXSchema: String, CaseIterable, Sendable {
  case version10 = "1.0"
  case version11 = "1.1"

  /// Whether xmllint is installed.
  package static let isChecked: Bool = (try? Subprocess.run("xmllint", ["--version"])) != nil

  package static let absence = "xmllint is not on this machine: make setup-test installs it"

  package var file: URL { PackageFiles.fixture("schemas/gpx-\(rawValue).xsd") }

  /// Creates the schema for the version of a document's root element, or nil if it is unknown.
  package init?(of document: Data) {
    let head = String(decoding: document.prefix(16384), as: UTF8.self)
    guard
      let root = head.firstMatch(of: /<(?:[\w.-]+:)?gpx\b[^>]*?\bversion\s*=\s*["']([^"']*)["']/)
    else { return nil }
    self.init(rawValue: String(root.1))
  }

  /// Returns xmllint's messages about a document. The result is empty if the document is valid.
  ///
  /// - Throws: ``TestSupportError`` if xmllint cannot be run.
  package func violations(of document: Data) throws -> [String] {
    let result = try Subprocess.run(
      "xmllint", ["--noent", "--nonet", "--noout", "--schema", file.path, "-"],
      standardInput: document)
    if result.exitCode == 0 { return [] }
    let lines = result.errors.split(separator: "\n").map(String.init)
    return lines.isEmpty ? ["xmllint exited with \(result.exitCode)"] : lines
  }
}
