/// The order of child elements in the GPX schemas.
///
/// The entry `*` stands for elements of other namespaces.
struct GPXOrder {
  private static let point10 = [
    "ele", "time", "course", "speed", "magvar", "geoidheight", "name", "cmt", "desc", "src", "url",
    "urlname", "sym", "type", "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "*",
  ]
  private static let point11 = [
    "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type",
    "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
  ]
  private static let path10 = ["name", "cmt", "desc", "src", "url", "urlname", "number", "*"]
  private static let path11 = [
    "name", "cmt", "desc", "src", "link", "number", "type", "extensions",
  ]
  private static let orders10 = [
    "gpx": [
      "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds", "wpt",
      "rte", "trk", "*",
    ],
    "wpt": point10, "rtept": point10, "trkpt": point10, "rte": path10 + ["rtept"],
    "trk": path10 + ["trkseg"], "trkseg": ["trkpt"],
  ]
  private static let orders11 = [
    "gpx": ["metadata", "wpt", "rte", "trk", "extensions"],
    "metadata": [
      "name", "desc", "author", "copyright", "link", "time", "keywords", "bounds", "extensions",
    ],
    "author": ["name", "email", "link"], "copyright": ["year", "license"],
    "link": ["text", "type"], "wpt": point11, "rtept": point11, "trkpt": point11,
    "rte": path11 + ["rtept"], "trk": path11 + ["trkseg"], "trkseg": ["trkpt", "extensions"],
  ]
  /// The elements in which text of only white space is insignificant.
  private static let structural: Set<String> = [
    "gpx", "metadata", "wpt", "rte", "rtept", "trk", "trkseg", "trkpt", "extensions", "link",
    "copyright", "email", "bounds", "TrackPointExtension",
  ]

  let tree: XMLTree
  private let orders: [String: [String]]
  private let namespace: String

  init(_ tree: XMLTree) {
    self.tree = tree
    let root = tree[tree.root]
    let version = root.attributes.first { $0.name.uri.isEmpty && $0.name.local == "version" }?.value
    namespace = root.name.uri
    let isVersion10 =
      namespace.hasSuffix("GPX/1/0") || (!namespace.hasSuffix("GPX/1/1") && version == "1.0")
    orders = isVersion10 ? Self.orders10 : Self.orders11
  }

  /// Returns whether a node is an element of GPX.
  func isGPX(_ node: XMLTree.Node) -> Bool {
    node.kind == .element
      && (node.name.uri == namespace || node.name.uri.hasPrefix("http://www.topografix.com/GPX/1/"))
  }

  /// Returns whether text of only white space is insignificant directly inside an element.
  func isStructural(_ index: Int) -> Bool {
    let node = tree[index]
    if node.kind == .document { return true }
    if node.name.local == "TrackPointExtension" { return true }
    guard isGPX(node) else { return false }
    if node.name.local == "author" {
      return tree[node.parent].name.local == "metadata"
    }
    if node.name.local == "email" {
      return tree[node.parent].name.local == "author"
    }
    return Self.structural.contains(node.name.local)
  }

  /// Returns the position of a child in its parent's schema, or nil if the schema gives none.
  func rank(_ child: Int, in parent: Int) -> Int? {
    guard isGPX(tree[parent]), let order = orders[tree[parent].name.local],
      tree[child].kind == .element
    else { return nil }
    return order.firstIndex(of: isGPX(tree[child]) ? tree[child].name.local : "*")
  }
}
