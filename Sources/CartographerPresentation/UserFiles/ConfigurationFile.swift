import CartographerCore
import Foundation

/// The user's configuration file.
package struct ConfigurationFile: Sendable {
  package let url: URL

  /// Locates the file `$XDG_CONFIG_HOME/cartographer/config.toml`. If the variable is not set, the
  /// file is `~/.config/cartographer/config.toml`. Returns nil if there is no home folder.
  package init?(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard let folder = UserFolder.configuration.url(environment) else { return nil }
    url = folder.appending(path: "config.toml")
  }

  package var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Throws an error if the configuration file exists but is unreadable, or if its existence cannot
  /// be determined.
  ///
  /// - Throws: ``LibraryError`` with the code `noPermission`, `notFound` or `inputOutput`.
  ///   The code is `notFound` if a part of the path is not a folder, and `inputOutput` for other
  ///   failures.
  package func requireReadable() throws {
    let remedy: LibraryError.Remedy = "Check the permissions of the file and its folders."
    guard try FilePresence.isTaken(url, remedy: remedy) else { return }
    try FilePresence.requireReadable(url, remedy: remedy)
  }

  /// The configuration file's maximum size, in bytes.
  private static let limit = 1 << 20

  /// Returns the configuration in the file, or an empty configuration if there is no file. An
  /// unreadable file is reported as a configuration problem.
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
      guard data.count <= Self.limit else {
        return refuse("the configuration file is larger than 1 MiB; shorten it")
      }
      guard let text = String(data: data, encoding: .utf8) else {
        return refuse("the configuration file is not valid UTF-8; save it with UTF-8 encoding")
      }
      return Configuration(text: text)
    } catch {
      return refuse("the configuration file cannot be read: \(error.localizedDescription)")
    }
  }
}
