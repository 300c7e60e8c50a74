import CartographerModel
import Foundation
import Geodesy
import SwiftData

/// The result of checking a store: its file, the references between its rows, and the consistency
/// of the rows.
///
/// The check does not change the store.
package struct StoreCheck: Sendable, Equatable {
  package struct Finding: Sendable, Equatable {
    /// The finding's code, such as `file.damaged` or `path.orderDuplicated`.
    package var code: String
    /// The affected item's ID. Nil if the finding does not concern an item.
    package var item: String?
    package var message: String
    /// Whether the problem can be repaired without losing data. ``StoreCheck/repair(_:)`` repairs
    /// levels of detail and R*Trees. Other problems are only reported.
    package var repairable: Bool
  }

  package var findings: [Finding]

  package var ok: Bool { findings.isEmpty }

  /// Checks a store.
  ///
  /// A store of an older version is not migrated, so only its file and its references are checked.
  ///
  /// - Throws: ``LibraryError`` `notFound` if the file does not exist.
  /// - Throws: ``LibraryError`` `badData` if the file is not a store of this program.
  /// - Complexity: O(*n*), where *n* is the size of the store in bytes.
  package init(of url: URL) throws {
    findings = try LibraryError.translating {
      try StoreMaintenance.requireFile(url)
      let inspection = try ModelContainer.inspect(url: url)
      var findings = try StoreIntegrity.findings(of: url).map(Finding.init)
      guard findings.allSatisfy(\.repairable),
        inspection.version == CurrentSchema.versionIdentifier
      else { return findings }
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

extension StoreCheck {
  /// Recomputes the levels of detail for all paths with missing, damaged or outdated levels. The
  /// repair is a change in the history. Outdated R*Trees are rebuilt.
  ///
  /// - Returns: The repaired paths, and whether R*Trees were rebuilt.
  /// - Throws: ``LibraryError`` `notFound` if the file does not exist.
  /// - Throws: ``LibraryError`` `badData` if the file is damaged or is not a Cartographer store.
  /// - Throws: ``LibraryError`` `invalid` if the store has an older version.
  package static func repair(_ url: URL) throws -> (paths: [ItemID], indexes: Bool) {
    try LibraryError.translating {
      try StoreMaintenance.requireFile(url)
      let inspection = try ModelContainer.inspect(url: url)
      guard inspection.version == CurrentSchema.versionIdentifier else {
        throw LibraryError(
          .invalid,
          "The store must be migrated before its levels of detail can be repaired.",
          remedy: .migrateStore)
      }
      let findings = try StoreIntegrity.findings(of: url).map(Finding.init)
      guard findings.allSatisfy(\.repairable) else { return ([], false) }
      let container = try ModelContainer(
        for: Schema(versionedSchema: CurrentSchema.self),
        migrationPlan: CartographerMigrationPlan.self,
        configurations: ModelConfiguration(url: url))
      defer { try? container.close() }
      if !findings.isEmpty { try container.rebuildRTrees() }
      let context = ModelContext(container)
      let paths = try context.transaction(
        title: ChangeTitle(.change, "levels of detail").imperative
      ) { try LevelsCheck.repair(context) }
      return (paths, !findings.isEmpty)
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
    case .outdatedIndex:
      self.init(code: "index.outdated", item: item, message: finding.message, repairable: true)
    case .wrongType:
      self.init(code: "value.wrongType", item: item, message: finding.message, repairable: false)
    }
  }
}
