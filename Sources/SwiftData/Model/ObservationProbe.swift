import Observation
import Synchronization

/// Tells whether code runs inside `withObservationTracking`, so that an object that nobody observes
/// needs no registrar.
///
/// `Observation` has no question for that. But a registrar's `access` hashes the key path it is
/// given if, and only if, somebody tracks: the probe gives it one whose argument counts being
/// hashed. Should that ever stop to be so, every read counts as tracked, which costs memory and
/// nothing else. See ADR 0005.
final class ObservationProbe: Observable, Sendable {
  /// The probe of objects in no context. A context and its objects have their own, so that what a
  /// tracking that never fires leaves behind in a probe ends with them.
  static let shared = ObservationProbe()
  /// The probe of objects whose every read matters.
  static let always = ObservationProbe(alwaysTracked: true)

  private final class Signal: Hashable, Sendable {
    let count = Atomic<Int>(0)
    static func == (lhs: Signal, rhs: Signal) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { count.add(1, ordering: .relaxed) }
  }

  private static let isReliable: Bool = {
    let probe = ObservationProbe(alwaysTracked: false)
    let isQuiet = !probe.isTracked
    return isQuiet
      && withObservationTracking {
        probe.isTracked
      } onChange: {
      }
  }()

  private let registrar = ObservationRegistrar()
  private let signal: Signal
  private let path: any KeyPath<ObservationProbe, Bool> & Sendable
  private let alwaysTracked: Bool

  private init(alwaysTracked: Bool) {
    let signal = Signal()
    self.signal = signal
    self.path = \.[signal]
    self.alwaysTracked = alwaysTracked
  }

  convenience init() { self.init(alwaysTracked: !Self.isReliable) }

  private subscript(signal: Signal) -> Bool { false }

  var isTracked: Bool {
    if alwaysTracked { return true }
    let before = signal.count.load(ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return signal.count.load(ordering: .relaxed) != before
  }
}
