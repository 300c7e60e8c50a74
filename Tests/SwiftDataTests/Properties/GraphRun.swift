import Foundation
import SwiftData
import TestSupport

/// Runs edits on objects and on the oracle side by side.
final class GraphRun {
  private var container: ModelContainer
  private var context: ModelContext
  private let folder: TemporaryDirectory?
  private let upserts: Bool
  private var oracle = GraphOracle()
  /// What the store holds, with what undo and redo bring.
  private var committed = GraphOracle()
  private var past: [GraphOracle] = []
  private var future: [GraphOracle] = []
  private var objects: [Int: any PersistentModel] = [:]
  /// The objects that an upsert replaced, by the one that stands for them.
  private var replaced: [Int: [any PersistentModel]] = [:]
  private var turn = 0
  private var nextID = 1
  private var usedKeys: Set<String> = []

  init(inFile: Bool, upserts: Bool) throws {
    self.upserts = upserts
    folder = inFile ? try TemporaryDirectory() : nil
    container = try Self.open(folder, upserts)
    context = ModelContext(container)
  }

  private static func open(_ folder: TemporaryDirectory?, _ upserts: Bool) throws -> ModelContainer
  {
    var configuration =
      folder.map { ModelConfiguration(url: $0.file("graph.store")) }
      ?? ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.uniquePolicy = upserts ? .upsert : .reject
    return try ModelContainer(for: GraphSchema.schema, configurations: configuration)
  }

  func run(_ edits: [GraphEdit]) throws {
    for edit in edits { try run(edit) }
    try run(.save)
    try run(.reopen)
    try container.close()
  }

  // MARK: Choosing

  private func pick(_ choice: Int, _ entity: Int? = nil) -> Int? {
    let usable = oracle.usable(entity)
    return usable.isEmpty ? nil : usable[choice % usable.count]
  }

  private func object(_ id: Int) throws -> any PersistentModel {
    if let object = objects[id] { return object }
    guard let thing = oracle.things[id], let key = thing.key,
      let object = try GraphEntities.model(thing.entity, key, context)
    else { throw GraphMismatch("\(name(id)) cannot be found") }
    objects[id] = object
    return object
  }

  /// One of the objects that stand for a row, each in turn, to change it by.
  private func handle(_ id: Int) throws -> any PersistentModel {
    let handles = [try object(id)] + (replaced[id] ?? [])
    turn += 1
    return handles[turn % handles.count]
  }

  private func name(_ id: Int) -> String {
    guard let thing = oracle.things[id] ?? committed.things[id] else { return "#\(id)" }
    return "\(GraphEntities.names[thing.entity]) #\(id)" + (thing.key.map { " (key \($0))" } ?? "")
  }

  private func add(
    _ entity: Int, _ attributes: GraphOracle.Attributes, _ object: any PersistentModel
  )
    -> Int
  {
    let id = nextID
    nextID += 1
    oracle.things[id] = GraphOracle.Thing(entity: entity, attributes: attributes)
    objects[id] = object
    return id
  }

  private func insert(_ object: any PersistentModel) {
    func open<T: PersistentModel>(_ object: T) { context.insert(object) }
    open(object)
  }

  private func delete(_ object: any PersistentModel) {
    func open<T: PersistentModel>(_ object: T) { context.delete(object) }
    open(object)
  }

  // MARK: Edits

