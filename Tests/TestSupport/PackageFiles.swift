import Foundation

/// Where the package's own files are, found from this source file and not from the working
/// directory, so that a test behaves alike under `swift test`, an editor and a debugger.
package enum PackageFiles {
  /// The folder that holds `Package.swift`, with symbolic links resolved.
  package static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `Tests/Fixtures/<path>`: input files kept for ever, such as the stores of old versions.
  package static func fixture(_ path: String) -> URL {
    root.appending(path: "Tests/Fixtures").appending(path: path)
  }

  /// `SampleData/<path>`: the trip that ships with the program.
  package static func sample(_ path: String) -> URL {
    root.appending(path: "SampleData").appending(path: path)
  }

  /// `Tests/Goldens/<path>`: expected output, re-recorded by `make golden`.
  package static func golden(_ path: String) -> URL {
    root.appending(path: "Tests/Goldens").appending(path: path)
  }

  /// A program built beside the running tests, such as `cartographer`.
  ///
  /// `CARTOGRAPHER_BIN` names another build of `cartographer` (the release, say).
  /// - Throws: ``TestSupportError`` when there is no such program yet.
  package static func executable(_ name: String) throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let runningTests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = URL(filePath: runningTests).deletingLastPathComponent().appending(path: name)
    let other = name == "cartographer" ? environment["CARTOGRAPHER_BIN"] : nil
    let program = other.map { URL(filePath: $0) } ?? beside
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw TestSupportError(
        code: .missing, message: "no program \(program.path): build it first, by `swift build`")
    }
    return program
  }
}
