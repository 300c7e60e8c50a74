import CartographerCore
import Testing

@Suite struct SearchTests {
  @Test(
    arguments: [
      ("Zürich", "zurich"), ("ZÜRICH", "ürich"), ("Strasse", "straße"), ("Straße", "STRASSE"),
      ("Ångström", "angstrom"), ("Łódź", "lodz"), ("Café de l’Étape", "etape"), ("日本小屋", "小屋"),
      ("Col du Bonhomme", ""), ("Ørsta", "orsta"), ("ﬁne", "fi"), ("aab", "ab"),
    ])
  func `a search ignores case and accents`(text: String, query: String) {
    #expect(FoldedText(text).contains(FoldedText(query)))
  }

  @Test(arguments: [("Zürich", "zürichs"), ("", "a"), ("abc", "ac"), ("日本", "本日")])
  func `a search does not find absent text`(text: String, query: String) {
    #expect(!FoldedText(text).contains(FoldedText(query)))
  }

  @Test func `IDs take precedence over names, and an ambiguous name is rejected with all IDs`()
    async throws
  {
    let library = try await Library.sample()
    _ = try await library.apply(.createGroup(name: "L1", members: []))
    _ = try await library.apply(.createGroup(name: "Plan", members: []))
    let resolver = try await library.resolver(
      for: ["L1", "l1", "Zürich", "L2", "P1", "Plan", "zürich"])
    #expect(try resolver.item("L1") == ItemID(.location, 1))
    #expect(try resolver.item("l1") == ItemID(.location, 1))
    #expect(try resolver.item("Zürich") == ItemID(.location, 2))
    #expect(try resolver.items(["Zürich", "L2", "P1"]).count == 2)
    do {
      _ = try resolver.item("Plan")
      Issue.record("an ambiguous name was accepted")
    } catch let error as LibraryError {
      #expect(error.code == .ambiguous)
      #expect(error.ids == [ItemID(.path, 2), ItemID(.group, 4)])
    }
    do {
      _ = try resolver.item("zürich")
      Issue.record("an unknown name was accepted")
    } catch let error as LibraryError {
      #expect(error.code == .notFound)
    }
    let groups = try await library.resolver(for: ["Plan"], kinds: [.group])
    #expect(try groups.item("Plan") == ItemID(.group, 4))
  }
}
