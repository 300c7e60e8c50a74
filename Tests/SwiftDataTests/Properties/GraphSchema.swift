import SwiftData

/// Entities connected by every kind of relationship and delete rule.
enum GraphSchema {
  @Model
  final class Person {
    @Attribute(.unique) var code: String
    var text: String = ""
    var number: Int?
    var boss: GraphSchema.Person?
    @Relationship(inverse: \GraphSchema.Person.boss) var staff: [GraphSchema.Person] = []
    @Relationship(deleteRule: .cascade, inverse: \GraphSchema.Passport.holder)
    var passport: GraphSchema.Passport?
    @Relationship(deleteRule: .cascade, inverse: \GraphSchema.Pet.owner)
    var pets: [GraphSchema.Pet] = []
    @Relationship(inverse: \GraphSchema.Club.members) var clubs: [GraphSchema.Club] = []
    var friends: [GraphSchema.Person] = []
    var home: GraphSchema.Place?
    @Relationship(deleteRule: .deny, inverse: \GraphSchema.Loan.borrower)
    var loans: [GraphSchema.Loan]?

    init(code: String) { self.code = code }
  }

  @Model
  final class Passport {
    var text: String = ""
    var number: Int?
    var holder: GraphSchema.Person?
    init() {}
  }

  @Model
  final class Pet {
    var text: String = ""
    var number: Int?
    var owner: GraphSchema.Person
    @Relationship(deleteRule: .cascade, inverse: \GraphSchema.Toy.pet)
    var toys: [GraphSchema.Toy] = []

    init(owner: GraphSchema.Person) { self.owner = owner }
  }

  @Model
  final class Toy {
    var text: String = ""
    var number: Int?
    @Relationship(deleteRule: .noAction) var pet: GraphSchema.Pet?
    init() {}
  }

  @Model
  final class Club {
    var text: String = ""
    var number: Int?
    var members: [GraphSchema.Person] = []
    @Relationship(deleteRule: .cascade) var places: [GraphSchema.Place] = []
    init() {}
  }

  @Model
  final class Place {
    var text: String = ""
    var number: Int?
    init() {}
  }

  @Model
  final class Loan {
    var text: String = ""
    var number: Int?
    var borrower: GraphSchema.Person?
    init() {}
  }

  static let schema = Schema(Person.self)
}
