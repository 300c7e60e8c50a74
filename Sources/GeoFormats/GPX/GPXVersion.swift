/// A version of GPX.
public enum GPXVersion: String, Hashable, Sendable, CaseIterable {
  case version10 = "1.0"
  case version11 = "1.1"
}
