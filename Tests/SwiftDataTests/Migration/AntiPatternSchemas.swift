import SwiftData

enum UserV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: Int
    init(name: String, age: Int = 1) {
      self.name = name
      self.age = age
    }
  }
}

/// Renames a property without an original name.
enum UserPropertyRenamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var fullName: String = ""
    var age: Int
    init(age: Int) { self.age = age }
  }
}

enum UserUniqueName: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    @Attribute(.unique) var name: String
    var age: Int
    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }
}

enum UserMandatoryEmail: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: Int
    var email: String
    init(name: String, age: Int, email: String) {
      self.name = name
      self.age = age
      self.email = email
    }
  }
}

enum UserTypeChanged: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String
    var age: String = ""
    init(name: String) { self.name = name }
  }
}

enum UserClassRenamed: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self] }

  @Model final class Person {
    var name: String
    var age: Int
    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }
}

/// The first version, edited after it shipped.
enum UserV1Edited: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [User.self] }

  @Model final class User {
    var name: String?
    var age: Int
    var nick: String?
    init(age: Int) { self.age = age }
  }
}

enum UserSameShape: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { UserV1.models }
}

enum UserSameVersion: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { UserUniqueName.models }
}
