extension GeoFormat {
  /// Writes items in this format, reads the result, and passes the items to a ``GeoSink`` as the format
  /// represents them.
  ///
  /// Formats that cannot represent all values of an item lose the same values whenever they write it, so
  /// an item of an exported file equals an unchanged item of the library after this conversion.
  ///
  /// - Parameter write: A closure that writes the items. It must not end the file.
  /// - Throws: Any error of the closure or the sink, and ``GeoFormatsError`` if the format cannot be
  ///   written.
  public func represent(
    options: GeoWritingOptions, into sink: any GeoSink, _ write: (any GeoWriter) throws -> Void
  ) throws {
    let bytes = ByteSpool()
    let writer = try writer(into: bytes, options: options)
    try write(writer)
    _ = try writer.finish()
    var reading = GeoReadingOptions()
    reading.format = id
    _ = try Self.read(ByteSpoolSource(bytes), into: sink, options: reading)
  }
}
