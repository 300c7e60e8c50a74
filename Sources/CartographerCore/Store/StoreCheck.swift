import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// Whether a store is sound: its file, its references and what its rows mean. Changes nothing.
package struct StoreCheck: Sendable, Equatable {
  package struct Finding: Sendable, Equatable {
    /// Such as `file.damaged` or `path.orderDuplicated`.
    package var code: String
    /// The item's id, where it is one.
    package var item: String?
    package var message: String
    /// Whether putting it right would lose nothing. This program does not; it tells whoever does.
    package var repairable: Bool
  }

  package var findings: [Finding]

  package var ok: Bool { findings.isEmpty }

  /// Checks a store. One of an older version has its file and references checked only, since it is
  /// not migrated for this.
  ///
  /// - Throws: ``LibraryError``: `notFound`, `badData` for a file that is no store of ours.
  /// - Complexity: O(bytes).
  package init(of url: URL) throws {
    findings = try LibraryError.translating {
      try StoreMaintenance.requireFile(url)
      let inspection = try ModelContainer.inspect(url: url)
      var findings = try StoreIntegrity.findings(of: url).map(Finding.init)
      guard findings.isEmpty, inspection.version == CurrentSchema.versionIdentifier else {
        return findings
      }
      let container = try ModelContainer(
        for: Schema(versionedSchema: CurrentSchema.self),
        migrationPlan: CartographerMigrationPlan.self,
        configurations: ModelConfiguration(url: url, allowsSave: false))
      defer { try? container.close() }
      findings += try ContentCheck(container).findings()
      return findings
    }
  }
}

extension StoreCheck.Finding {
  init(_ finding: StoreIntegrity.Finding) {
    let item = finding.table.flatMap { table in
      ItemID.Kind.entities.first { $0.name == table }.flatMap { entity in
        finding.key.map { "\(ItemID(entity.kind, $0))" }
      }
    }
    switch finding.kind {
    case .damage:
      self.init(code: "file.damaged", item: item, message: finding.message, repairable: false)
    case .brokenReference:
      self.init(code: "reference.broken", item: item, message: finding.message, repairable: false)
    case .wrongType:
      self.init(code: "value.wrongType", item: item, message: finding.message, repairable: false)
    }
  }
}
