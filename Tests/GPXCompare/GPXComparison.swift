/// The comparison of two GPX files by the rule of the round trip (`docs/formats/gpx.md`).
///
/// Elements and attributes are compared by namespace and local name, texts and values byte for
/// byte, comments and processing instructions by content, parent and place. It counts for nothing
/// how the file was encoded and quoted, in what order attributes stand, which prefixes are used,
/// and white space between the elements of GPX itself. Where the left file broke the order of its
/// schema, the right one may be in order.
package struct GPXComparison {
  /// How far to look ahead for the sibling that matches again.
  private static let window = 64

  private static let kept = 1000

  /// The first thousand, in the order of the left file.
  package private(set) var differences: [GPXDifference] = []
  /// How many there are in all.
  package private(set) var count = 0
  /// Elements of the left file whose children the right one has in the order of the schema.
  package private(set) var reordered: [String] = []

  private let left: Side
  private let right: Side

  package var areEqual: Bool { differences.isEmpty }

  /// - Complexity: O(nodes), with a factor for the look-ahead where the files differ.
  package init(_ left: XMLTree, _ right: XMLTree) {
    self.left = Side(left)
    self.right = Side(right)
    var pairs = [(0, 0)]
    while let (leftNode, rightNode) = pairs.popLast() {
      compareItself(leftNode, rightNode)
      pairs += children(leftNode, rightNode).reversed()
    }
  }

  private mutating func compareItself(_ leftIndex: Int, _ rightIndex: Int) {
    let (one, other) = (left.tree[leftIndex], right.tree[rightIndex])
    if !one.value.utf8.elementsEqual(other.value.utf8) {
      note(leftIndex, rightIndex, "\(quoted(one.value)) became \(quoted(other.value))")
    } else if let meaning = left.meaning(one.qualified, in: one.parent), meaning != other.qualified
    {
      note(
        leftIndex, rightIndex,
        "\(quoted(one.value)) named {\(meaning.uri)} and names {\(other.qualified?.uri ?? "")}")
    }
    let attributes = Dictionary(other.attributes.map { ($0.name, $0) }) { first, _ in first }
    for attribute in one.attributes {
      let name = shown(attribute.name)
      guard let match = attributes[attribute.name] else {
        note(leftIndex, rightIndex, "attribute \(name)=\(quoted(attribute.value)) is missing")
        continue
      }
      if !attribute.value.utf8.elementsEqual(match.value.utf8) {
        note(
          leftIndex, rightIndex,
          "attribute \(name): \(quoted(attribute.value)) became \(quoted(match.value))")
      } else if let meaning = left.meaning(attribute.qualified, in: leftIndex),
        meaning != match.qualified
      {
        note(
          leftIndex, rightIndex,
          "attribute \(name)=\(quoted(attribute.value)) named {\(meaning.uri)} and no longer does")
      }
    }
    let before = Set(one.attributes.map(\.name))
    for attribute in other.attributes where !before.contains(attribute.name) {
      note(
        leftIndex, rightIndex,
        "attribute \(shown(attribute.name))=\(quoted(attribute.value)) was added")
    }
  }

  /// Matches the children of two nodes, notes those without a match and gives the pairs.
  private mutating func children(_ leftIndex: Int, _ rightIndex: Int) -> [(Int, Int)] {
    let one = left.children(of: leftIndex)
    let other = right.children(of: rightIndex)
    if left.isInOrder(one, of: leftIndex) || left.heads(one) == right.heads(other) {
      return match(one, other)
    }
    reordered.append(left.tree.path(of: leftIndex))
    let (ranked, rest) = left.parted(one, of: leftIndex)
    let sorted = ranked.sorted { ($0.rank, $0.child) < ($1.rank, $1.child) }.map(\.child)
    let (otherRanked, otherRest) = right.parted(other, of: rightIndex)
    // What the schema knows no place for has kept its parent; its place is as good as another.
    return match(sorted, otherRanked.map(\.child))
      + match(
        rest.sorted { left.digests[$0] < left.digests[$1] },
        otherRest.sorted { right.digests[$0] < right.digests[$1] })
  }

  private mutating func match(_ one: [Int], _ other: [Int]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (leftPlace, rightPlace) = (0, 0)
    while leftPlace < one.count, rightPlace < other.count {
      let (leftNode, rightNode) = (one[leftPlace], other[rightPlace])
      if left.digests[leftNode] != right.digests[rightNode] {
        let skip = skips(one[leftPlace...], other[rightPlace...])
        for node in one[leftPlace...].prefix(skip.left) { noteMissing(node) }
        for node in other[rightPlace...].prefix(skip.right) { noteAdded(node) }
        leftPlace += skip.left
        rightPlace += skip.right
        if skip != (0, 0) { continue }
      }
      pairs.append((leftNode, rightNode))
      leftPlace += 1
      rightPlace += 1
    }
    for node in one[leftPlace...] { noteMissing(node) }
    for node in other[rightPlace...] { noteAdded(node) }
    return pairs
  }

  /// How many siblings to pass over on each side so that the next ones match.
  private func skips(_ one: ArraySlice<Int>, _ other: ArraySlice<Int>) -> (left: Int, right: Int) {
    guard let leftNode = one.first, let rightNode = other.first else { return (0, 0) }
    let haveSameHead = left.head(leftNode) == right.head(rightNode)
    for distance in 1...Self.window {
      if distance < one.count,
        left.digests[one[one.startIndex + distance]] == right.digests[rightNode]
      {
        return (distance, 0)
      }
      if distance < other.count,
        right.digests[other[other.startIndex + distance]] == left.digests[leftNode]
      {
        return (0, distance)
      }
    }
    if haveSameHead { return (0, 0) }
    for distance in 1...Self.window {
      if distance < one.count,
        left.head(one[one.startIndex + distance]) == right.head(rightNode)
      {
        return (distance, 0)
      }
      if distance < other.count,
        right.head(other[other.startIndex + distance]) == left.head(leftNode)
      {
        return (0, distance)
      }
    }
    return (1, 1)
  }

  private mutating func note(_ leftIndex: Int, _ rightIndex: Int, _ message: String) {
    guard admits() else { return }
    differences.append(
      GPXDifference(
        path: left.tree.path(of: leftIndex), leftLine: left.tree[leftIndex].line,
        rightLine: right.tree[rightIndex].line, message: message))
  }

  private mutating func noteMissing(_ index: Int) {
    guard admits() else { return }
    differences.append(
      GPXDifference(
        path: left.tree.path(of: index), leftLine: left.tree[index].line, rightLine: nil,
        message: "is missing: \(left.shown(index))"))
  }

  private mutating func noteAdded(_ index: Int) {
    guard admits() else { return }
    differences.append(
      GPXDifference(
        path: right.tree.path(of: index), leftLine: nil, rightLine: right.tree[index].line,
        message: "was added: \(right.shown(index))"))
  }

  /// Counts a difference and says whether there is room for it.
  private mutating func admits() -> Bool {
    count += 1
    return count <= Self.kept
  }

  private func shown(_ name: XMLTree.Name) -> String {
    name.uri.isEmpty ? name.local : "{\(name.uri)}\(name.local)"
  }

  private func quoted(_ text: String) -> String { Side.quoted(text) }
}
