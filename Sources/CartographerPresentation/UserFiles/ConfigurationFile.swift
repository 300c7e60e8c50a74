import CartographerCore
import Foundation

/// The user's configuration file.
package struct ConfigurationFile: Sendable {
  package let url: URL

  /// Creates the file `$XDG_CONFIG_HOME/cartographer/config.toml`, or
  /// `~/.config/cartographer/config.toml` if the variable is not set; nil if there is no home
  /// folder.
  package init?(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard let folder = UserFolder.configuration.url(environment) else { return nil }
    url = folder.appending(path: "config.toml")
  }

  package var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Throws an error if the file exists and cannot be read, or if its existence cannot be determined.
  ///
  /// - Throws: ``LibraryError``: `noPermission`, `notFound` if a part of the path is not a folder,
  ///   `inputOutput` for other failures.
  package func requireReadable() throws {
    let remedy = "Check the permissions of the file and its folders."
    guard try FilePresence.isTaken(url, remedy: remedy) else { return }
    try FilePresence.requireReadable(url, remedy: remedy)
  }

  /// The maximum size of the file in bytes.
  private static let limit = 1 << 20

  /// Returns the configuration in the file, or an empty configuration if there is no file. A file
  /// that cannot be read is reported as a problem of the configuration.
  package func read() -> Configuration {
    guard exists else { return Configuration() }
    var configuration = Configuration()
    func refuse(_ message: String) -> Configuration {
      configuration.problems = [Configuration.Problem(line: 1, message: message)]
      return configuration
    }
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      let data = try file.read(upToCount: Self.limit + 1) ?? Data()
      guard data.count <= Self.limit else { return refuse("the configuration file is too long") }
      guard let text = String(data: data, encoding: .utf8) else {
        return refuse("the file is not valid UTF-8; save it in that encoding")
      }
      return Configuration(text: text)
    } catch {
      return refuse("the file cannot be read: \(error.localizedDescription)")
    }
  }
}
