import SwiftData
import TestSupport
import Testing

/// Every delete rule for every cardinality, for saved and unsaved owners, loaded or not.
struct DeleteRuleTests {
  /// An owner for each rule, each with a to-one, a to-many and a many-to-many relationship.
  enum Rules {
    @Model final class Nullifier {
      @Relationship(deleteRule: .nullify, inverse: \Rules.Leaf.nullifier) var one: Rules.Leaf?
      @Relationship(deleteRule: .nullify, inverse: \Rules.Leaf.nullifiers) var many: [Rules.Leaf] =
        []
      @Relationship(deleteRule: .nullify, inverse: \Rules.Leaf.manyNullifiers)
      var shared: [Rules.Leaf] = []
      @Relationship(deleteRule: .nullify, inverse: \Rules.Bound.nullifier)
      var bound: [Rules.Bound] = []
      init() {}
    }

    @Model final class Cascader {
      @Relationship(deleteRule: .cascade, inverse: \Rules.Leaf.cascader) var one: Rules.Leaf?
      @Relationship(deleteRule: .cascade, inverse: \Rules.Leaf.cascaders) var many: [Rules.Leaf] =
        []
      @Relationship(deleteRule: .cascade, inverse: \Rules.Leaf.manyCascaders)
      var shared: [Rules.Leaf] = []
      @Relationship(deleteRule: .cascade, inverse: \Rules.Bound.cascader)
      var bound: [Rules.Bound] = []
      init() {}
    }

    @Model final class Denier {
      @Relationship(deleteRule: .deny, inverse: \Rules.Leaf.denier) var one: Rules.Leaf?
      @Relationship(deleteRule: .deny, inverse: \Rules.Leaf.deniers) var many: [Rules.Leaf] = []
      @Relationship(deleteRule: .deny, inverse: \Rules.Leaf.manyDeniers)
      var shared: [Rules.Leaf] = []
      @Relationship(deleteRule: .deny, inverse: \Rules.Bound.denier)
      var bound: [Rules.Bound] = []
      init() {}
    }

    @Model final class NoActionOwner {
      @Relationship(deleteRule: .noAction, inverse: \Rules.Leaf.noActionOwner) var one: Rules.Leaf?
      @Relationship(deleteRule: .noAction, inverse: \Rules.Leaf.noActionOwners) var many:
        [Rules.Leaf] = []
      @Relationship(deleteRule: .noAction, inverse: \Rules.Leaf.manyNoActionOwners)
      var shared: [Rules.Leaf] = []
      @Relationship(deleteRule: .noAction, inverse: \Rules.Bound.noActionOwner)
      var bound: [Rules.Bound] = []
      init() {}
    }

    @Model final class Leaf {
      var nullifier: Rules.Nullifier?
      var nullifiers: Rules.Nullifier?
      var manyNullifiers: [Rules.Nullifier] = []
      var cascader: Rules.Cascader?
      var cascaders: Rules.Cascader?
      var manyCascaders: [Rules.Cascader] = []
      var denier: Rules.Denier?
      var deniers: Rules.Denier?
      var manyDeniers: [Rules.Denier] = []
      var noActionOwner: Rules.NoActionOwner?
      var noActionOwners: Rules.NoActionOwner?
      var manyNoActionOwners: [Rules.NoActionOwner] = []
      init() {}
    }

    /// Has a mandatory relationship to one owner of each kind.
    @Model final class Bound {
      var nullifier: Rules.Nullifier
      var cascader: Rules.Cascader
      var denier: Rules.Denier
      var noActionOwner: Rules.NoActionOwner
      init(_ n: Rules.Nullifier, _ c: Rules.Cascader, _ d: Rules.Denier, _ i: Rules.NoActionOwner) {
        nullifier = n
        cascader = c
        denier = d
        noActionOwner = i
      }
    }
  }

  enum Cardinality: CaseIterable { case one, many, shared, mandatory }
  enum Outcome { case kept, deleted, refused }

  struct Row: CustomTestStringConvertible {
    let rule: Schema.Relationship.DeleteRule
    let cardinality: Cardinality
    let isLoaded: Bool
    let outcome: Outcome

    var testDescription: String { "\(rule), \(cardinality), loaded: \(isLoaded) → \(outcome)" }
  }

  static let table: [Row] = {
    var rows: [Row] = []
    for isLoaded in [true, false] {
      for cardinality in Cardinality.allCases {
        for rule in [Schema.Relationship.DeleteRule.nullify, .cascade, .deny, .noAction] {
          let outcome: Outcome =
            switch rule {
            case .cascade: .deleted
            case .deny: .refused
            case .nullify, .noAction: cardinality == .mandatory ? .refused : .kept
            }
          rows.append(
            Row(rule: rule, cardinality: cardinality, isLoaded: isLoaded, outcome: outcome))
        }
      }
    }
    return rows
  }()

  /// The objects of one case: an owner for each rule, and the target.
  private struct Objects {
    let owners: [any PersistentModel]
    let target: any PersistentModel

    func owner(_ rule: Schema.Relationship.DeleteRule) -> any PersistentModel {
      switch rule {
      case .nullify: owners[0]
      case .cascade: owners[1]
      case .deny: owners[2]
      case .noAction: owners[3]
      }
    }
  }

