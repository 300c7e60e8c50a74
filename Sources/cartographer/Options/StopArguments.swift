import CartographerCore
import Geodesy

/// The stops of a group's itinerary. The user specifies stops by ID, number or range of numbers.
struct StopArguments {
  let group: GroupSnapshot

  private var ids: [StopID] { group.itinerary.map(\.id) }

  /// Returns the stop with the given ID, such as `E5`, or with the given number, counted from 1.
  func stop(_ word: String) throws -> StopID {
    if let id = StopID(word), ids.contains(id) { return id }
    guard let number = Int(word), ids.indices.contains(number - 1) else { throw unknown(word) }
    return ids[number - 1]
  }

  /// Returns the stops with the given IDs, numbers and ranges of numbers, without duplicates.
  func stops(_ words: [String]) throws -> [StopID] {
    var found: [StopID] = []
    for word in words {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      if ends.count == 2, let first = ends[0], let last = ends[1] {
        guard first <= last, ids.indices.contains(first - 1), ids.indices.contains(last - 1) else {
          throw unknown(word)
        }
        found += ids[(first - 1)...(last - 1)]
      } else {
        found.append(try stop(word))
      }
    }
    var seen: Set<StopID> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func unknown(_ word: String) -> Failure {
    let numbers =
      ids.isEmpty
      ? "The itinerary is empty."
      : "The stops are numbered from 1 to \(Numbers.grouped(ids.count))."
    return Failure(
      .noInput, code: "notFound", "The itinerary of \(group.id) has no stop '\(word)'. \(numbers)",
      remedy: "See: cartographer itinerary \(group.id)", ids: [group.id])
  }
}

/// The group whose itinerary a command changes.
struct ItineraryTarget {
  let library: Library
  let arguments: StopArguments

  init(_ group: String, _ session: Session) async throws {
    library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    guard let group = try await library.snapshot(of: [id], withItineraries: true).groups.first
    else {
      throw Failure.usage("There is no group \(id).", remedy: "See: cartographer group list")
    }
    arguments = StopArguments(group: group)
  }

  func apply(_ edits: [ItineraryEdit], _ session: Session) async throws {
    try await session.apply(
      edits.map { .itinerary(of: arguments.group.id, $0) }, to: library)
  }
}

extension Session {
  /// Returns one itinerary stop for each argument.
  ///
  /// The result can contain duplicates, because an itinerary can visit a place twice.
  func stops(_ words: [String], in library: Library) async throws -> [ItineraryStop] {
    let given = words
    let words = try Arguments.unfolded(words)
    try StandardInputItems.require(given, words)
    let names = try await library.resolver(for: words, kinds: [.location, .path])
    return try words.map { .item(try names.item($0)) }
  }
}
