/// The comparison of two GPX files by the rule of the round trip (`docs/formats/gpx.md`).
///
/// Elements and attributes are compared by namespace and local name. Texts and values are compared
/// byte for byte. Comments and processing instructions are compared by content, parent and
/// position. The encoding, the quotation marks, the order of attributes, the namespace prefixes and
/// white space between GPX elements are ignored. If the left file violates the element order of its
/// schema, the right file may have the correct order.
package struct GPXComparison {
  /// The number of siblings to search for the next match.
  private static let window = 64

  private static let maximumDifferences = 1000

  /// The first thousand differences, in the order of the left file.
  package private(set) var differences: [GPXDifference] = []
  /// The number of all differences.
  package private(set) var count = 0
  /// The paths of elements in the left file whose children the right file has in schema order.
  package private(set) var reordered: [String] = []

  private let left: Side
  private let right: Side

  package var areEqual: Bool { differences.isEmpty }

  /// Compares two documents.
  ///
  /// - Complexity: O(n) in the number of nodes. Each difference adds a search of up to 64 siblings.
  package init(_ left: XMLTree, _ right: XMLTree) {
    self.left = Side(left)
    self.right = Side(right)
    var pairs = [(0, 0)]
    while let (leftNode, rightNode) = pairs.popLast() {
      compareNodes(leftNode, rightNode)
      pairs += children(leftNode, rightNode).reversed()
    }
  }

  private mutating func compareNodes(_ leftIndex: Int, _ rightIndex: Int) {
    let (one, other) = (left.tree[leftIndex], right.tree[rightIndex])
    if !one.value.utf8.elementsEqual(other.value.utf8) {
      record(leftIndex, rightIndex, "\(quoted(one.value)) became \(quoted(other.value))")
    } else if let meaning = left.meaning(one.qualified, in: one.parent), meaning != other.qualified
    {
      record(
        leftIndex, rightIndex,
        "\(quoted(one.value)) referred to {\(meaning.uri)} and now refers to "
          + "{\(other.qualified?.uri ?? "")}")
    }
    let attributes = Dictionary(other.attributes.map { ($0.name, $0) }) { first, _ in first }
    for attribute in one.attributes {
      let name = shown(attribute.name)
      guard let match = attributes[attribute.name] else {
        record(leftIndex, rightIndex, "attribute \(name)=\(quoted(attribute.value)) is missing")
        continue
      }
      if !attribute.value.utf8.elementsEqual(match.value.utf8) {
        record(
          leftIndex, rightIndex,
          "attribute \(name): \(quoted(attribute.value)) became \(quoted(match.value))")
      } else if let meaning = left.meaning(attribute.qualified, in: leftIndex),
        meaning != match.qualified
      {
        record(
          leftIndex, rightIndex,
          "attribute \(name)=\(quoted(attribute.value)) no longer refers to {\(meaning.uri)}")
      }
    }
    let before = Set(one.attributes.map(\.name))
    for attribute in other.attributes where !before.contains(attribute.name) {
      record(
        leftIndex, rightIndex,
        "attribute \(shown(attribute.name))=\(quoted(attribute.value)) was added")
    }
  }

  /// Matches the children of two nodes, records those without a match and returns the pairs.
  private mutating func children(_ leftIndex: Int, _ rightIndex: Int) -> [(Int, Int)] {
    let one = left.children(of: leftIndex)
    let other = right.children(of: rightIndex)
    if left.isInOrder(one, of: leftIndex) || left.heads(one) == right.heads(other) {
      return match(one, other)
    }
    reordered.append(left.tree.path(of: leftIndex))
    let (ranked, rest) = left.separated(one, of: leftIndex)
    let sorted = ranked.sorted { ($0.rank, $0.child) < ($1.rank, $1.child) }.map(\.child)
    let (otherRanked, otherRest) = right.separated(other, of: rightIndex)
    // The schema gives no position for the other children, so they may be in any order.
    return match(sorted, otherRanked.map(\.child))
      + match(
        rest.sorted { left.digests[$0] < left.digests[$1] },
        otherRest.sorted { right.digests[$0] < right.digests[$1] })
  }

  private mutating func match(_ one: [Int], _ other: [Int]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (leftPosition, rightPosition) = (0, 0)
    while leftPosition < one.count, rightPosition < other.count {
      let (leftNode, rightNode) = (one[leftPosition], other[rightPosition])
      if left.digests[leftNode] != right.digests[rightNode] {
        let skip = skips(one[leftPosition...], other[rightPosition...])
        for node in one[leftPosition...].prefix(skip.left) { recordMissing(node) }
        for node in other[rightPosition...].prefix(skip.right) { recordAdded(node) }
        leftPosition += skip.left
        rightPosition += skip.right
        if skip != (0, 0) { continue }
      }
      pairs.append((leftNode, rightNode))
      leftPosition += 1
      rightPosition += 1
    }
    for node in one[leftPosition...] { recordMissing(node) }
    for node in other[rightPosition...] { recordAdded(node) }
    return pairs
  }

  /// Returns the numbers of siblings to skip on each side so that the next ones match.
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

  private mutating func record(_ leftIndex: Int, _ rightIndex: Int, _ message: String) {
    guard countDifference() else { return }
    differences.append(
      GPXDifference(
        path: left.tree.path(of: leftIndex), leftLine: left.tree[leftIndex].line,
        rightLine: right.tree[rightIndex].line, message: message))
  }

  private mutating func recordMissing(_ index: Int) {
    guard countDifference() else { return }
    differences.append(
      GPXDifference(
        path: left.tree.path(of: index), leftLine: left.tree[index].line, rightLine: nil,
        message: "is missing: \(left.shown(index))"))
  }

  private mutating func recordAdded(_ index: Int) {
    guard countDifference() else { return }
    differences.append(
      GPXDifference(
        path: right.tree.path(of: index), leftLine: nil, rightLine: right.tree[index].line,
        message: "was added: \(right.shown(index))"))
  }

  /// Counts a difference and returns whether it should be recorded.
  private mutating func countDifference() -> Bool {
    count += 1
    return count <= Self.maximumDifferences
  }

  private func shown(_ name: XMLTree.Name) -> String {
    name.uri.isEmpty ? name.local : "{\(name.uri)}\(name.local)"
  }

  private func quoted(_ text: String) -> String { Side.quoted(text) }
}
