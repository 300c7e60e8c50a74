import TerminalUI

/// A search for commands by name, title or synonym, for the editor's command line.
struct CommandSearch {
  /// The ways in which a command can match the typed text, best first.
  private enum Rank: Int, Comparable {
    case wholeName, startOfName, wordsOfName, synonyms, title, lettersOfName

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// The words of a command's name, synonyms and title, folded to ignore case and accents.
  private struct Words: Sendable {
    let command: Command
    let names: [String]
    let synonyms: [String]
    let title: [String]
  }

  private struct Found {
    var entry: PaletteEntry
    let rank: Rank
    /// The index of the matched synonym. A command's synonyms are listed in order of importance.
    /// The value is 0 if no synonym matched.
    let synonymIndex: Int
    let score: Int
  }

  private static let corpus = CommandRegistry.runnableByName.map { command in
    Words(
      command: command, names: words(command.id),
      synonyms: words(CommandSynonyms.words[command.id] ?? ""),
      // A typed number means a point; it must not match a number in a title's examples.
      title: words(command.title).filter { $0.first?.isNumber == false })
  }

  private let text: String
  private let wanted: [String]
  private let letters: FuzzyMatcher

  init(_ text: String) {
    self.text = SearchFolding.folded(text)
    wanted = CommandSearch.words(text)
    letters = FuzzyMatcher(text)
  }

  private static func words(_ text: String) -> [String] {
    SearchFolding.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns the matching commands, best first. If no text was typed, all commands match, and
  /// available commands come first.
  func entries(in state: AppState) -> [PaletteEntry] {
    let found = CommandSearch.corpus.compactMap { words -> Found? in
      guard let rank = rank(of: words) else { return nil }
      let match = letters.match(words.command.id)
      let index = rank == .synonyms ? synonymIndex(in: words) : nil
      return Found(
        entry: PaletteEntry(
          command: words.command, positions: match?.positions ?? [],
          synonym: index.map { words.synonyms[$0] },
          obstacle: words.command.obstacle(state)?.text, isCertain: rank != .lettersOfName),
        rank: rank, synonymIndex: index ?? 0, score: match?.score ?? 0)
    }
    return found.enumerated().sorted { left, right in
      sortKey(of: left.element, at: left.offset) < sortKey(of: right.element, at: right.offset)
    }.map(\.element.entry)
  }

  /// Returns a match's sort key. The key's components are the rank, the command's availability (for
  /// some ranks only), the index of the matched synonym, the similarity of the command's name to
  /// the typed letters, and the command's index in the list.
  private func sortKey(of found: Found, at offset: Int) -> (Int, Int, Int, Int, Int) {
    let prefersAvailable = text.isEmpty || found.rank == .synonyms || found.rank == .title
    let isBlocked = prefersAvailable && found.entry.obstacle != nil
    return (found.rank.rawValue, isBlocked ? 1 : 0, found.synonymIndex, -found.score, offset)
  }

  /// Returns a rank that indicates how well a command matches the entered words. Returns nil if the
  /// command does not match. A single letter is compared only with command names.
  private func rank(of words: Words) -> Rank? {
    if text.isEmpty { return .title }
    let command = words.command
    if command.id == text || command.aliases.contains(text) { return .wholeName }
    if command.id.hasPrefix(text) { return .startOfName }
    if begin(words.names) { return .wordsOfName }
    if text.count > 1 {
      if begin(words.names + words.synonyms) { return .synonyms }
      if begin(words.names + words.synonyms + words.title) { return .title }
    }
    return letters.match(command.id) == nil ? nil : .lettersOfName
  }

  /// Returns whether every entered word is a prefix of one of the given words.
  private func begin(_ words: [String]) -> Bool {
    !wanted.isEmpty && wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
  }

  /// Returns the index of the first synonym that begins with an entered word. Returns nil if no
  /// synonym matches.
  private func synonymIndex(in words: Words) -> Int? {
    words.synonyms.firstIndex { synonym in wanted.contains { synonym.hasPrefix($0) } }
  }
}
