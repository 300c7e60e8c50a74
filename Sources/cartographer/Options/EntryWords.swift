import CartographerCore

/// The entries of an itinerary by the words people have for them.
struct EntryWords {
  let group: GroupSnapshot

  private var ids: [EntryID] { group.itinerary.map(\.id) }

  /// The entry of an id or a number.
  func entry(_ word: String) throws -> EntryID {
    if let id = EntryID(word), ids.contains(id) { return id }
    guard let number = Int(word), ids.indices.contains(number - 1) else { throw unknown(word) }
    return ids[number - 1]
  }

  /// The entries of ids, numbers and ranges of numbers, each once.
  func entries(_ words: [String]) throws -> [EntryID] {
    var found: [EntryID] = []
    for word in words {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      if ends.count == 2, let first = ends[0], let last = ends[1] {
        guard first <= last, ids.indices.contains(first - 1), ids.indices.contains(last - 1) else {
          throw unknown(word)
        }
        found += ids[(first - 1)...(last - 1)]
      } else {
        found.append(try entry(word))
      }
    }
    var seen: Set<EntryID> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func unknown(_ word: String) -> Failure {
    let numbers =
      ids.isEmpty ? "It has none." : "They are numbered from 1 to \(ids.count)."
    return Failure(
      .noInput, code: "notFound", "The itinerary of \(group.id) has no entry '\(word)'. \(numbers)",
      remedy: "See: cartographer itinerary \(group.id)", ids: [group.id])
  }
}

/// A group whose itinerary is to be changed.
struct ItineraryTarget {
  let library: Library
  let entries: EntryWords

  init(_ group: String, _ session: Session) async throws {
    library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    guard let group = try await library.snapshot(of: [id], withItineraries: true).groups.first
    else {
      throw Failure.usage("There is no group \(id).", remedy: "See: cartographer group list")
    }
    entries = EntryWords(group: group)
  }

  func apply(_ edits: [ItineraryEdit], _ session: Session) async throws {
    try await session.apply(
      edits.map { .itinerary(of: entries.group.id, $0) }, to: library)
  }
}

extension Session {
  /// The stops that words name, one for each, since a place may be visited twice.
  func stops(_ words: [String], in library: Library) async throws -> [ItineraryStop] {
    let words = Arguments.unfolded(words)
    let names = try await library.resolver(for: words, kinds: [.location, .path])
    return try words.map { .item(try names.item($0)) }
  }
}
