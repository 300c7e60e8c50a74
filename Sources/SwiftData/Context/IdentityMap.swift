/// A map from row keys to objects, for one entity in a context. The map does not retain the
/// objects; an object is removed from the map when it is deallocated.
///
/// Each page of the map stores the objects of 64 consecutive keys. A full page takes up nine bytes
/// per object, and repeated access to the same page needs no hashing. An object whose key is far
/// from all other keys occupies a whole page (half a kibibyte).
///
/// - Complexity: O(1) for access by key.
final class IdentityMap {
  private final class Page {
    var objects = ContiguousArray<Unmanaged<AnyObject>?>(repeating: nil, count: 64)
    var count = 0
  }

  private var pages: [Int64: Page] = [:]
  /// The most recently accessed page.
  private var recent: (number: Int64, page: Page)?

  subscript(key: Int64) -> Unmanaged<AnyObject>? {
    get { page(key >> 6)?.objects[Int(key & 63)] }
    set {
      let number = key >> 6
      let slot = Int(key & 63)
      guard let page = newValue == nil ? page(number) : page(number) ?? makePage(number) else {
        return
      }
      page.count += (newValue == nil ? 0 : 1) - (page.objects[slot] == nil ? 0 : 1)
      page.objects[slot] = newValue
      if page.count == 0 {
        pages[number] = nil
        recent = nil
      }
    }
  }

  /// The objects in the map, in no particular order.
  var values: [Unmanaged<AnyObject>] { pages.values.flatMap { $0.objects.compactMap { $0 } } }

  private func page(_ number: Int64) -> Page? {
    if let recent, recent.number == number { return recent.page }
    guard let page = pages[number] else { return nil }
    recent = (number, page)
    return page
  }

  private func makePage(_ number: Int64) -> Page {
    let page = Page()
    pages[number] = page
    recent = (number, page)
    return page
  }
}
