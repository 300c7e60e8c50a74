import Foundation

/// The program `rsvg-convert`, which converts SVG images to PNG.
struct PNGConverter {
  private let program: ExternalProgram

  private static let timeLimitSeconds = 120.0
  /// The first bytes of a PNG file.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Finds the program `rsvg-convert`.
  ///
  /// - Throws: ``Failure`` with the code `unavailable` if the program is not installed.
  init(_ environment: [String: String]) throws {
    program = try ExternalProgram("rsvg-convert", package: "librsvg2-bin", environment)
  }

  /// Converts an SVG image to PNG, and returns the PNG data.
  ///
  /// - Throws: `CancellationError`; ``Failure`` if the program does not convert the picture.
  func png(_ svg: String) async throws -> Data {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (input, output) = (folder.file("picture.svg"), folder.file("picture.png"))
    do {
      try Data(svg.utf8).write(to: input)
    } catch {
      throw Failure(
        .cannotWrite, code: "cannotWrite", "The temporary file \(input.path) cannot be written.",
        remedy: "Check the free disk space.")
    }
    let outcome = try await program.run(
      ["--format", "png", "--output", output.path, input.path],
      timeLimitSeconds: Self.timeLimitSeconds, remedy: "Choose a smaller picture with `--size`.")
    guard outcome.exitCode == 0, let png = try? Data(contentsOf: output),
      png.starts(with: Self.signature)
    else {
      let reason =
        !outcome.lastErrors.isEmpty
        ? ": \(outcome.lastErrors)"
        : outcome.exitCode == 0
          ? ", because its output is not a PNG image." : " (exit code \(outcome.exitCode))."
      throw Failure(
        .inputOutput, code: "inputOutput", "rsvg-convert could not write the picture\(reason)",
        remedy: "Write the picture as SVG.")
    }
    return png
  }
}
