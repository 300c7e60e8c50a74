import Foundation
import GeoFormats

/// Where the bytes of an import come from.
package struct ImportInput: Sendable {
  /// As it was given; the history and the list of imports show it.
  package let name: String
  /// Nil for what can be read only once, such as standard input.
  let url: URL?
  /// Whether the bytes come from a pipe or a device, which may stall.
  private(set) var mayStall = false
  private(set) var open: @Sendable () throws -> any ByteSource

  /// A file. A pipe or a device, such as `/dev/stdin` or what a shell calls `/dev/fd/63`, can be read
  /// only once, and its name says nothing.
  ///
  /// - Parameter name: The path as it was typed, if that differs.
  package static func file(_ url: URL, name: String? = nil) -> ImportInput {
    var status = stat()
    let isFile = stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return ImportInput(name: name ?? url.path, url: isFile ? url : nil, mayStall: !isFile) {
      try FileSource(path: url.path)
    }
  }

  /// Returns the input with all bytes of a pipe or device already received, so that reading them does
  /// not stall; any other input is returned unchanged.
  func received(_ options: ImportOptions, _ meter: ProgressMeter) throws -> ImportInput {
    guard mayStall else { return self }
    let spool = try StreamSpool(open(), options: options.reading, meter)
    var received = self
    received.mayStall = false
    received.open = { spool.open() }
    return received
  }

  /// Bytes from elsewhere, read once.
  package static func stream(
    named name: String, open: @escaping @Sendable () throws -> any ByteSource
  ) -> ImportInput {
    ImportInput(name: name, url: nil, open: open)
  }

  /// Standard input.
  package static var standardInput: ImportInput {
    ImportInput(name: "standard input", url: nil, mayStall: true) { FileSource.standardInput() }
  }

  /// A text, such as one that was pasted: read as UTF-8, whatever it says of its encoding.
  package static func text(_ text: String, named name: String) -> ImportInput {
    let encoding = /^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/
    let bytes = Array(text.replacing(encoding, maxReplacements: 1) { $0.1 }.utf8)
    return stream(named: name) { MemorySource(bytes) }
  }

  /// Where the file is, if its name does not say so.
  var place: String? { name.hasPrefix("/") ? nil : url?.standardizedFileURL.path }

  /// The name without its folders.
  var shortName: String { Self.shortName(name) }

  static func shortName(_ name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}

package struct ImportOptions: Sendable {
  /// Groups that get everything imported, each an id or a name; a name nothing bears makes a group.
  package var groups: [String]
  /// Refuse a file for anything that a tolerant import would repair or leave out.
  package var isStrict: Bool
  /// Read and report, and write nothing.
  package var isDryRun: Bool
  /// Import a file again that the store already has.
  package var duplicates: Bool
  /// The import whose items the file is to bring to what it says now; nil to find out.
  package var updating: ItemID?
  /// What in the file says which further groups its items go to; nil for nothing.
  package var groupOrigins: [GroupOrigin]
  /// Whether files that ask for uncommonly much, as an attack does, are refused.
  package var hasLimits = true

  package init(
    groups: [String] = [], isStrict: Bool = false, isDryRun: Bool = false, duplicates: Bool = false,
    groupOrigins: [GroupOrigin] = []
  ) {
    self.groups = groups
    self.groupOrigins = groupOrigins
    self.isStrict = isStrict
    self.isDryRun = isDryRun
    self.duplicates = duplicates
  }

  /// The options for the codec that reads the file.
  var reading: GeoReadingOptions {
    var reading = GeoReadingOptions()
    if !hasLimits { reading.limits = .none }
    return reading
  }

  /// Whether items are to go to groups that their file does not say they were in.
  var hasGroups: Bool { !groups.isEmpty || !groupOrigins.isEmpty }
}