  private func run(_ edit: GraphEdit) throws {
    switch edit {
    case .insert(let entity, let code, let owner): try insert(entity, code, owner)
    case .insertGraph(let code, let pets, let toys): insertGraph(code, pets, toys)
    case .setValues(let choice, let text):
      guard let id = pick(choice) else { return }
      var values = oracle.things[id]?.attributes ?? .init()
      values.text = "text \(text)"
      values.number = text == 0 ? nil : text
      oracle.things[id]?.attributes = values
      GraphEntities.set(values, of: try handle(id))
    case .setCode(let choice, let code):
      guard let id = pick(choice, GraphEntities.person) else { return }
      oracle.things[id]?.attributes.code = "c\(code)"
      GraphEntities.set(oracle.things[id]?.attributes ?? .init(), of: try handle(id))
    case .replace(let index, let choice, let choices):
      try replace(index, choice, choices)
    case .append(let index, let choice, let target):
      let relation = GraphEntities.relations[index]
      guard let id = pick(choice, relation.entity), let target = pick(target, relation.target)
      else { return }
      let (owner, added) = (try handle(id), try handle(target))
      oracle.link(id, index, target)
      relation.append(owner, added)
    case .remove(let index, let choice, let target):
      let relation = GraphEntities.relations[index]
      guard let id = pick(choice, relation.entity), !relation.isMandatory else { return }
      let targets = oracle.targets(id, index).subtracting(oracle.doomed).sorted()
      guard !targets.isEmpty else { return }
      let removed = targets[target % targets.count]
      let (owner, other) = (try handle(id), try object(removed))
      oracle.unlink(id, index, removed)
      relation.set(owner, relation.get(owner).filter { $0 !== other })
    case .delete(let choice):
      guard let id = pick(choice) else { return }
      let object = try handle(id)
      oracle.delete(id)
      delete(object)
    case .save: try save()
    case .rollback:
      context.rollback()
      takeBack()
      try compare(context, with: oracle, "after rollback")
    case .forget: forget()
    case .newContext:
      discard()
      try compare(context, with: oracle, "in a new context")
    case .reopen:
      discard()
      guard folder != nil else { return }
      objects = [:]
      try container.close()
      container = try Self.open(folder, upserts)
      context = ModelContext(container)
      try compare(context, with: oracle, "after reopening")
    case .look: try look()
    case .undo: try replay(&past, &future) { try container.undo() }
    case .redo: try replay(&future, &past) { try container.redo() }
    case .bulkAppend(let count): try bulkAppend(count)
    case .bulkUpdate(let number): try bulkUpdate(number)
    case .bulkDelete(let entity, let number): try bulkDelete(entity, number)
    }
  }

  private func insert(_ entity: Int, _ code: Int, _ owner: Int) throws {
    var attributes = GraphOracle.Attributes()
    var keeper: (id: Int, object: any PersistentModel)?
    if entity == GraphEntities.person { attributes.code = "c\(code)" }
    if entity == GraphEntities.pet {
      guard let id = pick(owner, GraphEntities.person) else { return }
      keeper = (id, try handle(id))
    }
    let object = GraphEntities.make(entity, code: attributes.code, owner: keeper?.object)
    insert(object)
    let id = add(entity, attributes, object)
    if let keeper { oracle.link(id, 5, keeper.id) }
  }

  /// Objects linked before any of them is in a context; only the root is inserted.
  private func insertGraph(_ code: Int, _ pets: Int, _ toys: Int) {
    let person = GraphSchema.Person(code: "c\(code)")
    let root = add(0, .init(code: "c\(code)"), person)
    for index in 0..<pets {
      let pet = GraphSchema.Pet(owner: person)
      if index == 0 { person.pets.append(pet) }
      let id = add(GraphEntities.pet, .init(), pet)
      oracle.link(id, 5, root)
      for _ in 0..<toys {
        let toy = GraphSchema.Toy()
        pet.toys.append(toy)
        oracle.link(id, 12, add(3, .init(), toy))
      }
      if index > 0 { context.insert(pet) }
    }
    context.insert(person)
  }

  private func replace(_ index: Int, _ choice: Int, _ choices: [Int]) throws {
    let relation = GraphEntities.relations[index]
    guard let id = pick(choice, relation.entity) else { return }
    var targets: [Int] = []
    for choice in choices {
      if let target = pick(choice, relation.target), !targets.contains(target) {
        targets.append(target)
      }
    }
    if !relation.isToMany { targets = Array(targets.prefix(1)) }
    if relation.isMandatory, targets.isEmpty { return }
    // What is already to be deleted stays linked until then.
    guard oracle.targets(id, index).isDisjoint(with: oracle.doomed) else { return }
    let owner = try handle(id)
    let list = try targets.map { try handle($0) }
    oracle.replace(id, index, targets)
    relation.set(owner, list)
  }

