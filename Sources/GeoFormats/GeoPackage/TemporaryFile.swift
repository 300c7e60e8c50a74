import Foundation

/// A file for intermediate data, in a temporary folder that only the user can open. The file and
/// the folder are removed when this object is released.
final class TemporaryFile {
  /// The file's path. The caller must create the file.
  let path: String
  private let folder: String

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/cartographer-XXXXXX"
    var bytes = template.utf8CString
    let isMade = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard isMade else {
      let number = errno
      throw GeoFormatsError(
        code: .cannotOpen,
        message: """
          cannot create a folder for a temporary file (\(String(cString: strerror(number)))); free \
          up some disk space or set TMPDIR to another folder
          """, errorNumber: number, place: template)
    }
    folder = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? template
    }
    path = folder + "/data"
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
