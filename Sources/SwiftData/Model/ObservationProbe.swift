import Observation
import Synchronization

/// A detector that determines whether the current code runs inside `withObservationTracking`. With
/// it, a model object that is never observed needs no observation registrar.
///
/// The `Observation` module has no function that reports whether a read is being tracked. However,
/// a registrar's `access` hashes its key path if, and only if, a read is being tracked. The
/// detector therefore passes a key path with a subscript argument that counts how often it is
/// hashed. If `Observation` ever changes this behaviour, every read is treated as tracked, which
/// costs only memory. See ADR 0005.
final class ObservationProbe: Observable, Sendable {
  /// The shared detector for all model objects that do not belong to a context. Each context has
  /// its own detector, so that tracking registrations that never fire are released with the
  /// context.
  static let shared = ObservationProbe()
  /// A detector that treats every read of a property as tracked.
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
