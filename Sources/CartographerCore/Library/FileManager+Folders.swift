import Foundation

extension FileManager {
  /// Returns whether a path leads to a folder or to a symbolic link to a folder.
  package func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
