import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A resource shortage that prevents writing to a store.
///
/// SQLite reports most shortages of system resources as input/output errors. To find the actual
/// cause, a probe makes a write of the same kind in the store's folder.
enum StoreShortage: Equatable {
  /// A lack of free disk space, or an exhausted disk quota.
  case disk
  /// A file size limit (`ulimit -f`) that is too low. The value is the maximum file size in bytes.
  case fileSize(UInt64)
  /// A limit on the number of open files (`ulimit -n`) that is too low. The value is the maximum
  /// number of open files.
  case openFiles(UInt64)

  /// The free space, in bytes, that is needed in addition to the store's size to open the store and
  /// make one small write.
  private static let spare = 1 << 16
  /// The number of file descriptors that an open store may need.
  private static let spareFiles = 16

  /// Determines which resource shortage, if any, prevents writing to a store. Returns nil if no
  /// resource has run out, or if the probe fails.
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

  /// Determines the resource shortage that a system error code indicates. Returns nil if the code
  /// indicates none.
  init?(reason: Int32) {
    switch reason {
    case ENOSPC, EDQUOT: self = .disk
    case EFBIG: self = .fileSize(Self.limit(of: RLIMIT_FSIZE))
    case EMFILE, ENFILE: self = .openFiles(Self.limit(of: RLIMIT_NOFILE))
    default: return nil
    }
  }

  /// Returns the error for a shortage that prevents a store from being opened or written.
  func error(_ url: URL, underlying: (any Error)? = nil) -> SwiftDataError {
    let words =
      switch self {
      case .disk:
        "The disk is full, so nothing was written to \(url.path). "
          + "Free up space in \(url.deletingLastPathComponent().path), and try again."
      case .fileSize(let bytes):
        "The file size limit is \(bytes) bytes, so nothing was written to \(url.path). "
          + "Raise the limit with `ulimit -f unlimited`, and try again."
      case .openFiles(let count):
        "The limit on open files is \(count), so \(url.path) cannot be opened. "
          + "Raise the limit with `ulimit -n \(max(256, count * 2))`, and try again."
      }
    return SwiftDataError(.inputOutput, words, underlying: underlying)
  }

  /// Runs a closure and, if a resource shortage causes an input/output error, throws an error that
  /// names the shortage instead.
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

  /// The value of the Linux flag `O_TMPFILE`, which Swift cannot import.
  static let namelessFile = 0o20_000_000 | O_DIRECTORY

  private static func isFull(_ folder: URL) -> Bool {
    let descriptor = open(folder.path, namelessFile | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno == ENOSPC || errno == EDQUOT }
    defer { close(descriptor) }
    let reason = posix_fallocate(descriptor, 0, spare)
    return reason == ENOSPC || reason == EDQUOT
  }
}
