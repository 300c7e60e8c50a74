import Foundation
import SwiftData
import TestSupport

/// Runs edits on objects and on the oracle, and compares them.
final class GraphRun {
  var container: ModelContainer
  var context: ModelContext
  private let folder: TemporaryDirectory?
  let upserts: Bool
  var oracle = GraphOracle()
  /// The content of the store, including the effects of undo and redo.
  var committed = GraphOracle()
  var past: [GraphOracle] = []
  var future: [GraphOracle] = []
  var objects: [Int: any PersistentModel] = [:]
  /// The objects that an upsert replaced, by the ID of the thing that replaced them.
  var replaced: [Int: [any PersistentModel]] = [:]
  private var turn = 0
  var nextID = 1
  var usedKeys: Set<String> = []

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

  // MARK: Objects

  private func pick(_ choice: Int, _ entity: Int? = nil) -> Int? {
    let usable = oracle.usable(entity)
    return usable.isEmpty ? nil : usable[choice % usable.count]
  }

  func object(_ id: Int) throws -> any PersistentModel {
    if let object = objects[id] { return object }
    guard let thing = oracle.things[id], let key = thing.key,
      let object = try GraphEntities.model(thing.entity, key, context)
    else { throw GraphMismatch("\(name(id)) cannot be found") }
    objects[id] = object
    return object
  }

  /// Returns an object of a row to change the row with. Calls cycle through the row's objects.
  private func handle(_ id: Int) throws -> any PersistentModel {
    let handles = [try object(id)] + (replaced[id] ?? [])
    turn += 1
    return handles[turn % handles.count]
  }

  func name(_ id: Int) -> String {
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
      let targets = oracle.targets(id, index).subtracting(oracle.pendingDeletions).sorted()
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
      revertToCommitted()
      try compare(context, with: oracle, "after rollback")
    case .releaseSavedObjects: releaseSavedObjects()
    case .newContext:
      startNewContext()
      try compare(context, with: oracle, "in a new context")
    case .reopen:
      startNewContext()
      guard folder != nil else { return }
      objects = [:]
      try container.close()
      container = try Self.open(folder, upserts)
      context = ModelContext(container)
      try compare(context, with: oracle, "after reopening")
    case .readUnsaved: try compareUnsaved()
    case .undo: try replay(&past, &future) { try container.undo() }
    case .redo: try replay(&future, &past) { try container.redo() }
    case .bulkAppend(let count): try bulkAppend(count)
    case .bulkUpdate(let number): try bulkUpdate(number)
    case .bulkDelete(let entity, let number): try bulkDelete(entity, number)
    }
  }

  private func insert(_ entity: Int, _ code: Int, _ owner: Int) throws {
    var attributes = GraphOracle.Attributes()
    var petOwner: (id: Int, object: any PersistentModel)?
    if entity == GraphEntities.person { attributes.code = "c\(code)" }
    if entity == GraphEntities.pet {
      guard let id = pick(owner, GraphEntities.person) else { return }
      petOwner = (id, try handle(id))
    }
    let object = GraphEntities.make(entity, code: attributes.code, owner: petOwner?.object)
    insert(object)
    let id = add(entity, attributes, object)
    if let petOwner { oracle.link(id, 5, petOwner.id) }
  }

  /// Inserts objects that were linked before they are in a context.
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
    // Targets that are marked for deletion stay linked until the save.
    guard oracle.targets(id, index).isDisjoint(with: oracle.pendingDeletions) else { return }
    let owner = try handle(id)
    let list = try targets.map { try handle($0) }
    oracle.replace(id, index, targets)
    relation.set(owner, list)
  }
}
