import Foundation
import GeoFormats

/// Writes a file aside and puts it in place when it is whole, so that no half file is ever seen
/// under its name.
///
/// Until then it has no name at all where the file system can, so that nothing of it is left when the
/// program is killed; elsewhere a draft stands beside it.
final class FileSink: ByteSink {
  private let url: URL
  private let draft: String
  /// Whether the draft has its name.
  private var isNamed = false
  private let isReplacing: Bool
  private var descriptor: Int32

  /// A symbolic link is followed: what it leads to is replaced, and it stays.
  ///
  /// - Throws: ``LibraryError`` `cannotWrite`: the file exists and is not to be replaced, is a
  ///   folder, a device or a database, or its folder cannot be written.
  init(_ named: URL, isReplacing: Bool) throws {
    let url = named.resolvingSymlinksInPath()
    self.url = url
    self.isReplacing = isReplacing
    var status = stat()
    let isThere = stat(url.path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      throw LibraryError(
        .cannotWrite, "\(url.path) is a folder or a device; name a file.")
    }
    if isThere, Self.isDatabase(url) {
      throw LibraryError(
        .cannotWrite,
        "\(url.path) is a database, or belongs to one, and is not replaced; choose "
          + "another name.")
    }
    if !isReplacing, FileManager.default.fileExists(atPath: url.path) {
      throw LibraryError(
        .cannotWrite, "\(url.path) exists; choose another name, or say that it may be replaced.")
    }
    draft = "\(url.path).\(UUID().uuidString).part"
    descriptor = Self.openNameless(in: url.deletingLastPathComponent().path)
    if descriptor < 0 {
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      isNamed = descriptor >= 0
    }
    guard descriptor >= 0 else { throw Self.failure(url) }
    // Whoever could not read the file that is replaced shall not read the new one.
    if isThere { fchmod(descriptor, status.st_mode & 0o777) }
  }

  /// Whether a file holds a database of SQLite, or stands beside one as its log or lock do.
  private static func isDatabase(_ url: URL) -> Bool {
    func isSQLite(_ url: URL) -> Bool {
      (try? FileHandle(forReadingFrom: url).read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }
    let owner = ["-wal", "-shm", "-journal", ".lock"].first { url.path.hasSuffix($0) }
      .map { URL(filePath: String(url.path.dropLast($0.count))) }
    return isSQLite(url) || owner.map(isSQLite) ?? false
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if isNamed { unlink(draft) }
  }

  /// Linux's `O_TMPFILE`, which Swift cannot import; a kernel without it sees a folder to be written.
  private static let temporaryFile = 0o20_000_000 | O_DIRECTORY

  /// - Returns: A file that has no name yet; a negative number where there can be none, or where it
  ///   could not be given one.
  private static func openNameless(in folder: String) -> Int32 {
    let descriptor = open(folder, temporaryFile | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0, access(place(of: descriptor), F_OK) != 0 else { return descriptor }
    close(descriptor)
    return -1
  }

  private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
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

  /// Flushes the file and gives it its name.
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
    guard isReplacing ? rename(draft, url.path) == 0 : takeName() else {
      let failure = Self.failure(url)
      unlink(draft)
      throw failure
    }
    synchroniseFolder()
  }

  /// Flushes the name too, where the file system can.
  private func synchroniseFolder() {
    let folder = open(url.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Gives the draft a name that nothing may have. Where the file system knows no links, as that of a
  /// memory card, the name is taken by an empty file first.
  private func takeName() -> Bool {
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
      .cannotWrite, "\(url.path) cannot be written (\(reason)); check its folder and the space.")
  }
}
