import CartographerCore
import Foundation

/// The folder that contains the manual pages, and the adjacent folder `formats`, which contains a
/// page for each file format.
package struct ManualFolder: Sendable {
  package let url: URL

  package init(_ url: URL) {
    self.url = url
  }

  /// The name of the manual's index page.
  package static let index = "index"

  /// The running program's manual. Nil if the manual is missing.
  package static var installed: ManualFolder? { ManualFolder(ofProgram: ProgramFiles.program) }

  /// Finds a program's manual: the installed folder `manual` or, in a checkout, `docs/manual`.
  package init?(ofProgram program: URL) {
    let places = ProgramFiles.places("manual", inCheckout: "docs/manual", of: program)
    guard let found = places.map(ManualFolder.init(_:)).first(where: \.hasIndex) else { return nil }
    self = found
  }

  private var hasIndex: Bool {
    FileManager.default.fileExists(atPath: file(ManualFolder.index).path)
  }

  /// Returns the file that contains a manual page. The index is in `README.md`, because web sites
  /// show a file with this name as the folder's page.
  private func file(_ name: String) -> URL {
    guard !name.hasPrefix(Self.formats) else {
      return url.deletingLastPathComponent().appending(path: "\(name).md")
    }
    return url.appending(path: name == ManualFolder.index ? "README.md" : "\(name).md")
  }

  /// The prefix for the names of pages about file formats, as in `formats/kml`.
  private static let formats = "formats/"

  /// Returns the name of the manual page to which a link leads. Returns nil if the target is not a
  /// manual page.
  ///
  /// - Parameters:
  ///   - target: The link's target without its anchor, such as `../formats/kml.md`.
  ///   - page: The name of the page that contains the link.
  package static func page(ofLink target: some StringProtocol, on page: String) -> String? {
    guard target.hasSuffix(".md") else { return nil }
    let name = target.dropLast(3)
    let isFormat = page.hasPrefix(formats)
    for (folder, isOther) in [("../formats/", !isFormat), ("../manual/", isFormat)]
    where isOther && name.hasPrefix(folder) {
      let other = name.dropFirst(folder.count)
      return other.contains("/") ? nil : isFormat ? manualName(other) : formats + other
    }
    guard !name.contains("/") else { return nil }
    return isFormat ? formats + name : manualName(name)
  }

  private static func manualName(_ file: some StringProtocol) -> String {
    file == "README" ? index : String(file)
  }

  private static func pages(in folder: URL) -> Set<String> {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Set(
      files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) })
  }

  /// The names of all pages: first the pages in the index, in index order, then the remaining
  /// pages.
  package var names: [String] {
    let folder = url.deletingLastPathComponent().appending(path: Self.formats)
    let existing = Self.pages(in: url).union(Self.pages(in: folder).map { Self.formats + $0 })
    let index = (try? page(ManualFolder.index)) ?? ManualText(markdown: "")
    var names: [String] = [ManualFolder.index]
    for target in ManualLayout(index, columns: 80).links {
      let name = Self.page(ofLink: target.prefix { $0 != "#" }, on: ManualFolder.index)
      if let name, existing.contains(name), !names.contains(name) { names.append(name) }
    }
    return names + existing.subtracting(names).sorted()
  }

  /// Reads a manual page.
  ///
  /// - Throws: ``LibraryError`` with the code `notFound` if the manual has no page of this name.
  package func page(_ name: String) throws -> ManualText {
    let own = name.hasPrefix(Self.formats) ? name.dropFirst(Self.formats.count) : name[...]
    let isName = !own.isEmpty && own.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    guard isName, let data = try? Data(contentsOf: file(name)) else {
      throw LibraryError(
        .notFound, "The manual has no page “\(name)”.",
        remedy: "The page “\(ManualFolder.index)” lists all pages.")
    }
    return ManualText(markdown: String(decoding: data, as: UTF8.self))
  }

  /// Returns the name of the manual page for a topic. The result is the page with the topic's name,
  /// or the page about the file format with this name. If neither page exists, the result is the
  /// only page whose name begins with the topic. If there is no such page, or several such pages,
  /// the result is the topic itself.
  package func name(of topic: String) -> String {
    let topic = topic.lowercased()
    let names = names
    if topic.isEmpty || names.contains(topic) { return topic.isEmpty ? ManualFolder.index : topic }
    if names.contains(Self.formats + topic) { return Self.formats + topic }
    for start in [topic, Self.formats + topic] {
      let beginning = names.filter { $0.hasPrefix(start) }
      if !beginning.isEmpty { return beginning.count == 1 ? beginning[0] : topic }
    }
    return topic
  }

  /// The error for a program that was installed without its manual.
  package static let missing = LibraryError(
    .notFound, "The manual pages are not installed.",
    remedy: "Install the package again, or run `make install`.")
}
