import Foundation

/// The file that stores the view settings between editor sessions. Losing the view settings is
/// harmless, so read and write errors are ignored.
struct EditorSessionFile {
  let url: URL?

  func read() -> EditorSession? {
    guard let url, let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(EditorSession.self, from: data)
  }

  func write(_ session: EditorSession) {
    guard let url else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(session) else { return }
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? data.write(to: url, options: .atomic)
  }
}
