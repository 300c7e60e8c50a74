import Foundation

/// The files that belong to the program, such as the manual.
package enum ProgramFiles {
  /// The running program, with symbolic links resolved.
  package static var program: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  /// Returns the paths at which the program looks for one of its own files or folders, in search
  /// order. The program looks in `share/cartographer` beside its own folder and, if it is in the
  /// build folder of a checkout, also in the checkout.
  ///
  /// - Parameter installed: The file's or folder's path in `share/cartographer`.
  /// - Parameter source: The file's or folder's path in a checkout.
  static func places(_ installed: String, inCheckout source: String, of program: URL) -> [URL] {
    let folder = program.deletingLastPathComponent()
    let shared = folder.deletingLastPathComponent().appending(path: "share/cartographer")
    // The build folder is up to four levels below the checkout: .build/<platform>/debug.
    var parents = [folder]
    for _ in 0..<4 { parents.append(parents[parents.count - 1].deletingLastPathComponent()) }
    let checkouts = parents.filter {
      FileManager.default.fileExists(atPath: $0.appending(path: "Package.swift").path)
    }
    return [shared.appending(path: installed)] + checkouts.map { $0.appending(path: source) }
  }
}
