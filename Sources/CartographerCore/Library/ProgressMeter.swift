import GeoFormats
import Synchronization

/// A meter that reports a job's progress, at most once per percent or mebibyte.
///
/// Only one thread at a time may use a progress meter.
final class ProgressMeter: Sendable {
  private let detail: String
  private let report: @Sendable (JobProgress) -> Void
  private let flag: CancellationFlag
  private let told = Atomic(0)

  init(
    detail: String, flag: CancellationFlag, report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.detail = detail
    self.flag = flag
    self.report = report
  }

  /// Throws an error if the job has been cancelled.
  ///
  /// - Throws: `CancellationError` if the job is cancelled.
  func checkCancellation() throws { try flag.check() }

  /// Reports the progress at each whole percent, or at each mebibyte if the total is not known.
  ///
  /// - Throws: `CancellationError` if the job is cancelled.
  func advance(to done: Int, of total: Int?) throws {
    try flag.check()
    let step = total.map { $0 > 0 ? done * 100 / $0 : 100 } ?? done >> 20
    guard step > told.load(ordering: .relaxed) else { return }
    told.store(step, ordering: .relaxed)
    report(
      JobProgress(fraction: total.map { $0 > 0 ? Double(done) / Double($0) : 1 }, detail: detail))
  }
}