  // MARK: Saving

  private func save() throws {
    if oracle.isAmbiguous(since: committed) {
      context.rollback()
      takeBack()
      return
    }
    let expected: GraphOracle
    do {
      expected = try oracle.saved(upserts: upserts)
    } catch {
      var code: SwiftDataError?
      do {
        try context.save()
      } catch let failure as SwiftDataError {
        code = failure
      }
      guard let code, [.uniqueViolation, .modelValidationFailure].contains(code) else {
        throw GraphMismatch(
          "the save should be refused (\(error)); \(code?.message ?? "it was not")")
      }
      try compare(ModelContext(container), with: committed, "after a refused save")
      context.rollback()
      takeBack()
      try compare(context, with: oracle, "after the rollback of a refused save")
      return
    }
    let entry = context.lastHistoryEntry
    do {
      try context.save()
    } catch let error as SwiftDataError where error == .uniqueViolation && hasMovedCodes {
      // The values of several objects changed places; that may be refused.
      context.rollback()
      takeBack()
      return
    }
    guard !context.hasChanges else { throw GraphMismatch("hasChanges after a save") }
    let saved = objects
    let before = oracle
    oracle = expected
    objects = objects.filter { oracle.things[$0.key] != nil }
    for (id, object) in objects.sorted(by: { $0.key < $1.key }) {
      let identifier = object.persistentModelID
      guard identifier.storeIdentifier != nil else {
        throw GraphMismatch("\(name(id)) has no lasting identifier after the save")
      }
      if let key = oracle.things[id]?.key {
        guard key == identifier.primaryKey else {
          throw GraphMismatch("\(name(id)) has now key \(identifier.primaryKey)")
        }
      } else {
        guard usedKeys.insert("\(identifier.entityName) \(identifier.primaryKey)").inserted else {
          throw GraphMismatch("\(name(id)) has a key used before, \(identifier.primaryKey)")
        }
        oracle.things[id]?.key = identifier.primaryKey
      }
    }
    try follow(before, saved)
    // A save that changed nothing leaves no entry.
    note(context.lastHistoryEntry.map { $0 != entry } ?? false)
    try compare(context, with: oracle, "after the save")
    try compare(ModelContext(container), with: oracle, "in another context after the save")
  }

  /// Finds out which objects others stand for since a save, and that all others are deleted.
  private func follow(_ before: GraphOracle, _ saved: [Int: any PersistentModel]) throws {
    var ids: [Int64: Int] = [:]
    for (id, thing) in oracle.things where thing.entity == GraphEntities.person {
      if let key = thing.key { ids[key] = id }
    }
    for (id, object) in saved.sorted(by: { $0.key < $1.key }) where oracle.things[id] == nil {
      let handles = [object] + (replaced.removeValue(forKey: id) ?? [])
      let isPerson = before.things[id]?.entity == GraphEntities.person
      let heir =
        isPerson && !before.doomed.contains(id)
        ? ids[object.persistentModelID.primaryKey] : nil
      if let heir, upserts {
        replaced[heir, default: []] += handles
      } else if handles.contains(where: { !$0.isDeleted }) {
        throw GraphMismatch("#\(id) should be deleted")
      }
    }
    for (id, handles) in replaced {
      guard oracle.things[id] != nil else {
        guard handles.allSatisfy(\.isDeleted) else {
          throw GraphMismatch("a replaced object of #\(id) should be deleted")
        }
        replaced[id] = nil
        continue
      }
      let key = try object(id).persistentModelID
      guard handles.allSatisfy({ $0.persistentModelID == key && !$0.isDeleted }) else {
        throw GraphMismatch("a replaced object of \(name(id)) stands for another")
      }
    }
  }

