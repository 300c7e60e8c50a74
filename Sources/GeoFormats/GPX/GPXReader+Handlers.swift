import CExpat

extension GPXReader {
  /// Lets the parser call the scan.
  func installHandlers() {
    XML_SetUserData(parser, state)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name, let attributes else { return }
        let scan = data.assumingMemoryBound(to: GPXScan.self)
        scan.pointee.depth &+= 1
        if scan.pointee.depth > scan.pointee.limits.depth, !scan.pointee.stopped {
          scan.pointee.refuseDepth()
        }
        scan.pointee.start(
          UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), GPXAttributes(attributes))
      },
      { data, _ in
        guard let data else { return }
        let scan = data.assumingMemoryBound(to: GPXScan.self)
        scan.pointee.depth &-= 1
        scan.pointee.end()
      })
    XML_SetStartDoctypeDeclHandler(parser) { data, _, systemID, _, _ in
      guard let data else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundDefinition(
        isExternal: systemID != nil)
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      guard let data, let name else { return }
      data.assumingMemoryBound(to: GPXScan.self).pointee.foundForeignEntity(String(cString: name))
    }
    XML_SetExternalEntityRefHandlerArg(parser, state)
    XML_SetExternalEntityRefHandler(parser) { argument, context, _, _, _ in
      if let argument {
        UnsafeMutablePointer<GPXScan>(argument).pointee.foundForeignEntity(
          context.map { String(cString: $0) } ?? "")
      }
      return Int32(XML_STATUS_OK.rawValue)
    }
  }
}
