import CExpat
import Foundation

extension XMLTree {
  /// Reads a document from a file.
  ///
  /// - Throws: ``GPXCompareError`` if its encoding is unknown or it is not well-formed.
  package init(file: URL) throws {
    try self.init(bytes: Array(Data(contentsOf: file)))
  }

  /// Reads a document from bytes.
  ///
  /// - Throws: ``GPXCompareError`` if its encoding is unknown or it is not well-formed.
  package init(bytes: [UInt8]) throws {
    let text = try InputText(bytes)
    guard let parser = XML_ParserCreate("UTF-8") else {
      throw GPXCompareError("the XML parser could not be created")
    }
    defer { XML_ParserFree(parser) }
    let builder = XMLTreeBuilder(parser: parser, linesBefore: text.linesBefore)
    Self.install(on: parser, builder)
    var start = 0
    var status = XML_STATUS_OK
    // The bytes are passed in pieces, because expat counts the bytes of a call as Int32.
    repeat {
      let end = min(start + 1 << 20, text.utf8.count)
      status = text.utf8[start..<end].withUnsafeBytes { bytes in
        XML_Parse(
          parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
          end == text.utf8.count ? 1 : 0)
      }
      start = end
    } while status == XML_STATUS_OK && start < text.utf8.count
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw GPXCompareError(
        "line \(builder.line), column \(XML_GetCurrentColumnNumber(parser) + 1): \(reason ?? "?")")
    }
    self = withExtendedLifetime(builder) { builder.tree }
  }

  private static func install(on parser: XML_Parser, _ builder: XMLTreeBuilder) {
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let attributes else { return }
        XMLTreeBuilder.of(data)?.start(String(cString: name), attributes)
      },
      { data, _ in XMLTreeBuilder.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let characters else { return }
      let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
      XMLTreeBuilder.of(data)?.text(String(decoding: bytes, as: UTF8.self))
    }
    XML_SetCommentHandler(parser) { data, text in
      guard let text else { return }
      XMLTreeBuilder.of(data)?.leaf(.comment, named: "", String(cString: text))
    }
    XML_SetProcessingInstructionHandler(parser) { data, target, text in
      guard let target else { return }
      XMLTreeBuilder.of(data)?.leaf(
        .instruction, named: String(cString: target), text.map { String(cString: $0) } ?? "")
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLTreeBuilder.of(data)?.inDoctype = true
    }
    XML_SetEndDoctypeDeclHandler(parser) { data in XMLTreeBuilder.of(data)?.inDoctype = false }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      guard let name else { return }
      XMLTreeBuilder.of(data)?.tree.skippedEntities.append(String(cString: name))
    }
    XML_SetExternalEntityRefHandler(parser) { _, _, _, _, _ in Int32(XML_STATUS_OK.rawValue) }
  }
}
