import SwiftData

/// Changes of many rows without objects.
extension GraphRun {
  func bulkAppend(_ count: Int) throws {
    startNewContext()
    let keys = try context.append(
      GraphSchema.Place.self, count: count,
      [.values(\.text, (0..<count).map { "bulk \($0)" })])
    for (index, key) in keys.enumerated() {
      oracle.things[nextID] = GraphOracle.Thing(
        entity: 5, attributes: .init(text: "bulk \(index)"), key: key)
      nextID += 1
      usedKeys.insert("Place \(key)")
    }
    recordCommit(true)
    try compare(context, with: oracle, "after appending columns")
  }

  func bulkUpdate(_ number: Int) throws {
    startNewContext()
    let count = try context.update(GraphSchema.Place.self, [.set(\.number, to: number)])
    let places = oracle.usable(5)
    guard count == places.count else { throw GraphMismatch("\(count) rows updated") }
    for id in places { oracle.things[id]?.attributes.number = number }
    recordCommit(!places.isEmpty)
    try compare(context, with: oracle, "after a bulk update")
  }

  func bulkDelete(_ entity: Int, _ number: Int) throws {
    startNewContext()
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
        startNewContext()
        try compare(context, with: oracle, "after a refused bulk deletion")
        return
      }
      throw GraphMismatch("the bulk deletion should be refused: \(error)")
    }
    try delete()
    recordCommit(oracle != committed)
    try compare(context, with: oracle, "after a bulk deletion")
  }
}
