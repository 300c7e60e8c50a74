/// The results of a migration's stages, collected for the migration report.
struct MigrationTally {
  private(set) var stages: [MigrationReport.Stage] = []
  private(set) var dropped: [MigrationReport.Dropped] = []
  /// The data that lightweight stages dropped. Entries of `dropped` with a count of 0 are left out.
  private(set) var lost: [MigrationReport.Dropped] = []
  private(set) var renamed: [MigrationReport.Renamed] = []
  private(set) var filled: [MigrationReport.Filled] = []
  private(set) var notes: [String] = []
  /// The current name of each class and property, keyed by its name in the first version. Dropped
  /// classes and properties are removed.
  private var names: [String: String]

  init(_ shape: StoredShape) {
    names = Dictionary(uniqueKeysWithValues: shape.paths.map { ($0, $0) })
  }

  mutating func note(_ text: String) { notes.append(text) }

  mutating func add(_ stage: MigrationReport.Stage) { stages.append(stage) }

  mutating func add(
    _ migrator: TableMigrator, filled rows: [MigrationReport.Filled], isLightweight: Bool = false
  ) {
    dropped += migrator.plan.dropped
    if isLightweight { lost += migrator.plan.dropped.filter { $0.count > 0 } }
    filled += rows
    var next: [String: String] = [:]
    for (entity, former) in migrator.old.lineage.entities.sorted(by: { $0.key < $1.key }) {
      next[former] = entity
      if former != entity { renamed.append(MigrationReport.Renamed(from: former, to: entity)) }
      let properties = migrator.old.lineage.properties[entity] ?? [:]
      for (property, name) in properties.sorted(by: { $0.key < $1.key }) {
        next["\(former).\(name)"] = "\(entity).\(property)"
        guard property != name else { continue }
        renamed.append(
          MigrationReport.Renamed(from: "\(former).\(name)", to: "\(entity).\(property)"))
      }
    }
    names = names.compactMapValues { next[$0] }
  }

  /// Returns each entity's row count before and after the migration. A renamed entity is listed
  /// under its new name.
  func entities(_ before: StoreInspection, _ after: StoreInspection) -> [MigrationReport.Count] {
    var former: [String: Int] = [:]
    for (name, count) in before.counts { former[names[name] ?? name, default: 0] += count }
    return Set(former.keys).union(after.counts.keys).sorted().map {
      MigrationReport.Count(name: $0, before: former[$0] ?? 0, after: after.counts[$0] ?? 0)
    }
  }

  /// Returns each relationship's link count before and after the migration. Relationships are
  /// matched by the name of either end, or else by the two entities that they join.
  func links(
    _ before: StoreInspection, _ after: StoreInspection
  ) throws -> [MigrationReport.Count] {
    let old = try StoredShape(identity: before.identity)
    let new = try StoredShape(identity: after.identity)
    var unmatched = before.links
    var counts: [MigrationReport.Count] = []
    var open: [(name: String, count: Int)] = []
    for (name, count) in after.links.sorted(by: { $0.key < $1.key }) {
      let sides = new.sides(of: name)
      let former =
        unmatched[name] != nil
        ? name
        : unmatched.keys.sorted().first { path in
          old.sides(of: path).contains { names[$0].map(sides.contains) ?? false }
        }
      if let former {
        let links = unmatched.removeValue(forKey: former) ?? 0
        counts.append(MigrationReport.Count(name: name, before: links, after: count))
      } else {
        open.append((name, count))
      }
    }
    for (name, count) in open {
      let ends = new.ends(of: name)
      let candidates = unmatched.keys.filter {
        Set(old.ends(of: $0).map { names[$0] ?? $0 }) == ends
          && new.property(at: name)?.hasColumn != true
      }
      let match = candidates.count == 1 ? candidates.first : nil
      let links = match.flatMap { unmatched.removeValue(forKey: $0) } ?? 0
      counts.append(MigrationReport.Count(name: name, before: links, after: count))
    }
    for (name, count) in unmatched {
      counts.append(MigrationReport.Count(name: name, before: count, after: 0))
    }
    return counts.sorted { $0.name < $1.name }
  }
}

extension StoredShape {
  /// The names of all entities and properties; a property's name has the form `Entity.property`.
  fileprivate var paths: [String] {
    entities.flatMap { entity in
      [entity.name] + entity.properties.map { "\(entity.name).\($0.name)" }
    }
  }

  fileprivate func property(at path: String) -> Property? {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return entities.first { $0.name == parts[0] }?.properties.first { $0.name == parts[1] }
  }

  /// Returns the paths (`Entity.property`) of a relationship and of its inverse, if any.
  fileprivate func sides(of path: String) -> Set<String> {
    guard let property = property(at: path), let destination = property.destination,
      let inverse = property.inverse
    else { return [path] }
    return [path, "\(destination).\(inverse)"]
  }

  /// Returns the two entities that a relationship connects, or an empty set if the property is not
  /// a relationship.
  fileprivate func ends(of path: String) -> Set<String> {
    guard let entity = path.split(separator: ".").first.map(String.init),
      let destination = property(at: path)?.destination
    else { return [] }
    return [entity, destination]
  }
}
