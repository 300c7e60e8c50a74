/// The reason why only the start of a file's content can be read: damage or an exceeded limit.
public struct InputDamage: Hashable, Sendable {
  /// The diagnostic code: ``Diagnostic/Code/inputDamaged``, or the code of the exceeded limit.
  public let code: Diagnostic.Code
  /// A sentence that describes the problem to the user.
  public let message: String

  public init(_ message: String, code: Diagnostic.Code = .inputDamaged) {
    self.code = code
    self.message = message
  }
}

extension Diagnostic.Code {
  /// The codes of the limits that stop the reading of a file.
  package static let readingLimits: Set<Self> = [
    .limitToken, .limitText, .limitDepth, .limitFragment, .limitUnpacked, .limitRatio,
    .dtdAmplification,
  ]

  /// Whether the code denotes a limit that stops the reading of a file.
  var isLimit: Bool { Self.readingLimits.contains(self) }
}
