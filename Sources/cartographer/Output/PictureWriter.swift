import CartographerCore
import CartographerPresentation
import Foundation
import TerminalUI

/// A writer that outputs a finished picture to a file or to standard output.
struct PictureWriter {
  private let options: PictureOptions
  private let format: PictureFormat
  private let session: Session
  /// The PNG converter. Nil for pictures in other formats.
  private let converter: PNGConverter?

  /// Checks the options before the picture is drawn.
  ///
  /// - Throws: ``Failure`` for an existing file, a missing converter, or PNG output to a terminal.
  init(_ options: PictureOptions, _ format: PictureFormat, _ session: Session) throws {
    self.options = options
    self.format = format
    self.session = session
    if let file = options.file {
      try OutputFile.check(file, isReplacing: options.force, example: "map.svg")
    }
    if let file = options.file, !FileManager.default.fileExists(atPath: file),
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
    {
      throw Failure(
        .cannotWrite, code: "cannotWrite",
        "\(file) is a symbolic link to \(target), which does not exist.",
        remedy: "Choose another file with `-o`, or remove the link.")
    }
    if format == .png, options.file == nil, session.console.outputIsTerminal {
      throw Failure.usage("A terminal cannot show a PNG image.", remedy: "Add `-o FILE`.")
    }
    converter = format == .png ? try PNGConverter(session.environment) : nil
  }

  /// Writes a picture. For the format PNG, the text is SVG and is converted; for all other formats,
  /// the text is written unchanged.
  func write(_ text: String) async throws {
    let picture = try await converter?.png(text)
    guard let file = options.file else {
      guard let picture else { return try session.console.write(text) }
      try session.console.flush()
      return try picture.withUnsafeBytes { try Console.put($0) }
    }
    let folders = OutputFolders()
    defer { folders.removeEmpty() }
    // A dry run also creates the folders, and removes them again, so that it fails as the command
    // would.
    try folders.make(for: file)
    let isDryRun = options.dryRun || session.isScriptDryRun
    if !isDryRun {
      try FileSink.write(
        picture ?? Data(text.utf8), to: URL(filePath: file), isReplacing: options.force)
    }
    guard !session.global.json else {
      return try session.console.print(
        .object([
          ("dryRun", isDryRun ? .boolean(true) : nil), ("file", .string(file)),
          ("format", .string(format.rawValue)),
        ]))
    }
    try session.console.result("\(isDryRun ? "Would write" : "Wrote") \(file).")
    if options.dryRun { session.console.say("Nothing was changed.") }
  }
}
