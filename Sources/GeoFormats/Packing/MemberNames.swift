import Geodesy

/// The number of files in an archive that are not imported, with the names of the first few.
public struct MemberNames: CustomStringConvertible, Hashable, Sendable {
  /// The maximum number of file names in a message. Further names are only counted, because an
  /// archive can have millions of files.
  private let maximum: Int

  private static let imageExtensions = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".heic",
  ]

  private var first: [String] = []
  /// The number of files other than pictures.
  private var otherCount = 0
  private var imageCount = 0

  public var count: Int { otherCount + imageCount }

  init(maximum: Int = 5) { self.maximum = maximum }

  public var isEmpty: Bool { count == 0 }

  var haveOnlyImages: Bool { otherCount == 0 }

  /// Counts a file that is not imported. The names of the first few files other than pictures are
  /// stored.
  ///
  /// - Parameter note: Text to show after the name, such as the name of an activity.
  mutating func add(_ name: String, note: String = "") {
    let lower = name.lowercased()
    if Self.imageExtensions.contains(where: { lower.hasSuffix($0) }) {
      imageCount += 1
      return
    }
    if first.count < maximum { first.append(Excerpt.of(name) + note) }
    otherCount += 1
  }

  /// Returns the number of files followed by the given noun, such as `3 files`.
  func counted(_ noun: String) -> String { Numbers.counted(count, noun) }

  public var description: String {
    let shown = first.shortList(maximum, of: otherCount)
    guard imageCount > 0 else { return shown }
    let images = Numbers.counted(imageCount, "picture")
    return otherCount == 0 ? images : "\(shown) and \(images)"
  }
}
