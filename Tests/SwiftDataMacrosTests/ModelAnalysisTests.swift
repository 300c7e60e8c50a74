import SwiftParser
import SwiftSyntax
import Testing

@testable import SwiftDataMacros

/// Tests of the analysis of a class. Its cost must be linear in the number of properties.
struct ModelAnalysisTests {
  private func model(_ source: String) throws -> ClassDeclSyntax {
    let file = Parser.parse(source: source)
    return try #require(file.statements.first?.item.as(ClassDeclSyntax.self))
  }

  @Test func `a class is analysed once for all its members`() throws {
    let properties = (0..<80).map { "  var value\($0): Int = 0" }
    let model = try model("class Stop {\n\(properties.joined(separator: "\n"))\n}")
    let first = ModelAnalysis.of(model)
    for member in model.memberBlock.members {
      let owner = try #require(member.parent?.parent?.parent?.as(ClassDeclSyntax.self))
      #expect(ModelAnalysis.of(owner) === first)
    }
    #expect(first.slot(of: "value79") == 79)
  }

  @Test func `two classes with equal text are analysed separately`() throws {
    let (one, other) = try (model("class Stop { var a: Int }"), model("class Stop { var a: Int }"))
    #expect(ModelAnalysis.of(one) !== ModelAnalysis.of(other))
  }

  @Test func `properties of a class with an error have no slots`() throws {
    let analysis = ModelAnalysis.of(try model("class Stop { var a: Int; var b: Any }"))
    #expect(analysis.findings.count == 1)
    #expect(analysis.slot(of: "a") == nil)
  }
}
