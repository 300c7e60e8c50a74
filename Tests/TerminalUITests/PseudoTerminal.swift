import Foundation

/// A terminal without a screen, through which a test sends keys to a program and reads its output.
struct PseudoTerminal {
  /// The test's end.
  let master: Int32
  /// The path of the program's end.
  let path: String
  /// The program's end, which is kept open so that its modes can be read.
  let slave: Int32

  init(columns: UInt16, rows: UInt16) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var number: Int32 = 0
    var lock: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Foundation does not export to Swift.
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

  /// Turns off line editing, so that keys can be typed before the program starts.
  func makeRaw() {
    var modes = termios()
    tcgetattr(slave, &modes)
    cfmakeraw(&modes)
    tcsetattr(slave, TCSANOW, &modes)
  }

  func type(_ text: String) {
    _ = text.withCString { write(master, $0, text.utf8.count) }
  }

  /// Returns the program's output since the last call, or all of it at the first call.
  func output() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  /// Whether line editing and echo are on, as in a shell.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Connects the standard streams of this process to the terminal at a path.
  static func attachProcess(to path: String) {
    let terminal = open(path, O_RDWR | O_NOCTTY)
    for stream in Int32(0)...2 { dup2(terminal, stream) }
    setenv("TERM", "xterm-256color", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    // A crash then ends the process at once, without Swift's backtracer.
    for number in [SIGSEGV, SIGILL, SIGABRT, SIGTRAP] { signal(number, SIG_DFL) }
  }
}
