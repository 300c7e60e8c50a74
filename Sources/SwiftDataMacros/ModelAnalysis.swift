import SwiftSyntax
import Synchronization

/// The stored properties and the mistakes of a class, found once for all roles of `@Model`.
///
/// The compiler asks for the attributes of each member separately and sends the whole class each
/// time. Without this memory the time to compile a class grows with the square of its properties.
final class ModelAnalysis: Sendable {
  let properties: [StoredProperty]
  let findings: [(ModelDiagnostic, Syntax)]
  private let slots: [String: Int]
  /// Keeps the class's tree alive, whose identity is the key in `known`.
  private let model: ClassDeclSyntax

  private init(_ model: ClassDeclSyntax) {
    self.model = model
    properties = model.storedProperties
    findings = ModelValidation(model: model, properties: properties).findings
    slots = Dictionary(properties.map { ($0.name, $0.slot) }) { first, _ in first }
  }

  /// The slot of a property; nil if the class cannot be stored or does not store the property.
  func slot(of name: String) -> Int? { findings.isEmpty ? slots[name] : nil }

  private static let known = Mutex<[SyntaxIdentifier: ModelAnalysis]>([:])
  /// As many as swift-syntax keeps parsed sources.
  private static let capacity = 16

  /// The analysis of a class; the one made before if the tree is the same.
  static func of(_ model: ClassDeclSyntax) -> ModelAnalysis {
    let id = Syntax(model).id
    if let analysis = known.withLock({ $0[id] }) { return analysis }
    let analysis = ModelAnalysis(model)
    known.withLock {
      if $0.count == capacity { $0 = [:] }
      $0[id] = analysis
    }
    return analysis
  }
}
