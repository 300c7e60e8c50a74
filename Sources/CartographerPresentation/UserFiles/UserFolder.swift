import Foundation

/// A folder of the program under one of the user's base folders (XDG Base Directory Specification).
package enum UserFolder: String {
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"
  case configuration = "XDG_CONFIG_HOME"

  /// Below the home folder, where the variable names no base.
  private var fallback: String {
    switch self {
    case .data: ".local/share"
    case .state: ".local/state"
    case .configuration: ".config"
    }
  }

  /// Where it is; nil without a home folder. A relative base counts for none, as the specification
  /// asks.
  package func url(_ environment: [String: String]) -> URL? {
    if let base = environment[rawValue], base.hasPrefix("/") {
      return URL(filePath: base).appending(path: "cartographer")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(filePath: home).appending(path: fallback).appending(path: "cartographer")
  }
}
