import Testing

@testable import CartographerCore

@Suite struct ChangeTitleTests {
  @Test(
    arguments: [
      ("Delete 2 paths", "Deleted 2 paths"), ("Move Hut", "Moved Hut"),
      ("Split Day 1", "Split Day 1"), ("Add place Hut", "Added place Hut"),
      ("Insert a point in Day 1", "Inserted a point in Day 1"),
      ("Moved 1 to the trash", "Moved 1 to the trash"), ("", ""), ("Delete", "Deleted"),
      ("Deletes nothing", "Deletes nothing"), ("Move  Hut ", "Moved  Hut "),
    ])
  func `a stored title yields its imperative and past-tense forms`(
    text: String, past: String
  ) {
    let title = ChangeTitle(stored: text)
    #expect(title.imperative == text)
    #expect(title.pastTense == past)
  }

  @Test func `the stored title of an old purge reads as a permanent deletion`() {
    let title = ChangeTitle(stored: "Purge 2 paths")
    #expect(title.imperative == "Delete 2 paths permanently")
    #expect(title.pastTense == "Deleted 2 paths permanently")
  }

  @Test(arguments: ChangeTitle.Verb.allCases)
  func `a title with any verb is read back from its stored text`(verb: ChangeTitle.Verb) {
    let title = ChangeTitle(verb, "a path")
    #expect(ChangeTitle(stored: title.imperative) == title)
  }
}
