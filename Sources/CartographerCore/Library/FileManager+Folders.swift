import Foundation

extension FileManager {
  /// Returns whether a file path denotes a folder or a symbolic link to a folder.
  package func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