  private var hasMovedCodes: Bool {
    oracle.things.contains { id, thing in
      committed.things.contains {
        $0.key != id && $0.value.attributes.code == thing.attributes.code
          && thing.entity == GraphEntities.person && $0.value.entity == GraphEntities.person
      }
    }
  }

  /// Notes that the store has changed to what the oracle holds.
  private func note(_ isNew: Bool) {
    if isNew {
      past.append(committed)
      future = []
    }
    committed = oracle
  }

  private func takeBack() {
    oracle = committed
    objects = objects.filter { oracle.things[$0.key] != nil }
  }

  /// Goes on in a new context, without the unsaved changes.
  private func discard() {
    takeBack()
    objects = [:]
    replaced = [:]
    context = ModelContext(container)
  }

  /// Lets go of what has no unsaved changes, so that it is read again.
  private func forget() {
    objects = objects.filter { oracle.things[$0.key]?.key == nil }
  }

  private func replay(
    _ from: inout [GraphOracle], _ to: inout [GraphOracle], _ body: () throws -> Void
  ) throws {
    discard()
    guard let state = from.popLast() else {
      do {
        try body()
      } catch let error as SwiftDataError where error == .nothingToUndo {
        return
      }
      throw GraphMismatch("there should be nothing to undo or redo")
    }
    try body()
    to.append(committed)
    committed = state
    oracle = state
    try compare(context, with: oracle, "after undo or redo")
  }

  // MARK: Sets

  private func bulkAppend(_ count: Int) throws {
    discard()
    let keys = try context.append(
      GraphSchema.Place.self, count: count,
      [.values(\.text, (0..<count).map { "bulk \($0)" })])
    for (index, key) in keys.enumerated() {
      oracle.things[nextID] = GraphOracle.Thing(
        entity: 5, attributes: .init(text: "bulk \(index)"), key: key)
      nextID += 1
      usedKeys.insert("Place \(key)")
    }
    note(true)
    try compare(context, with: oracle, "after appending columns")
  }

  private func bulkUpdate(_ number: Int) throws {
    discard()
    let count = try context.update(GraphSchema.Place.self, [.set(\.number, to: number)])
    let places = oracle.usable(5)
    guard count == places.count else { throw GraphMismatch("\(count) rows updated") }
    for id in places { oracle.things[id]?.attributes.number = number }
    note(!places.isEmpty)
    try compare(context, with: oracle, "after a set-based update")
  }

