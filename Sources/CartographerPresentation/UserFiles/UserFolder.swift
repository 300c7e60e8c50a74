import Foundation

/// The program's folder inside one of the user's base folders (XDG Base Directory Specification).
package enum UserFolder: String {
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"
  case configuration = "XDG_CONFIG_HOME"

  /// The base folder to use, relative to the home folder, if the environment variable is not set.
  private var fallback: String {
    switch self {
    case .data: ".local/share"
    case .state: ".local/state"
    case .configuration: ".config"
    }
  }

  /// Returns the location of the program's folder. Returns nil if there is no home folder. A
  /// relative base folder is ignored, as the specification requires.
  package func url(_ environment: [String: String]) -> URL? {
    if let base = environment[rawValue], base.hasPrefix("/") {
      return URL(filePath: base).appending(path: "cartographer")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(filePath: home).appending(path: fallback).appending(path: "cartographer")
  }
}
