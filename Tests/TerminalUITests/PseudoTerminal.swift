import Foundation

/// A terminal without a screen: what a program under test writes to it can be read, and keys sent.
struct PseudoTerminal {
  /// Our end.
  let master: Int32
  /// The program's end, by name and held open so that its modes can be looked at.
  let path: String
  let slave: Int32

  init(columns: UInt16, rows: UInt16) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var number: Int32 = 0
    var lock: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Foundation does not show to Swift.
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw POSIXError(.ENOTTY) }
    resize(columns: columns, rows: rows)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
  }

  /// Passes every byte on as it is, so that keys can be typed before the program starts.
  func makeRaw() {
    var modes = termios()
    tcgetattr(slave, &modes)
    cfmakeraw(&modes)
    tcsetattr(slave, TCSANOW, &modes)
  }

  func type(_ text: String) {
    _ = text.withCString { write(master, $0, text.utf8.count) }
  }

  /// What was written to it since the last call, or all.
  func output() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  /// Whether lines are edited and keys echoed, as in a shell.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Makes this process a program in the terminal of that name.
  static func enter(_ path: String) {
    let terminal = open(path, O_RDWR | O_NOCTTY)
    for stream in Int32(0)...2 { dup2(terminal, stream) }
    setenv("TERM", "xterm-256color", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    // So that a crash ends the process at once instead of in Swift's backtracer.
    for number in [SIGSEGV, SIGILL, SIGABRT, SIGTRAP] { signal(number, SIG_DFL) }
  }
}
