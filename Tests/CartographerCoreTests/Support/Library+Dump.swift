import LogicalDump

@testable import CartographerCore

extension Library {
  func dump() throws -> LogicalDump { try LogicalDump(container) }
}
