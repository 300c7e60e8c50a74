import SwiftData
import TestSupport
import Testing

/// Objects whose context was deallocated, and whose relationships are read through the open store.
@Suite struct DeallocatedContextTests {
  enum Mail {
    @Model final class Folder {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \Letter.folder) var letters: [Letter] = []
      init(name: String) { self.name = name }
    }
    @Model final class Letter {
      var text: String
      var folder: Folder?
      var sender: Person
      @Relationship(inverse: \Label.letters) var labels: [Label] = []
      init(text: String, sender: Person) {
        self.text = text
        self.sender = sender
      }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Label {
      var name: String
      var letters: [Letter]?
      init(name: String) { self.name = name }
    }
  }
  typealias Letter = Mail.Letter

  private func container(_ url: URL? = nil) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Letter.self,
      configurations: url.map { ModelConfiguration(url: $0) }
        ?? ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let folder = Mail.Folder(name: "in")
    let label = Mail.Label(name: "new")
    for text in ["a", "b"] {
      let letter = Letter(text: text, sender: Mail.Person(name: "Ann"))
      context.insert(letter)
      letter.folder = folder
      letter.labels = [label]
    }
    try context.save()
    return container
  }

  private func letters(_ container: ModelContainer) throws -> [Letter] {
    try ModelContext(container).fetch(FetchDescriptor<Letter>(sortBy: [SortDescriptor(\.text)]))
  }

  @Test func `a relationship can be read after its context is deallocated`() throws {
    let container = try container()
    let letters = try letters(container)
    #expect(letters.map { $0.folder?.name } == ["in", "in"])
    #expect(letters.map(\.sender.name) == ["Ann", "Ann"])
    #expect(letters.map { $0.labels.map(\.name) } == [["new"], ["new"]])
    #expect(letters[0].labels.first?.letters?.count == 2)
    #expect(letters[0].folder?.letters.map(\.text) == ["a", "b"])
    #expect(letters[0].modelContext == nil)
    // Objects of one deallocated context return the same object for a common link target.
    #expect(letters[0].folder === letters[1].folder)
    withExtendedLifetime(container) {}
  }

  @Test func `links to objects deleted since are nil, empty or stand-ins`() throws {
    let container = try container()
    let letters = try letters(container)
    let other = ModelContext(container)
    try other.delete(model: Mail.Folder.self)
    try other.delete(model: Mail.Label.self)
    try other.delete(model: Mail.Person.self)
    try other.save()
    #expect(letters.map(\.text) == ["a", "b"])
    #expect(letters[0].folder == nil)
    #expect(letters[0].labels.isEmpty)
    #expect(letters[1].sender.isDeleted)
    withExtendedLifetime(container) {}
  }

  @Test func `reading after a context is deallocated does not keep the store open`()
    throws
  {
    try TemporaryDirectory.with { folder in
      let url = folder.appending(path: "x.store")
      weak var reader: ModelContext?
      func read() throws {
        let container = try container(url)
        let letters = try letters(container)
        #expect(letters[0].folder?.name == "in")
        let context = try #require(letters[0].folder?.modelContext)
        reader = context
      }
      try read()
      #expect(reader == nil)
      _ = try StoreBackup.restore(StoreBackup.make(of: url), to: url)
    }
  }
}
