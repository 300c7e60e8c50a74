import Foundation
import GeoFormats

/// The source of an import: a file, a stream or text in memory.
package struct ImportInput: Sendable {
  /// The source's name as specified by the user. The name is shown in the history and in the list
  /// of imports.
  package let name: String
  /// The absolute path of the file, including the path inside an archive. The value is nil for a
  /// source without a location, such as standard input.
  let location: String?
  /// Whether the bytes come from a pipe or a device, where reading may block until input arrives.
  private(set) var mayStall = false
  private(set) var open: @Sendable () throws -> any ByteSource
  /// The activities in the activity list that accompanies the file. Nil if there is no activity
  /// list.
  package var activities: ActivityCatalogue?
  /// The reason why the file is truncated: damage, or an exceeded limit. Nil if the file is
  /// complete.
  private(set) var damage: InputDamage?
  /// The decompression budget shared by the files in an archive. Nil for a file outside an archive.
  private(set) var budget: ArchiveBudget?

  /// Creates an input from a file, a pipe or a device.
  ///
  /// A pipe or a device, such as `/dev/stdin` or a shell's `/dev/fd/63`, can be read only once and
  /// has no meaningful name.
  ///
  /// - Parameter name: The path as entered by the user, if it differs from the file's path.
  package static func file(_ url: URL, name: String? = nil) -> ImportInput {
    var status = stat()
    let isFile = stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return ImportInput(
      name: name ?? url.path, location: isFile ? url.standardizedFileURL.path : nil,
      mayStall: !isFile
    ) {
      try FileSource(path: url.path)
    }
  }

  /// Returns whether a path leads to a pipe, a socket or a device. Symbolic links are followed.
  ///
  /// Reading a pipe or device may block forever, so it is read only if the user specifies its path.
  package static func isSpecialFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Creates an input from a file in an archive.
  ///
  /// - Parameter path: The file's path in the archive, which is used only as a name.
  /// - Parameter damage: The damage to the archive, or the exceeded limit, that truncated the file.
  ///   Nil if the file is complete.
  static func member(
    _ path: String, of archive: ImportInput, _ spool: SpooledBytes, damage: InputDamage?,
    _ budget: ArchiveBudget, _ activities: ActivityCatalogue?
  ) -> ImportInput {
    ImportInput(
      name: "\(archive.name)/\(path)", location: archive.location.map { "\($0)/\(path)" },
      open: { spool.open() }, activities: activities, damage: damage, budget: budget)
  }

  /// Opens the input as a byte source that also hashes the bytes. The hash includes the file's
  /// entry in the activity list, if any, so that a renamed activity is imported again.
  func openHashing() throws -> HashingSource {
    let details = activities?.activity(of: name)
    return try HashingSource(open(), fingerprint: details?.fingerprint)
  }

  /// Returns an input that can be read without waiting: all bytes of a pipe or device are read in
  /// advance. Any other input is returned unchanged.
  func received(_ options: ImportOptions, _ meter: ProgressMeter) throws -> ImportInput {
    guard mayStall else { return self }
    let (spool, limit) = try SpooledBytes.receiving(open(), options: options.reading, meter)
    var received = self
    received.damage = limit
    received.mayStall = false
    received.open = { spool.open() }
    return received
  }

  /// Creates an input whose bytes can be read only once.
  package static func stream(
    named name: String, open: @escaping @Sendable () throws -> any ByteSource
  ) -> ImportInput {
    ImportInput(name: name, location: nil, open: open)
  }

  /// Creates an input from a temporary file that an external program created by converting the
  /// original file.
  ///
  /// - Parameter name: The name of the original file, as specified by the user.
  package static func conversion(of name: String, at url: URL) -> ImportInput {
    stream(named: name) { try FileSource(path: url.path) }
  }

  /// An input that reads standard input.
  package static var standardInput: ImportInput {
    ImportInput(name: "standard input", location: nil, mayStall: true) {
      FileSource.standardInput()
    }
  }

  /// Creates an input from text, such as pasted text. The encoding stated in the text is ignored.
  package static func text(_ text: String, named name: String) -> ImportInput {
    let encoding = /^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')/
    let bytes = Array(text.replacing(encoding, maxReplacements: 1) { $0.1 }.utf8)
    return stream(named: name) { MemorySource(bytes) }
  }

  /// The file's absolute path. Nil if there is no file, or if the name is already an absolute path.
  var place: String? { name.hasPrefix("/") ? nil : location }

  /// The last component of the name, without the folder path.
  package var shortName: String { Self.shortName(name) }

  static func shortName(_ name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}

package struct ImportOptions: Sendable {
  /// The ids or names of groups to which all imported items are added. A name without an existing
  /// group creates a new group.
  package var groups: [String]
  /// Whether to reject files that cannot be imported without repairs or omissions.
  package var isStrict: Bool
  /// Whether the import is a dry run, which reports its results without changing the library.
  package var isDryRun: Bool
  /// Whether to import a previously imported file as a new file.
  package var duplicates: Bool
  /// The import to be updated from the file. Nil to find the import automatically.
  package var updating: ItemID?
  /// The parts of the file, such as categories, from which additional group names are derived.
  package var groupOrigins: [GroupOrigin]
  /// Whether files that exceed the reader's safety limits are rejected.
  package var hasLimits = true
  /// The function that names unnamed paths, or nil to number them.
  package var namePath: PathNamer?
  /// The format-specific options, such as the columns of a table.
  package var formatOptions = GeoReadingOptions()

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
    var reading = formatOptions
    if !hasLimits { reading.limits = .none }
    return reading
  }

  /// Whether the options specify groups, or parts of the file from which group names are derived.
  var hasGroups: Bool { !groups.isEmpty || !groupOrigins.isEmpty }
}
