import CartographerCore
import Foundation

/// The user's configuration file.
package struct ConfigurationFile: Sendable {
  package let url: URL

  /// `$XDG_CONFIG_HOME/cartographer/config.toml`, else the same under `~/.config`; nil without a
  /// home.
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

  /// The longest file that is read, in bytes.
  private static let limit = 1 << 20

  /// What the file says; nothing where there is none. One that cannot be read is a problem.
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
      guard data.count <= Self.limit else { return refuse("this is too long for a configuration") }
      guard let text = String(data: data, encoding: .utf8) else {
        return refuse("this is not UTF-8; write it anew in that encoding")
      }
      return Configuration(text: text)
    } catch {
      return refuse("the file cannot be read: \(error.localizedDescription)")
    }
  }
}