  private func makeObjects(_ row: Row) -> Objects {
    let (n, c, d, i) = (Rules.Nullifier(), Rules.Cascader(), Rules.Denier(), Rules.NoActionOwner())
    if row.cardinality == .mandatory {
      return Objects(owners: [n, c, d, i], target: Rules.Bound(n, c, d, i))
    }
    let leaf = Rules.Leaf()
    switch (row.rule, row.cardinality) {
    case (.nullify, .one): n.one = leaf
    case (.nullify, .many): n.many = [leaf]
    case (.nullify, _): n.shared = [leaf]
    case (.cascade, .one): c.one = leaf
    case (.cascade, .many): c.many = [leaf]
    case (.cascade, _): c.shared = [leaf]
    case (.deny, .one): d.one = leaf
    case (.deny, .many): d.many = [leaf]
    case (.deny, _): d.shared = [leaf]
    case (.noAction, .one): i.one = leaf
    case (.noAction, .many): i.many = [leaf]
    case (.noAction, _): i.shared = [leaf]
    }
    return Objects(owners: [n, c, d, i], target: leaf)
  }

  private func count(_ context: ModelContext) throws -> [Int] {
    [
      try context.fetchCount(FetchDescriptor<Rules.Leaf>())
        + context.fetchCount(FetchDescriptor<Rules.Bound>()),
      try context.fetchCount(FetchDescriptor<Rules.Nullifier>())
        + context.fetchCount(FetchDescriptor<Rules.Cascader>())
        + context.fetchCount(FetchDescriptor<Rules.Denier>())
        + context.fetchCount(FetchDescriptor<Rules.NoActionOwner>()),
    ]
  }

  private func links(_ context: ModelContext) throws -> Int {
    try context.fetch(FetchDescriptor<Rules.Leaf>()).reduce(0) { sum, leaf in
      let ones: [Any?] = [
        leaf.nullifier, leaf.nullifiers, leaf.cascader, leaf.cascaders, leaf.denier, leaf.deniers,
        leaf.noActionOwner, leaf.noActionOwners,
      ]
      return sum + ones.compactMap { $0 }.count + leaf.manyNullifiers.count
        + leaf.manyCascaders.count + leaf.manyDeniers.count + leaf.manyNoActionOwners.count
    }
  }

  private func insert(_ model: any PersistentModel, _ context: ModelContext) {
    func open<T: PersistentModel>(_ model: T) { context.insert(model) }
    open(model)
  }

  private func delete(_ model: any PersistentModel, _ context: ModelContext) throws {
    func open<T: PersistentModel>(_ model: T) throws {
      let own = try #require(try context.model(T.self, for: model.persistentModelID))
      context.delete(own)
    }
    try open(model)
  }

  @Test(arguments: table) func `a deletion of a saved owner follows its delete rule`(_ row: Row)
    throws
  {
    let container = try ModelContainer(
      for: Schema([Rules.Leaf.self, Rules.Bound.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let first = ModelContext(container)
    let objects = makeObjects(row)
    for owner in objects.owners { insert(owner, first) }
    insert(objects.target, first)
    try first.save()
    let before = [1, 4]
    #expect(try count(first) == before)
    let context = row.isLoaded ? first : ModelContext(container)
    try delete(objects.owner(row.rule), context)
    switch row.outcome {
    case .refused:
      let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(error?.count == 1)
      #expect(error?.property != nil)
      #expect(try count(ModelContext(container)) == before)
      // The object stays marked for deletion until the rollback.
      let owner = try #require(context.deletedModelsArray.first)
      #expect(owner.isDeleted)
      context.rollback()
      #expect(!owner.isDeleted && !context.hasChanges)
      #expect(owner.modelContext === context)
      #expect(try count(context) == before)
    case .kept:
      try context.save()
      #expect(try count(ModelContext(container)) == [1, 3])
      #expect(try links(ModelContext(container)) == 0)
      #expect(try links(context) == 0)
      #expect(!objects.target.isDeleted)
    case .deleted:
      try context.save()
      #expect(try count(ModelContext(container)) == [0, 3])
      #expect(try count(context) == [0, 3])
      if row.isLoaded { #expect(objects.target.isDeleted) }
    }
  }

  @Test(arguments: table.filter(\.isLoaded))
  func `deleting an unsaved owner follows its delete rule and leaves no links`(_ row: Row) throws {
    let container = try ModelContainer(
      for: Schema([Rules.Leaf.self, Rules.Bound.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let objects = makeObjects(row)
    for owner in objects.owners { insert(owner, context) }
    insert(objects.target, context)
    func open<T: PersistentModel>(_ model: T) { context.delete(model) }
    open(objects.owner(row.rule))
    if row.cardinality == .mandatory, row.rule != .cascade {
      // The mandatory relationship of the target cannot be stored without the owner.
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
      #expect(try count(ModelContext(container)) == [0, 0])
      return
    }
    try context.save()
    #expect(try count(ModelContext(container)) == [row.rule == .cascade ? 0 : 1, 3])
    #expect(try links(ModelContext(container)) == 0)
  }
}
