import SwiftData

/// A relationship for the oracle, with closures that read and change it on objects.
struct GraphRelation: Sendable {
  enum Rule { case nullify, cascade, deny }

  let entity: Int
  let name: String
  let target: Int
  let isToMany: Bool
  var isMandatory = false
  /// The index of the inverse among all relations.
  var inverse: Int?
  var rule = Rule.nullify
  let get: @Sendable (any PersistentModel) -> [any PersistentModel]
  let set: @Sendable (any PersistentModel, [any PersistentModel]) -> Void
  let append: @Sendable (any PersistentModel, any PersistentModel) -> Void
}

/// The entities of ``GraphSchema`` by number, and a second description of their relationships.
enum GraphEntities {
  typealias Person = GraphSchema.Person
  typealias Passport = GraphSchema.Passport
  typealias Pet = GraphSchema.Pet
  typealias Toy = GraphSchema.Toy
  typealias Club = GraphSchema.Club
  typealias Place = GraphSchema.Place
  typealias Loan = GraphSchema.Loan

  static let names = ["Person", "Passport", "Pet", "Toy", "Club", "Place", "Loan"]
  static let person = 0
  static let pet = 2

  static let relations: [GraphRelation] = [
    one(0, "boss", 0, inverse: 1, \Person.boss),
    many(0, "staff", 0, inverse: 0, \Person.staff),
    one(0, "passport", 1, inverse: 3, rule: .cascade, \Person.passport),
    one(1, "holder", 0, inverse: 2, \Passport.holder),
    many(0, "pets", 2, inverse: 5, rule: .cascade, \Person.pets),
    mandatoryOne(2, "owner", 0, inverse: 4, \Pet.owner),
    many(0, "clubs", 4, inverse: 7, \Person.clubs),
    many(4, "members", 0, inverse: 6, \Club.members),
    many(0, "friends", 0, inverse: nil, \Person.friends),
    one(0, "home", 5, inverse: nil, \Person.home),
    optionalMany(0, "loans", 6, inverse: 11, rule: .deny, \Person.loans),
    one(6, "borrower", 0, inverse: 10, \Loan.borrower),
    many(2, "toys", 3, inverse: 13, rule: .cascade, \Pet.toys),
    one(3, "pet", 2, inverse: 12, \Toy.pet),
    many(4, "places", 5, inverse: nil, rule: .cascade, \Club.places),
  ]

  static func relations(of entity: Int) -> [Int] {
    relations.indices.filter { relations[$0].entity == entity }
  }

  private static func one<M: PersistentModel, T: PersistentModel>(
    _ entity: Int, _ name: String, _ target: Int, inverse: Int?,
    rule: GraphRelation.Rule = .nullify,
    _ keyPath: any ReferenceWritableKeyPath<M, T?> & Sendable
  ) -> GraphRelation {
    GraphRelation(
      entity: entity, name: name, target: target, isToMany: false, inverse: inverse, rule: rule,
      get: { ($0 as! M)[keyPath: keyPath].map { [$0] } ?? [] },
      set: { ($0 as! M)[keyPath: keyPath] = $1.first.map { $0 as! T } },
      append: { ($0 as! M)[keyPath: keyPath] = ($1 as! T) })
  }

  private static func mandatoryOne<M: PersistentModel, T: PersistentModel>(
    _ entity: Int, _ name: String, _ target: Int, inverse: Int?,
    _ keyPath: any ReferenceWritableKeyPath<M, T> & Sendable
  ) -> GraphRelation {
    GraphRelation(
      entity: entity, name: name, target: target, isToMany: false, isMandatory: true,
      inverse: inverse, get: { [($0 as! M)[keyPath: keyPath]] },
      set: { if let target = $1.first { ($0 as! M)[keyPath: keyPath] = target as! T } },
      append: { ($0 as! M)[keyPath: keyPath] = $1 as! T })
  }

  private static func many<M: PersistentModel, T: PersistentModel>(
    _ entity: Int, _ name: String, _ target: Int, inverse: Int?,
    rule: GraphRelation.Rule = .nullify,
    _ keyPath: any ReferenceWritableKeyPath<M, [T]> & Sendable
  ) -> GraphRelation {
    GraphRelation(
      entity: entity, name: name, target: target, isToMany: true, inverse: inverse, rule: rule,
      get: { ($0 as! M)[keyPath: keyPath] },
      set: { ($0 as! M)[keyPath: keyPath] = $1.map { $0 as! T } },
      append: { ($0 as! M)[keyPath: keyPath].append($1 as! T) })
  }

