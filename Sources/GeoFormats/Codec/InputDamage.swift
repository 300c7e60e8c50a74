/// The reason why only the start of a file's content can be read: damage, or a limit that the content exceeds.
public struct InputDamage: Hashable, Sendable {
  /// ``Diagnostic/Code/inputDamaged``, or the code of the limit.
  public let code: Diagnostic.Code
  /// A sentence that describes the problem to the user.
  public let message: String

  public init(_ message: String, code: Diagnostic.Code = .inputDamaged) {
    self.code = code
    self.message = message
  }
}

extension Diagnostic.Code {
  /// The limits at which reading of a file ends.
  package static let readingLimits: Set<Self> = [
    .limitToken, .limitText, .limitDepth, .limitFragment, .limitUnpacked, .limitRatio,
    .dtdAmplification,
  ]

  /// Whether reading of a file ends where the file exceeds the limit with this code.
  var isLimit: Bool { Self.readingLimits.contains(self) }
}
