import Foundation

/// The error that ends the reading thread after the writing thread has stopped.
struct ReadingStopped: Error {}

/// A queue that passes elements, and finally a result, from a reading thread to a writing thread.
///
/// The total weight (approximate memory use) of the queued elements is limited. Therefore, the
/// reading thread waits if writing is slower, and memory use does not grow with the file's size.
final class ReadingQueue<Element: Sendable, Outcome: Sendable>: @unchecked Sendable {
  // The condition guards all properties below.
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

  // MARK: Reading thread

  /// Waits until the queue has room, and adds an element. An element that exceeds the limit by
  /// itself is added once the queue is empty.
  ///
  /// - Throws: ``ReadingStopped`` if the queue has been closed with ``close()``.
  func append(_ element: Element, weight: Int) throws {
    try locked {
      while !isClosed, !elements.isEmpty, self.weight + weight > weightAtMost { condition.wait() }
      guard !isClosed else { throw ReadingStopped() }
      elements.append((element, weight))
      self.weight += weight
    }
  }

  /// Records the reading thread's result. No element may be added afterwards.
  func end(_ outcome: Result<Outcome, any Error>) { locked { self.outcome = outcome } }

  // MARK: Writing thread

  /// Removes and returns the first element. If the queue is empty, the method waits for an element.
  /// The result is nil after the last element.
  ///
  /// - Throws: The reading thread's error, even if elements are still in the queue.
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

  /// Discards the queued elements, rejects further elements, and waits until the reading thread has
  /// finished.
  func close() {
    locked {
      isClosed = true
      elements = []
      condition.broadcast()
      while outcome == nil { condition.wait() }
    }
  }

  /// Waits until the reading thread has finished, and returns its result.
  func result() throws -> Outcome {
    try locked {
      while true {
        if let outcome { return try outcome.get() }
        condition.wait()
      }
    }
  }
}
