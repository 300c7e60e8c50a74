import GeoFormats

/// Fuzzes repeated round trips: the third output must equal the second output byte for byte.
///
/// The first output may differ in layout, because the writer sorts the elements of the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRoundTrip(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let first = rewritten(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
  guard let second = rewritten(first), let third = rewritten(second) else {
    fatalError("the reader refused the output:\n\(shown(first))")
  }
  if third != second {
    fatalError("the third output differs from the second:\n\(shown(second))\n\(shown(third))")
  }
  return 0
}

private func rewritten(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
  read(bytes).map { document, _ in
    written(document, as: "gpx", GeoWritingOptions(unchangedSource: document.header))
  }
}
