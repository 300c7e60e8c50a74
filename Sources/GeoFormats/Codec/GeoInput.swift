/// A codec's input: a file, its decompressed content and the reading options.
struct GeoInput {
  /// The bytes of the file before decompression.
  let file: BufferedSource
  let unpacking: Unpacking
  let options: GeoReadingOptions
  let progress: ((GeoProgress) throws -> Void)?

  /// The decompressed content.
  var content: BufferedSource { unpacking.content }

  /// The size of the content in bytes. Nil if the size is unknown, as for a compressed file.
  var byteCount: Int? { content.byteCount }

  /// Reports how much of the file has been read. A codec calls this function at least once per 64
  /// KiB of content.
  ///
  /// - Throws: `CancellationError` on cancellation, and any error thrown by the progress closure.
  func advance() throws {
    try Task.checkCancellation()
    try progress?(GeoProgress(bytesRead: file.consumed, bytesTotal: file.byteCount))
  }
}
