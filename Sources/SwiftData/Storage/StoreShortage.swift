import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A resource that has run out, so that a store cannot be written.
///
/// SQLite reports most shortages as an input/output error. The cause is found by a probe: the same
/// kind of write, tried in the store's folder.
enum StoreShortage: Equatable {
  /// The disk, or the user's share of it.
  case disk
  /// The limit on the size of a file (`ulimit -f`), in bytes.
  case fileSize(UInt64)
  /// The limit on open files (`ulimit -n`).
  case openFiles(UInt64)

  /// What opening a store and one small write need beyond its own size.
  private static let spare = 1 << 16
  /// How many files an open store may need.
  private static let spareFiles = 16

  /// The shortage at a store; nil if no resource has run out, or if the probe fails.
  init?(at url: URL) {
    if let limit = Self.exhaustedFileCount() {
      self = .openFiles(limit)
    } else if let limit = Self.exceededFileSize(of: url) {
      self = .fileSize(limit)
    } else if Self.isFull(url.deletingLastPathComponent()) {
      self = .disk
    } else {
      return nil
    }
  }

  /// The shortage that the system gave as the reason of a failure.
  init?(reason: Int32) {
    switch reason {
    case ENOSPC, EDQUOT: self = .disk
    case EFBIG: self = .fileSize(Self.limit(of: RLIMIT_FSIZE))
    case EMFILE, ENFILE: self = .openFiles(Self.limit(of: RLIMIT_NOFILE))
    default: return nil
    }
  }

  /// The error of a store that could not be written for it.
  func error(_ url: URL, underlying: (any Error)? = nil) -> SwiftDataError {
    let words =
      switch self {
      case .disk:
        "The disk is full: nothing was written to \(url.path). Free space in "
          + "\(url.deletingLastPathComponent().path), and try again."
      case .fileSize(let bytes):
        "The limit on the size of a file is \(bytes) bytes: nothing was written to \(url.path). "
          + "Raise the limit by `ulimit -f unlimited`, and try again."
      case .openFiles(let count):
        "The limit on open files is \(count): \(url.path) cannot be opened. Raise the limit by "
          + "`ulimit -n \(max(256, count * 2))`, and try again."
      }
    return SwiftDataError(.inputOutput, words, underlying: underlying)
  }

  /// Runs a body; an input/output error in it becomes the shortage that caused it.
  static func explaining<T>(_ url: URL?, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as SwiftDataError where error.code == .inputOutput {
      throw url.flatMap { url in StoreShortage(at: url)?.error(url, underlying: error) } ?? error
    }
  }

  // MARK: Probes

  private static func limit(of resource: __rlimit_resource) -> UInt64 {
    var limit = rlimit()
    return getrlimit(Int32(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
  }

  private static func exhaustedFileCount() -> UInt64? {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<spareFiles {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        return errno == EMFILE || errno == ENFILE ? limit(of: RLIMIT_NOFILE) : nil
      }
      descriptors.append(descriptor)
    }
    return nil
  }

  private static func exceededFileSize(of url: URL) -> UInt64? {
    let sizes = ["", "-wal", "-journal"].map { StoreFile.size(URL(fileURLWithPath: url.path + $0)) }
    let limit = limit(of: RLIMIT_FSIZE)
    return UInt64((sizes.max() ?? 0)) + UInt64(spare) > limit ? limit : nil
  }

  /// Linux's `O_TMPFILE`, which Swift cannot import.
  static let namelessFile = 0o20_000_000 | O_DIRECTORY

  private static func isFull(_ folder: URL) -> Bool {
    let descriptor = open(folder.path, namelessFile | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno == ENOSPC || errno == EDQUOT }
    defer { close(descriptor) }
    let reason = posix_fallocate(descriptor, 0, spare)
    return reason == ENOSPC || reason == EDQUOT
  }
}