  private static func optionalMany<M: PersistentModel, T: PersistentModel>(
    _ entity: Int, _ name: String, _ target: Int, inverse: Int?, rule: GraphRelation.Rule,
    _ keyPath: any ReferenceWritableKeyPath<M, [T]?> & Sendable
  ) -> GraphRelation {
    GraphRelation(
      entity: entity, name: name, target: target, isToMany: true, inverse: inverse, rule: rule,
      get: { ($0 as! M)[keyPath: keyPath] ?? [] },
      set: { ($0 as! M)[keyPath: keyPath] = $1.map { $0 as! T } },
      append: { ($0 as! M)[keyPath: keyPath] = (($0 as! M)[keyPath: keyPath] ?? []) + [$1 as! T] })
  }

  // MARK: Objects

  static func make(_ entity: Int, code: String, owner: (any PersistentModel)?)
    -> any PersistentModel
  {
    switch entity {
    case 0: Person(code: code)
    case 1: Passport()
    case 2: Pet(owner: owner as! Person)
    case 3: Toy()
    case 4: Club()
    case 5: Place()
    default: Loan()
    }
  }

  /// Returns the attributes of an object.
  static func attributes(of model: any PersistentModel) -> GraphOracle.Attributes {
    switch model {
    case let model as Person: .init(code: model.code, text: model.text, number: model.number)
    case let model as Passport: .init(text: model.text, number: model.number)
    case let model as Pet: .init(text: model.text, number: model.number)
    case let model as Toy: .init(text: model.text, number: model.number)
    case let model as Club: .init(text: model.text, number: model.number)
    case let model as Place: .init(text: model.text, number: model.number)
    case let model as Loan: .init(text: model.text, number: model.number)
    default: .init()
    }
  }

  static func set(_ values: GraphOracle.Attributes, of model: any PersistentModel) {
    switch model {
    case let model as Person:
      if model.code != values.code { model.code = values.code }
      (model.text, model.number) = (values.text, values.number)
    case let model as Passport: (model.text, model.number) = (values.text, values.number)
    case let model as Pet: (model.text, model.number) = (values.text, values.number)
    case let model as Toy: (model.text, model.number) = (values.text, values.number)
    case let model as Club: (model.text, model.number) = (values.text, values.number)
    case let model as Place: (model.text, model.number) = (values.text, values.number)
    case let model as Loan: (model.text, model.number) = (values.text, values.number)
    default: break
    }
  }

  static func fetch(
    _ entity: Int, _ context: ModelContext, pending: Bool = true
  ) throws -> [any PersistentModel] {
    func all<T: PersistentModel>(_ type: T.Type) throws -> [any PersistentModel] {
      var descriptor = FetchDescriptor<T>()
      descriptor.includePendingChanges = pending
      let found = try context.fetch(descriptor)
      guard try context.fetchCount(descriptor) == found.count else {
        throw GraphMismatch("fetchCount differs from fetch of \(T.self)")
      }
      return found
    }
    switch entity {
    case 0: return try all(Person.self)
    case 1: return try all(Passport.self)
    case 2: return try all(Pet.self)
    case 3: return try all(Toy.self)
    case 4: return try all(Club.self)
    case 5: return try all(Place.self)
    default: return try all(Loan.self)
    }
  }

  static func model(
    _ entity: Int, _ key: Int64, _ context: ModelContext
  ) throws -> (any PersistentModel)? {
    func find<T: PersistentModel>(_ type: T.Type) throws -> (any PersistentModel)? {
      try context.model(type, for: context.identifier(of: type, key: key))
    }
    switch entity {
    case 0: return try find(Person.self)
    case 1: return try find(Passport.self)
    case 2: return try find(Pet.self)
    case 3: return try find(Toy.self)
    case 4: return try find(Club.self)
    case 5: return try find(Place.self)
    default: return try find(Loan.self)
    }
  }
}

/// A difference between the library's result and the oracle's.
struct GraphMismatch: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
