/// The number of occurrences of a problem, and the position of the first one in the file.
struct PlacedTally {
  private(set) var count = 0
  private(set) var place = Diagnostic.Place()

  mutating func add(_ place: @autoclosure () -> Diagnostic.Place) {
    if count == 0 { self.place = place() }
    count += 1
  }

  /// Counts an occurrence in a line of a text.
  mutating func add(line: Int) { add(Diagnostic.Place(line: line, column: 1)) }
}
