import SwiftData
import Testing

/// Fetches in batches, which keep only some of their objects in memory.
@Suite struct BatchFetchTests {
  enum Library {
    @Model final class Book {
      @Attribute(.unique) var number: Int
      var title: String
      init(number: Int, title: String) {
        self.number = number
        self.title = title
      }
    }
  }
  typealias Book = Library.Book

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    for number in 0..<25 { writer.insert(Book(number: number, title: "book \(number)")) }
    try writer.save()
    context = ModelContext(container)
  }

  private var byNumber: FetchDescriptor<Book> {
    FetchDescriptor(sortBy: [SortDescriptor(\Book.number, order: .reverse)])
  }

  @Test(arguments: [-1, 0, 1, 7, 25, 1000])
  func `every object is returned once and in order for any batch size`(size: Int) throws {
    var numbers: [Int] = []
    try context.enumerate(byNumber, batchSize: size) { numbers.append($0.number) }
    #expect(numbers == (0..<25).reversed())
    let results = try context.fetch(byNumber, batchSize: size)
    #expect(results.count == 25)
    #expect(results.map(\.number) == (0..<25).reversed())
    #expect(results.last?.number == 0)
    #expect(results[3..<5].map(\.number) == [21, 20])
    let identifiers = try context.fetchIdentifiers(byNumber, batchSize: size)
    #expect(Array(identifiers) == results.map(\.persistentModelID))
  }

  @Test func `a fetch in batches applies the predicate, limit and offset`() throws {
    var descriptor = FetchDescriptor<Book>(
      predicate: #Predicate { $0.number > 4 }, sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = 6
    descriptor.fetchOffset = 2
    var numbers: [Int] = []
    try context.enumerate(descriptor, batchSize: 4) { numbers.append($0.number) }
    #expect(numbers == Array(7...12))
  }

  @Test func `unreferenced objects of earlier batches are deallocated`() throws {
    final class Seen {
      weak var first: Book?
      var mostAlive = 0
    }
    let seen = Seen()
    var position = 0
    try context.enumerate(byNumber, batchSize: 5) { book in
      if position == 0 { seen.first = book }
      if position == 12 { #expect(seen.first == nil) }
      position += 1
    }
    #expect(position == 25)
    let results = try context.fetch(byNumber, batchSize: 5)
    seen.first = results[0]
    #expect(seen.first != nil)
    _ = results[20]
    #expect(seen.first == nil)
  }

  @Test func `unsaved changes in an enumerated batch are refused`() throws {
    var count = 0
    let error = #expect(throws: SwiftDataError.escapingMutations) {
      try context.enumerate(byNumber, batchSize: 5) { book in
        book.title += "!"
        count += 1
      }
    }
    #expect(count == 5)
    #expect(error?.entity == "Book")
    #expect(error?.count == 5)
    #expect(context.changedModelsArray.count == 5)
    try context.save()
    let other = ModelContext(container)
    #expect(
      try other.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.title.contains("!") }))
        == 5)
  }

  @Test func `changes in an enumerated batch are allowed if saved or permitted`() throws {
    try context.enumerate(byNumber, batchSize: 5) { book in
      book.title = "saved"
      try context.save()
    }
    #expect(!context.hasChanges)
    try context.enumerate(byNumber, batchSize: 5, allowEscapingMutations: true) {
      $0.title = "kept"
    }
    #expect(context.changedModelsArray.count == 25)
    // Changes made before the enumeration are allowed.
    try context.enumerate(byNumber, batchSize: 5) { _ in }
  }

  @Test func `a fetch in batches sorts unsaved objects among the stored ones`() throws {
    let added = Book(number: 100, title: "new")
    context.insert(added)
    let deleted = try #require(
      try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 3 })).first)
    context.delete(deleted)
    var numbers: [Int] = []
    try context.enumerate(byNumber, batchSize: 4) { numbers.append($0.number) }
    #expect(numbers == [100] + (0..<25).reversed().filter { $0 != 3 })
    #expect(try context.fetch(byNumber, batchSize: 4)[0] === added)
    #expect(try context.fetchIdentifiers(byNumber).first == added.persistentModelID)
    var stored = byNumber
    stored.includePendingChanges = false
    #expect(try context.fetch(stored, batchSize: 4).map(\.number) == (0..<25).reversed())
    #expect(try context.fetchIdentifiers(stored).count == 25)
  }

  @Test func `an object deleted during a fetch in batches is skipped or is a stand-in`() throws {
    let results = try context.fetch(byNumber, batchSize: 5)
    var numbers: [Int] = []
    try context.enumerate(byNumber, batchSize: 5) { book in
      if book.number == 24 {
        let other = ModelContext(container)
        try other.delete(model: Book.self, where: #Predicate { $0.number < 10 })
        try other.save()
      }
      numbers.append(book.number)
    }
    #expect(numbers == (10..<25).reversed())
    #expect(results[0].number == 24)
    #expect(results[24].isDeleted)
    #expect(results[24].title == "")
    #expect(results[24].modelContext == nil)
  }

  @Test func `enumerate rethrows an error of its block`() {
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try context.enumerate(byNumber, batchSize: 5) { _ in
        count += 1
        if count == 7 { throw Stop() }
      }
    }
    #expect(count == 7)
  }
}
