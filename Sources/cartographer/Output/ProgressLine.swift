import CartographerCore
import CartographerPresentation
import Foundation
import Synchronization
import TerminalUI

/// A progress bar on one line of standard error, drawn only if standard error is a terminal.
///
/// The bar appears after half a second, so that short jobs do not show it.
final class ProgressLine: Sendable {
  private struct State {
    var drawn = Date.distantPast
    var isVisible = false
  }

  private let isShown: Bool
  private let begun: Date
  private let state = Mutex(State())
  private let emit: @Sendable (String) -> Void

  init(isShown: Bool, emit: @escaping @Sendable (String) -> Void) {
    self.isShown = isShown
    self.emit = emit
    begun = Date.now
  }

  func update(_ progress: JobProgress) {
    guard isShown else { return }
    let now = Date.now
    guard now.timeIntervalSince(begun) > 0.5 else { return }
    state.withLock { state in
      guard now.timeIntervalSince(state.drawn) > 0.1 else { return }
      state.drawn = now
      state.isVisible = true
      emit("\r\u{1B}[K" + Self.text(progress))
    }
  }

  /// Erases the progress bar.
  func end() {
    state.withLock { state in
      if state.isVisible { emit("\r\u{1B}[K") }
      state.isVisible = false
    }
  }

  private static func text(_ progress: JobProgress) -> String {
    let detail = DisplayText(progress.detail).clipped(to: 40).string
    guard let fraction = progress.fraction else { return detail }
    let width = 24
    let share = min(max(fraction, 0), 1)
    let full = Int(share * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
    return "[\(bar)] \(Int(share * 100))% \(detail)"
  }
}
