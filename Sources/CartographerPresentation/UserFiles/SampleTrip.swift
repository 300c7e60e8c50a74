import CartographerCore
import Foundation

/// The sample trip that is installed with the program: a few GPX files in one folder.
package enum SampleTrip {
  /// The name of the group for the sample trip's items.
  package static let groupName = "Three days in the Alps"

  /// Returns the folder with the sample trip's files: the installed folder `sample` or, in a
  /// checkout, `SampleData`. Returns nil if the folder is missing.
  ///
  /// - Parameter program: The program's file, with symbolic links resolved.
  package static func folder(of program: URL = ProgramFiles.program) -> URL? {
    ProgramFiles.places("sample", inCheckout: "SampleData", of: program)
      .first { FileManager.default.isFolder($0.path) }
  }
}
