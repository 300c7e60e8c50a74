import CartographerCore
import Foundation

/// The folder with the pages of the manual.
package struct ManualFolder: Sendable {
  package let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// The name of the page that lists the other pages.
  package static let index = "index"

  /// The manual of the running program, or nil if it is missing.
  package static var installed: ManualFolder? { ManualFolder(ofProgram: ProgramFiles.program) }

  /// Finds the manual of a program: the installed folder `manual` or, in a checkout, `docs/manual`.
  package init?(ofProgram program: URL) {
    let places = ProgramFiles.places("manual", inCheckout: "docs/manual", of: program)
    guard let found = places.map(ManualFolder.init(_:)).first(where: \.hasIndex) else { return nil }
    self = found
  }

  private var hasIndex: Bool {
    FileManager.default.fileExists(atPath: file(ManualFolder.index).path)
  }

  /// Returns the file that contains a page. The index is in `README.md`, because web sites show a file
  /// with this name as the folder's page.
  private func file(_ name: String) -> URL {
    url.appending(path: name == ManualFolder.index ? "README.md" : "\(name).md")
  }

  /// The names of all pages: the pages in the order of the index, then the remaining pages.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let existing = Set(
      files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) })
    let index = (try? page(ManualFolder.index)) ?? ManualText(markdown: "")
    var names: [String] = [ManualFolder.index]
    for target in ManualLayout(index, columns: 80).links {
      let name = String(target.prefix { $0 != "#" }.dropLast(3))
      if existing.contains(name), !names.contains(name) { names.append(name) }
    }
    return names + existing.subtracting(names).sorted()
  }

  /// Reads a page.
  ///
  /// - Throws: ``LibraryError`` with the code `notFound` if the manual has no page with the name.
  package func page(_ name: String) throws -> ManualText {
    let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    guard isName, let data = try? Data(contentsOf: file(name)) else {
      throw LibraryError(
        .notFound, "The manual has no page “\(name)”.",
        remedy: "The page “\(ManualFolder.index)” lists the pages.")
    }
    return ManualText(markdown: String(decoding: data, as: UTF8.self))
  }

  /// Returns the name of the page for a topic that the user typed: the page with this name or,
  /// failing that, the only page whose name begins with the topic. Otherwise, returns the topic.
  package func name(of topic: String) -> String {
    let topic = topic.lowercased()
    let names = names
    if topic.isEmpty || names.contains(topic) { return topic.isEmpty ? ManualFolder.index : topic }
    let beginning = names.filter { $0.hasPrefix(topic) }
    return beginning.count == 1 ? beginning[0] : topic
  }

  /// The error for a program that was installed without its manual.
  package static let missing = LibraryError(
    .notFound, "The pages of the manual are not installed.",
    remedy: "Install the package again, or run `make install`.")
}
