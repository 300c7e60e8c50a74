import Testing

@testable import SwiftData

/// The number of queries for reading relationships.
@Suite struct PrefetchTests {
  enum Press {
    @Model final class Author {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
      @Relationship(inverse: \Circle.members) var circles: [Circle]? = []
      init(name: String) { self.name = name }
    }
    @Model final class Book {
      var title: String
      var author: Author?
      var cover: Cover
      init(title: String, cover: Cover) {
        self.title = title
        self.cover = cover
      }
    }
    @Model final class Cover {
      var colour: String
      init(colour: String) { self.colour = colour }
    }
    @Model final class Circle {
      var name: String
      var members: [Author] = []
      init(name: String) { self.name = name }
    }
  }
  typealias Author = Press.Author
  typealias Book = Press.Book
  typealias Circle = Press.Circle

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    let circles = (0..<3).map { Circle(name: "circle \($0)") }
    for index in 0..<20 {
      let author = Author(name: "author \(index)")
      writer.insert(author)
      author.circles = circles.filter { _ in index % 2 == 0 }
      for number in 0..<index {
        let book = Book(
          title: "\(index)/\(number)", cover: Press.Cover(colour: "\(index)\(number)"))
        author.books.append(book)
      }
    }
    try writer.save()
    context = ModelContext(container)
  }

  private func selects(_ body: () throws -> Void) throws -> [String] {
    try container.store.tracing(body).filter { $0.hasPrefix("SELECT") }
  }

  private func authors(_ paths: [PartialKeyPath<Author>]) throws -> [Author] {
    var descriptor = FetchDescriptor<Author>()
    descriptor.relationshipKeyPathsForPrefetching = paths
    return try context.fetch(descriptor)
  }

  @Test func `prefetching needs one query per relationship for all objects`() throws {
    var authors: [Author] = []
    let fetching = try selects {
      authors = try self.authors([\Author.books, \Author.circles])
    }
    #expect(fetching.count == 3)
    let reading = try selects {
      for (index, author) in authors.enumerated() {
        #expect(author.books.map(\.title) == (0..<index).map { "\(index)/\($0)" })
        #expect(author.circles?.count == (index % 2 == 0 ? 3 : 0))
      }
    }
    #expect(reading == [])
  }

  @Test func `prefetching to-one relationships does not reread registered objects`()
    throws
  {
    var descriptor = FetchDescriptor<Book>()
    descriptor.relationshipKeyPathsForPrefetching = [\Book.author, \Book.cover]
    let authors = try context.fetch(FetchDescriptor<Author>())
    var books: [Book] = []
    #expect(try selects { books = try context.fetch(descriptor) }.count == 2)
    let reading = try selects {
      for book in books {
        #expect(book.title.hasPrefix(String(book.author?.name.dropFirst(7) ?? "?")))
        #expect(book.cover.colour == book.title.replacingOccurrences(of: "/", with: ""))
      }
    }
    #expect(reading == [])
    #expect(authors.count == 20)
  }

  @Test func `without prefetching, each object needs its own query`() throws {
    let authors = try authors([])
    #expect(try selects { for author in authors { _ = author.books.count } }.count == 20)
  }

  @Test func `prefetched lists include unsaved changes`() throws {
    let known = try context.fetch(FetchDescriptor<Author>())
    let books = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.title == "3/0" || $0.title == "3/1" }))
    let circle = try #require(try context.fetch(FetchDescriptor<Circle>()).first)
    books[0].author = known[1]
    let new = Book(title: "new", cover: Press.Cover(colour: "x"))
    new.author = known[3]
    context.insert(new)
    circle.members.removeAll { $0 === known[2] }
    let authors = try authors([\Author.books, \Author.circles])
    #expect(authors.count == 20)
    #expect(authors[3].books.map(\.title) == ["3/1", "3/2", "new"])
    #expect(authors[1].books.map(\.title) == ["1/0", "3/0"])
    #expect(authors[2].circles?.count == 2)
    try context.save()
    let other = ModelContext(container)
    #expect(
      try other.fetch(FetchDescriptor<Author>())[3].books.map(\.title) == ["3/1", "3/2", "new"])
  }

  @Test func `prefetching in batches needs one query per batch`() throws {
    var descriptor = FetchDescriptor<Author>()
    descriptor.relationshipKeyPathsForPrefetching = [\Author.books]
    var count = 0
    let statements = try selects {
      try context.enumerate(descriptor, batchSize: 5) { count += $0.books.count }
    }
    #expect(count == 190)
    #expect(statements.count == 1 + 4 + 4)
  }

  @Test func `prefetching a property that is not a relationship is refused`() {
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try authors([\Author.name]) }
  }

  @Test func `a list of 10,000 objects is read in one query`() throws {
    let circle = Circle(name: "all")
    context.insert(circle)
    try context.save()
    let first = try context.append(
      Author.self, count: 10_000, [.constant(\Author.name, "member")]
    ).lowerBound
    let key = circle.persistentModelID.primaryKey
    try context.addLinks(
      \Circle.members, (0..<10_000).map { (owner: key, target: first + Int64($0)) })
    let cover = Press.Cover(colour: "c")
    context.insert(cover)
    try context.save()
    try context.append(
      Book.self, count: 10_000,
      [
        .constant(\Book.title, "t"),
        .references(
          \Book.cover, Array(repeating: cover.persistentModelID.primaryKey, count: 10_000)),
        .reference(\Book.author, context.identifier(of: Author.self, key: first)),
      ])
    let other = ModelContext(container)
    let owner = try #require(try other.model(Circle.self, for: circle.persistentModelID))
    var count = 0
    #expect(try selects { count = owner.members.count }.count == 1)
    #expect(count == 10_000)
    let author = try #require(
      try other.model(Author.self, for: other.identifier(of: Author.self, key: first)))
    #expect(try selects { count = author.books.count }.count == 1)
    #expect(count == 10_000)
  }
}
