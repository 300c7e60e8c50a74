import Foundation
import GeoFormats

/// A byte sink that writes to a temporary file, which is renamed once it is complete. An incomplete
/// file never has the final name.
///
/// If the file system supports unnamed files, the temporary file is unnamed, so that nothing is
/// left behind if the program is killed. On other file systems, the temporary file has a different
/// name in the final file's folder.
package final class FileSink: ByteSink {
  private let url: URL
  private let draft: String
  /// Whether the temporary file has a name in its folder.
  private var isNamed = false
  private let isReplacing: Bool
  private var descriptor: Int32

  /// Opens the temporary file for writing. If the final path is a symbolic link, the link's target
  /// is replaced, and the link itself is kept.
  ///
  /// - Throws: ``LibraryError`` `cannotWrite` if a file must not be replaced or cannot be created.
  init(_ named: URL, isReplacing: Bool) throws {
    let (url, permissions) = try Self.target(named, isReplacing: isReplacing)
    self.url = url
    self.isReplacing = isReplacing
    draft = "\(url.path).\(UUID().uuidString).part"
    descriptor = Self.openNameless(in: url.deletingLastPathComponent().path)
    if descriptor < 0 {
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      isNamed = descriptor >= 0
    }
    guard descriptor >= 0 else { throw Self.failure(url) }
    if let permissions { fchmod(descriptor, permissions) }
  }

  /// Writes the given bytes to a file.
  ///
  /// - Throws: ``LibraryError`` `cannotWrite` if a file must not be replaced or cannot be written.
  package static func write(_ bytes: Data, to url: URL, isReplacing: Bool) throws {
    let sink = try FileSink(url, isReplacing: isReplacing)
    try bytes.withUnsafeBytes { try sink.write($0) }
    try sink.finish()
  }

  /// Returns the file to which a path refers, and the file's permissions if the file exists. A
  /// replacement is created with the same permissions as the existing file, so that no additional
  /// users can read it.
  ///
  /// - Returns: The file or, for a symbolic link, the link's target.
  ///   The permissions are nil if this file does not exist.
  /// - Throws: ``LibraryError`` `cannotWrite` if the file exists and must not be replaced.
  ///   The error is also thrown for a folder, a device or a part of a database.
  package static func target(
    _ named: URL, isReplacing: Bool
  ) throws -> (url: URL, permissions: mode_t?) {
    let url = named.resolvingSymlinksInPath()
    var status = stat()
    let isThere = stat(url.path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw LibraryError(
        .cannotWrite, "\(url.path) is a folder or a device; choose a file name.")
    }
    if isThere, isDatabase(url) {
      throw LibraryError(
        .cannotWrite,
        """
        \(url.path) was not replaced, since it is part of a database; choose another name.
        """)
    }
    if !isReplacing, FileManager.default.fileExists(atPath: url.path) {
      throw LibraryError(
        .cannotWrite,
        "\(url.path) already exists; choose another name, or allow replacing the file.")
    }
    return (url, isThere ? status.st_mode & 0o777 : nil)
  }

  /// Returns whether a file is an SQLite database or one of a database's auxiliary files, such as a
  /// write-ahead log or a lock.
  private static func isDatabase(_ url: URL) -> Bool {
    let owner = ["-wal", "-shm", "-journal", ".lock"].first { url.path.hasSuffix($0) }
      .map { URL(filePath: String(url.path.dropLast($0.count))) }
    return isStore(url) || owner.map(isStore) ?? false
  }

  /// Returns whether a regular file is an SQLite database, such as a store, but not a GeoPackage.
  package static func isStore(_ url: URL) -> Bool {
    var status = stat()
    // Opening a pipe could wait forever.
    guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let head = (try? FileHandle(forReadingFrom: url).read(upToCount: 72)) ?? Data()
    // The header contains the identifier of the application that uses the file.
    return head.starts(with: Data("SQLite format 3".utf8))
      && !head.dropFirst(68).starts(with: Data("GPKG".utf8))
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if isNamed { unlink(draft) }
  }

  /// The value of the Linux flag `O_TMPFILE`, which Swift does not import from C. A kernel that
  /// does not support this flag tries to open the folder for writing and fails.
  private static let temporaryFile = 0o20_000_000 | O_DIRECTORY

  /// Opens an unnamed temporary file.
  ///
  /// - Returns: The file descriptor, or a negative number if the file cannot be created.
  ///   Some file systems do not support creating a file without a name and naming the file later.
  private static func openNameless(in folder: String) -> Int32 {
    let descriptor = open(folder, temporaryFile | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0, access(place(of: descriptor), F_OK) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, slice.baseAddress, slice.count)
      if count < 0 {
        guard errno == EINTR else { throw Self.failure(url) }
      } else {
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Flushes the temporary file to disk and renames it to its final name.
  func finish() throws {
    guard fsync(descriptor) == 0 else { throw Self.failure(url) }
    if !isNamed {
      isNamed =
        linkat(
          AT_FDCWD, Self.place(of: descriptor), AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0
      guard isNamed else { throw Self.failure(url) }
    }
    close(descriptor)
    descriptor = -1
    guard isReplacing ? rename(draft, url.path) == 0 : claimName() else {
      let failure = Self.failure(url)
      unlink(draft)
      throw failure
    }
    synchroniseFolder()
  }

  /// Flushes the folder to disk, if the file system supports it, so that the new file name survives
  /// a power failure.
  private func synchroniseFolder() {
    let folder = open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Moves the temporary file to its final name without replacing an existing file, and returns
  /// whether the move succeeded.
  ///
  /// If the file system does not support hard links, as on many memory cards, an empty file is
  /// created first to reserve the name.
  private func claimName() -> Bool {
    if link(draft, url.path) == 0 {
      unlink(draft)
      return true
    }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    let taken = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard taken >= 0 else { return false }
    close(taken)
    if rename(draft, url.path) == 0 { return true }
    let reason = errno
    unlink(url.path)
    errno = reason
    return false
  }

  private static func failure(_ url: URL) -> LibraryError {
    let reason = String(cString: strerror(errno))
    return LibraryError(
      .cannotWrite,
      "\(url.path) cannot be written (\(reason)); check the folder and the free disk space.")
  }
}
