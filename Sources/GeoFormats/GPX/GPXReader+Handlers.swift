import CExpat

extension GPXReader {
  /// Registers ``GPXScan`` methods as callbacks for the XML parser.
  func installHandlers() {
    XML_SetUserData(parser, state)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name, let attributes else { return }
        let scan = data.assumingMemoryBound(to: GPXScan.self)
        scan.pointee.document.nesting &+= 1
        // Expat itself does not limit the depth of nested elements.
        if scan.pointee.document.nesting > scan.pointee.limits.depth,
          !scan.pointee.parsing.isStopped
        {
          scan.pointee.limitDepth()
        }
        scan.pointee.start(
          UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), XMLAttributes(attributes))
      },
      { data, name in
        guard let data, let name else { return }
        let scan = data.assumingMemoryBound(to: GPXScan.self)
        scan.pointee.document.nesting &-= 1
        scan.pointee.end(UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self))
      })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let data, let characters else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.characters(
        UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self), count: Int(count))
    }
    installAsideHandlers()
    XML_SetStartDoctypeDeclHandler(parser) { data, _, systemID, _, _ in
      guard let data else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundDefinition(
        isExternal: systemID != nil)
    }
    XML_SetEndDoctypeDeclHandler(parser) { data in
      data?.assumingMemoryBound(to: GPXScan.self).pointee.document.isInDoctype = false
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      guard let data, let name else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundForeignEntity(String(cString: name))
    }
    // External entities are reported but never fetched, so that a file cannot make the program read
    // other files.
    XML_SetExternalEntityRefHandlerArg(parser, state)
    XML_SetExternalEntityRefHandler(parser) { argument, context, _, _, _ in
      if let argument {
        UnsafeMutablePointer<GPXScan>(argument).pointee.foundForeignEntity(
          context.map { String(cString: $0) } ?? "")
      }
      return Int32(XML_STATUS_OK.rawValue)
    }
  }

  /// Registers the callbacks for comments and processing instructions.
  private func installAsideHandlers() {
    XML_SetCommentHandler(parser) { data, text in
      guard let data, let text else { return }
      let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      data.assumingMemoryBound(to: GPXScan.self).pointee.aside { markup in
        markup.put("<!--")
        markup.put(bytes, count: XMLAttributes.length(bytes))
        markup.put("-->")
      }
    }
    XML_SetProcessingInstructionHandler(parser) { data, target, text in
      guard let data, let target, let text else { return }
      let name = UnsafeRawPointer(target).assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      data.assumingMemoryBound(to: GPXScan.self).pointee.aside { markup in
        markup.put("<?")
        markup.put(name, count: XMLAttributes.length(name))
        if bytes[0] != 0 { markup.put(UInt8(ascii: " ")) }
        markup.put(bytes, count: XMLAttributes.length(bytes))
        markup.put("?>")
      }
    }
  }
}
