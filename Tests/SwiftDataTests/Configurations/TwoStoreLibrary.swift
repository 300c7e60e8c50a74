import SwiftData

/// Two groups of models without relationships between the groups.
enum TwoStoreLibrary {
  @Model final class Book {
    @Attribute(.unique) var title: String
    var writer: Writer?
    init(title: String, writer: Writer? = nil) {
      self.title = title
      self.writer = writer
    }
  }

  @Model final class Writer {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.writer) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Setting {
    @Attribute(.unique) var key: String
    var value: Int
    init(key: String, value: Int) {
      self.key = key
      self.value = value
    }
  }

  static let schema = Schema([Writer.self, Setting.self])
  static let books = Schema([Writer.self])
  static let settings = Schema([Setting.self])
}
