import CartographerModel
import FaultModels
import SwiftData
import TestSupport
import Testing

/// Tests that migrate the stores of released versions on a failing disk.
@Suite struct GoldenFaultTests {
  private func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: CurrentSchema.self),
      migrationPlan: CartographerMigrationPlan.self, configurations: ModelConfiguration(url: url))
  }

  @Test func `a released store survives a migration on a failing disk`() throws {
    for version in CartographerMigrationPlan.schemas.dropLast().map({ "\($0.versionIdentifier)" }) {
      let bytes = try Data(
        contentsOf: PackageFiles.fixture("stores/cartographer-\(version).store"))
      let (old, new) = try TemporaryDirectory.with { folder in
        let url = folder.appending(path: "x.store")
        try bytes.write(to: url)
        let old = try StoreDump(copyOf: url)
        try open(url).close()
        return (old, try StoreDump(copyOf: url))
      }
      var hits = 0
      for kind in DiskFault.Kind.allCases {
        for number in stride(from: 1, to: 2_000, by: Effort.isSoak ? 1 : 83) {
          let isHit = try TemporaryDirectory.with { folder in
            let url = folder.appending(path: "x.store")
            try bytes.write(to: url)
            let disk = DiskFault(folder)
            disk.fail(number, kind)
            var hasOpened = false
            do {
              let container = try open(url)
              hasOpened = true
              try container.close()
            } catch {
              #expect(error is SwiftDataError, "\(version), operation \(number): \(error)")
            }
            let isHit = disk.heal() >= number
            let dump = try StoreDump(copyOf: url)
            #expect(dump.findings == [], "\(version), operation \(number), \(kind)")
            #expect(
              dump.lines == new.lines || (!hasOpened && dump.lines == old.lines),
              "\(version), operation \(number), \(kind)")
            try open(url).close()
            #expect(
              try StoreDump(copyOf: url).lines == new.lines,
              "\(version), operation \(number), \(kind)")
            return isHit
          }
          if !isHit { break }
          hits += 1
        }
      }
      #expect(hits >= DiskFault.Kind.allCases.count, "\(version)")
    }
  }
}
