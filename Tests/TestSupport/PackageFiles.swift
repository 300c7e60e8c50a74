import Foundation

/// The paths of the package's files.
///
/// They are relative to this source file and not to the working directory, so a test behaves the
/// same under `swift test`, in an editor and in a debugger.
package enum PackageFiles {
  /// The folder that contains `Package.swift`, with symbolic links resolved.
  package static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the path of an input file in `Tests/Fixtures`, such as the store of an old version.
  package static func fixture(_ path: String) -> URL {
    root.appending(path: "Tests/Fixtures").appending(path: path)
  }

  /// Returns the path of a file in `SampleData`, the trip that ships with the program.
  package static func sample(_ path: String) -> URL {
    root.appending(path: "SampleData").appending(path: path)
  }

  /// Returns the path of a file in `Tests/Goldens` with expected output, recorded by `make golden`.
  package static func golden(_ path: String) -> URL {
    root.appending(path: "Tests/Goldens").appending(path: path)
  }

  /// Returns the path of a program in the tests' build folder, such as `cartographer`.
  ///
  /// The environment variable `CARTOGRAPHER_BIN` can name another build of `cartographer`, such as
  /// the release build.
  ///
  /// - Throws: ``TestSupportError`` if the program was not built.
  package static func executable(_ name: String) throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let testProgram = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let builtProgram = URL(filePath: testProgram).deletingLastPathComponent().appending(path: name)
    let otherBuild = name == "cartographer" ? environment["CARTOGRAPHER_BIN"] : nil
    let program = otherBuild.map { URL(filePath: $0) } ?? builtProgram
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw TestSupportError(
        code: .missing, message: "there is no program \(program.path); run `swift build` first")
    }
    return program
  }
}
