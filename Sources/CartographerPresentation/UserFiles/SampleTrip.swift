import CartographerCore
import Foundation

/// The sample trip that is installed with the program: a few GPX files in one folder.
package enum SampleTrip {
  /// The group to which the sample trip is imported.
  package static let groupName = "Three days in the Alps"

  /// Returns the folder with the sample trip's files, or nil if the folder is missing.
  ///
  /// The folder is `../share/cartographer/sample` beside the folder of the program, or `SampleData`
  /// in the checkout in which the program was built.
  ///
  /// - Parameter program: The program's file, with symbolic links resolved.
  package static func folder(of program: URL) -> URL? {
    let binaries = program.deletingLastPathComponent()
    let installed =
      binaries.deletingLastPathComponent().appending(path: "share/cartographer/sample")
    let files = FileManager.default
    if files.isFolder(installed.path) { return installed }
    var parent = binaries
    while parent.path != "/" {
      let sample = parent.appending(path: "SampleData")
      if files.isFolder(sample.path),
        files.fileExists(atPath: parent.appending(path: "Package.swift").path)
      {
        return sample
      }
      parent = parent.deletingLastPathComponent()
    }
    return nil
  }
}
