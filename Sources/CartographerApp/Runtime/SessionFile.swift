import Foundation

/// The file that keeps the last view. Losing it loses nothing but comfort, so a file that cannot
/// be read counts as none, and one that cannot be written is left.
struct SessionFile {
  let url: URL?

  func read() -> Session? {
    guard let url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(Session.self, from: data)
  }

  func write(_ session: Session) {
    guard let url else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(session) else { return }
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: url, options: .atomic)
  }
}
