import Synchronization

/// Messages on their way from background work to the key loop.
final class Mailbox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Adds a message and wakes the loop. A job's newer progress takes the place of its older one.
  func post(_ message: Message) {
    messages.withLock { messages in
      if case .jobProgress(let id, _) = message, case .jobProgress(id: id, _)? = messages.last {
        messages.removeLast()
      }
      messages.append(message)
    }
    wake()
  }

  var isEmpty: Bool { messages.withLock { $0.isEmpty } }

  /// All messages since the last call, in order.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