  private func bulkDelete(_ entity: Int, _ number: Int) throws {
    discard()
    for id in oracle.usable(entity) where oracle.things[id]?.attributes.number == number {
      oracle.delete(id)
    }
    func delete() throws {
      switch entity {
      case 0:
        try context.delete(
          model: GraphSchema.Person.self, where: #Predicate { $0.number == number })
      case 1:
        try context.delete(
          model: GraphSchema.Passport.self, where: #Predicate { $0.number == number })
      case 2:
        try context.delete(model: GraphSchema.Pet.self, where: #Predicate { $0.number == number })
      case 3:
        try context.delete(model: GraphSchema.Toy.self, where: #Predicate { $0.number == number })
      case 4:
        try context.delete(model: GraphSchema.Club.self, where: #Predicate { $0.number == number })
      case 5:
        try context.delete(model: GraphSchema.Place.self, where: #Predicate { $0.number == number })
      default:
        try context.delete(model: GraphSchema.Loan.self, where: #Predicate { $0.number == number })
      }
      try context.save()
    }
    do {
      oracle = try oracle.saved(upserts: upserts)
    } catch {
      do {
        try delete()
      } catch let error as SwiftDataError where error == .modelValidationFailure {
        discard()
        try compare(context, with: oracle, "after a refused set-based deletion")
        return
      }
      throw GraphMismatch("the set-based deletion should be refused: \(error)")
    }
    try delete()
    note(oracle != committed)
    try compare(context, with: oracle, "after a set-based deletion")
  }

  // MARK: Comparing

  /// Reads what is not saved yet.
  private func look() throws {
    if oracle.doomed.isEmpty {
      for id in oracle.usable() {
        for object in [try object(id)] + (replaced[id] ?? []) {
          try compare(object, id, oracle, by: nil, "unsaved")
        }
      }
    }
    guard !oracle.isAmbiguous(since: committed), let after = try? oracle.saved(upserts: upserts)
    else { return }
    for entity in GraphEntities.names.indices {
      let found = try GraphEntities.fetch(entity, context)
      let ids = after.usable(entity)
      guard found.count == ids.count else {
        throw GraphMismatch(
          "\(found.count) \(GraphEntities.names[entity]) fetched with unsaved changes, not \(ids.count)"
        )
      }
      for id in ids where oracle.things[id]?.key == nil {
        guard let object = objects[id], found.contains(where: { $0 === object }) else {
          throw GraphMismatch("unsaved \(name(id)) is not fetched")
        }
      }
      let keys = try GraphEntities.fetch(entity, context, pending: false)
        .map(\.persistentModelID.primaryKey)
      let expected = committed.usable(entity).compactMap { committed.things[$0]?.key }.sorted()
      guard keys == expected else {
        throw GraphMismatch(
          "\(GraphEntities.names[entity]) without unsaved changes: \(keys), not \(expected)")
      }
    }
    try compare(ModelContext(container), with: committed, "in another context meanwhile")
  }

  private func compare(_ context: ModelContext, with state: GraphOracle, _ when: String) throws {
    var ids: [String: Int] = [:]
    for (id, thing) in state.things {
      if let key = thing.key { ids["\(GraphEntities.names[thing.entity]) \(key)"] = id }
    }
    for (entity, name) in GraphEntities.names.enumerated() {
      let found = try GraphEntities.fetch(entity, context)
      let keys = found.map(\.persistentModelID.primaryKey)
      let expected = state.usable(entity).compactMap { state.things[$0]?.key }.sorted()
      guard keys == expected else {
        throw GraphMismatch("\(name) keys \(keys) \(when), not \(expected)")
      }
      for object in found {
        guard let id = ids["\(name) \(object.persistentModelID.primaryKey)"] else { continue }
        if context === self.context, let known = objects[id], known !== object {
          throw GraphMismatch("\(self.name(id)) is two objects \(when)")
        }
        try compare(object, id, state, by: ids, when)
        guard context === self.context else { continue }
        for twin in replaced[id] ?? [] {
          guard twin.modelContext === context else {
            throw GraphMismatch("a replaced object of \(self.name(id)) is in no context \(when)")
          }
          try compare(twin, id, state, by: ids, when + " by a replaced object")
        }
      }
    }
  }

  /// - Parameter ids: The things by entity and key; nil to compare objects by identity.
  private func compare(
    _ object: any PersistentModel, _ id: Int, _ state: GraphOracle, by ids: [String: Int]?,
    _ when: String
  ) throws {
    guard let thing = state.things[id] else { return }
    let attributes = GraphEntities.attributes(of: object)
    guard attributes == thing.attributes else {
      throw GraphMismatch("\(name(id)) \(when): \(attributes), not \(thing.attributes)")
    }
    for index in GraphEntities.relations(of: thing.entity) {
      let relation = GraphEntities.relations[index]
      let expected = state.targets(id, index)
      if relation.isMandatory, expected.isEmpty { continue }
      let targets = relation.get(object)
      let found = targets.map { target -> Int? in
        if let ids {
          let identifier = target.persistentModelID
          return ids["\(identifier.entityName) \(identifier.primaryKey)"]
        }
        return expected.first { (try? self.object($0)) === target }
      }
      guard found.count == expected.count, Set(found) == Set(expected.map { $0 }) else {
        let shown = targets.map {
          $0.isDeleted ? "deleted" : "\($0.persistentModelID.primaryKey)"
        }
        throw GraphMismatch(
          "\(relation.name) of \(name(id)) \(when): keys \(shown), not "
            + "\(expected.sorted().map { name($0) })")
      }
    }
  }
}
