/// The reason why a file cannot be compared.
package struct GPXCompareError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
