import Synchronization

/// A queue of messages from background tasks to the editor's main loop.
final class Mailbox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Adds a message and wakes the main loop. A progress message replaces an older progress message
  /// about the same job, change or preview.
  func post(_ message: Message) {
    messages.withLock { messages in
      if let last = messages.last, message.isProgress(after: last) { messages.removeLast() }
      messages.append(message)
    }
    wake()
  }

  var isEmpty: Bool { messages.withLock { $0.isEmpty } }

  /// Removes all messages and returns them in order.
  func removeAll() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

extension Message {
  /// Returns whether this message and an earlier message report the progress of the same job or
  /// request.
  fileprivate func isProgress(after last: Message) -> Bool {
    switch (last, self) {
    case (.jobProgress(let old, _), .jobProgress(let new, _)): old == new
    case (.previewProgress(let old, _), .previewProgress(let new, _)): old == new
    case (.importCheckProgress(let old, _), .importCheckProgress(let new, _)): old == new
    case (.writeProgress, .writeProgress): true
    default: false
    }
  }
}
