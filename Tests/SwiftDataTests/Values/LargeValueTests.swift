import SwiftData
import Testing

/// Values above SQLite's limit of a billion bytes. Their zero bytes occupy no physical memory.
@Suite struct LargeValueTests {
  enum Model {
    @Model final class Photo {
      var name: String
      var bytes: Data?
      init(name: String, bytes: Data?) {
        self.name = name
        self.bytes = bytes
      }
    }
  }
  typealias Photo = Model.Photo

  private let tooLarge = Data(count: 1_000_000_001)
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Photo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func expectRefusal(_ error: SwiftDataError?) throws {
    #expect(error == .invalidValue)
    #expect(error?.entity == "Photo")
    #expect(error?.property == "bytes")
    #expect(error?.message.contains("1000000001 bytes") == true)
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Photo>())
    #expect(stored.map(\.bytes) == (stored.isEmpty ? [] : [Data([1])]))
  }

  @Test func `a value too large for a store is refused and not stored as nil`() throws {
    let kept = Photo(name: "kept", bytes: Data([1]))
    context.insert(kept)
    try context.save()
    kept.bytes = tooLarge
    try expectRefusal(#expect(throws: SwiftDataError.self) { try context.save() })
  }

  @Test func `a bulk write refuses a value too large for a store`() throws {
    try expectRefusal(
      #expect(throws: SwiftDataError.self) {
        try context.append(
          Photo.self, count: 1, [.constant(\.name, "x"), .constant(\.bytes, tooLarge)])
      })
  }
}
