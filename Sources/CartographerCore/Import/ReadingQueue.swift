import Foundation

/// Thrown to the thread that reads once the thread that writes has given up.
struct ReadingStopped: Error {}

/// Carries what one thread reads to another that writes it, and how the reading ended.
///
/// The queue holds a limited weight, so that the thread that reads waits where writing is slower and
/// memory does not grow with the file.
final class ReadingQueue<Element: Sendable, Outcome: Sendable>: @unchecked Sendable {
  // The condition guards all that follows.
  private let condition = NSCondition()
  private let weightAtMost: Int
  private var elements: [(value: Element, weight: Int)] = []
  private var weight = 0
  private var isClosed = false
  private var outcome: Result<Outcome, any Error>?

  init(weightAtMost: Int) { self.weightAtMost = weightAtMost }

  private func locked<T>(_ body: () throws -> T) rethrows -> T {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body()
  }

  // MARK: The thread that reads

  /// Adds an element once there is room for it. One that is heavier than the limit waits until the
  /// queue is empty.
  ///
  /// - Throws: ``ReadingStopped``.
  func append(_ element: Element, weight: Int) throws {
    try locked {
      while !isClosed, !elements.isEmpty, self.weight + weight > weightAtMost { condition.wait() }
      guard !isClosed else { throw ReadingStopped() }
      elements.append((element, weight))
      self.weight += weight
    }
  }

  /// Says how the reading ended. Nothing is added afterwards.
  func end(_ outcome: Result<Outcome, any Error>) { locked { self.outcome = outcome } }

  // MARK: The thread that writes

  /// Removes and returns the first element, once there is one; nil at the end.
  ///
  /// - Throws: The error that ended the reading, even if the queue still holds values.
  func next() throws -> Element? {
    try locked {
      while elements.isEmpty, outcome == nil { condition.wait() }
      if case .failure(let error) = outcome { throw error }
      guard !elements.isEmpty else { return nil }
      let (value, weight) = elements.removeFirst()
      self.weight -= weight
      return value
    }
  }

  /// Takes nothing more, and waits until the reading has ended.
  func close() {
    locked {
      isClosed = true
      elements = []
      condition.broadcast()
      while outcome == nil { condition.wait() }
    }
  }

  /// Waits until the reading has ended, and returns its result.
  func result() throws -> Outcome {
    try locked {
      while true {
        if let outcome { return try outcome.get() }
        condition.wait()
      }
    }
  }
}
