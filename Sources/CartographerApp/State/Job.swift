import CartographerCore

/// Work of some length: an import or an export.
package struct Job: Sendable, Equatable, Identifiable {
  package enum State: Sendable, Equatable {
    case running(JobProgress)
    case done(String)
    case failed(String)
    case cancelled
  }

  package let id: Int
  package let title: String
  /// Whether it holds the store until its end, so that other changes would wait for it.
  package let isWriting: Bool
  package var state: State
  /// What a person should know about it, a line each.
  package var messages: [String] = []
  /// Where the user was when it began.
  var begunAt: Whereabouts

  /// What the list shows and has selected.
  struct Whereabouts: Sendable, Equatable {
    var tab: ListTab
    var scope: ItemID?
    var filter: String
    var selected: ItemID?
  }

  init(id: Int, title: String, isWriting: Bool, begunAt: Whereabouts) {
    self.begunAt = begunAt
    self.id = id
    self.title = title
    self.isWriting = isWriting
    state = .running(JobProgress(fraction: nil, detail: ""))
  }

  package var isRunning: Bool {
    if case .running = state { return true }
    return false
  }
}
