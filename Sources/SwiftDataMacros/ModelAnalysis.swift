import SwiftSyntax
import Synchronization

/// A class's stored properties and declaration errors. The analysis is computed once and shared by
/// all roles of the `@Model` macro.
///
/// The compiler calls the macro once for each member of the class and passes the whole class each
/// time. Without this cache, the time to compile a class would grow with the square of its property
/// count.
final class ModelAnalysis: Sendable {
  let properties: [StoredProperty]
  let findings: [(ModelDiagnostic, Syntax)]
  private let slots: [String: Int]
  /// The class's syntax tree. The tree is retained because its identity is the key in the cache
  /// `known`.
  private let model: ClassDeclSyntax

  private init(_ model: ClassDeclSyntax) {
    self.model = model
    properties = model.storedProperties
    findings = ModelValidation(model: model, properties: properties).findings
    slots = Dictionary(properties.map { ($0.name, $0.slot) }) { first, _ in first }
  }

  /// Returns a property's index among the stored properties. Returns nil if the property is not
  /// stored, or if the class's declaration has errors.
  func slot(of name: String) -> Int? { findings.isEmpty ? slots[name] : nil }

  private static let known = Mutex<[SyntaxIdentifier: ModelAnalysis]>([:])
  /// The maximum number of cached analyses. It equals the number of parsed sources that
  /// swift-syntax keeps.
  private static let capacity = 16

  /// Returns the analysis of a class. If the same syntax tree has already been analysed, the cached
  /// analysis is returned.
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
