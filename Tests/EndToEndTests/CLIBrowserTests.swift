import Foundation
import TestSupport
import Testing

/// The installed browser, or nil if there is none.
private let browser = ["chromium", "chromium-browser", "google-chrome"].first {
  (try? Subprocess.run($0, ["--version"]))?.exitCode == 0
}

/// The page for a browser, in a real browser without a window.
@Suite(.enabled(if: browser != nil, "Chromium is missing; install the package chromium"))
struct CLIBrowserTests {
  private let program: CLIProgram

  init() throws {
    program = try CLIProgram.withSampleTrip()
    try program.run("itinerary", "add", "Trip", "P1", "--day", "1")
    let page = program.folder.file("page.html").path
    #expect(try program.run("map", "--group", "Trip", "--html", "-o", page).exitCode == 0)
  }

  /// Opens a page in the browser, from a file and without network.
  private func open(_ name: String, _ options: String...) throws -> Subprocess {
    let profile = program.folder.file("profile").path
    return try Subprocess.run(
      try #require(browser),
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--enable-logging=stderr",
        "--user-data-dir=\(profile)", "--proxy-server=127.0.0.1:9",
      ] + options + [program.folder.file(name).absoluteString])
  }

  /// Whether the browser reported a message of the page's console.
  private func hasMessages(_ result: Subprocess) -> Bool { result.errors.contains("CONSOLE") }

  @Test func `the page opens without messages, and a picture of it can be taken`() throws {
    let picture = program.folder.file("page.png")
    let result = try open("page.html", "--window-size=1100,1500", "--screenshot=\(picture.path)")
    #expect(result.exitCode == 0 && !hasMessages(result), "\(result.errors)")
    #expect(try Data(contentsOf: picture).count > 50_000)
  }

  /// Moves and zooms the map, and points at a profile and at the map. The result is in an attribute
  /// of the page's body.
  private static let probe = """
    (function () {
      var map = document.getElementById('map'), world = map.querySelector('.world');
      var marker = map.querySelector('.pointer'), box = map.getBoundingClientRect();
      var result = [];
      function check(name, holds) { result.push((holds ? 'ok ' : 'FAILED ') + name); }
      function shown() { return world.getAttribute('transform'); }
      function send(target, kind, type, x, y, more) {
        var init = Object.assign({ bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1 }, more);
        target.dispatchEvent(new kind(type, init));
      }
      var x = box.left + box.width / 2, y = box.top + box.height / 2, first = shown();
      send(map, WheelEvent, 'wheel', x, y, { deltaY: -500 });
      var magnified = shown();
      check('the wheel zooms', /scale\\(2\\.\\d+\\)/.test(magnified));
      map.setPointerCapture = function () {};
      send(map, PointerEvent, 'pointerdown', x, y);
      send(map, PointerEvent, 'pointermove', x + 40, y + 20);
      send(map, PointerEvent, 'pointerup', x + 40, y + 20);
      check('dragging pans', shown() !== magnified && /scale\\(2\\.\\d+\\)/.test(shown()));
      map.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true }));
      check('the key 0 shows the whole map', shown() === first);
      document.querySelector('[data-zoom=in]').click();
      check('a button zooms', /scale\\(1\\.5\\)/.test(shown()));
      document.querySelector('[data-zoom=all]').click();
      var chart = document.querySelector('.profile'), around = chart.getBoundingClientRect();
      send(chart, PointerEvent, 'pointermove', around.left + around.width / 2, around.top + 20);
      var mark = chart.querySelector('.pointer');
      check('the profile marks a point on the map', marker.getAttribute('visibility') === 'visible'
        && mark.getAttribute('visibility') === 'visible' && / km, .* m$/.test(mark.textContent.trim()));
      var at = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(marker.getAttribute('transform'));
      var view = map.viewBox.baseVal, share = box.width / view.width;
      send(chart, PointerEvent, 'pointerleave', 0, 0);
      check('leaving the profile hides the marks', marker.getAttribute('visibility') === 'hidden');
      send(map, PointerEvent, 'pointermove', box.left + at[1] * share, box.top + at[2] * share);
      check('the map marks a point on the profile', mark.getAttribute('visibility') === 'visible');
      check('no error', errors.length === 0);
      check('no request', performance.getEntriesByType('resource').length === 0);
      document.body.setAttribute('data-result', result.concat(errors).join('; '));
    })();
    """

  private static let listener = """
    var errors = [];
    window.addEventListener('error', function (event) { errors.push(String(event.message)); });
    document.addEventListener('securitypolicyviolation', function (event) {
      errors.push(event.blockedURI);
    });
    """

  @Test func `the map pans and zooms, and the profile and the map are linked`() throws {
    func script(_ text: String) -> String { "<script>//<![CDATA[\n\(text)\n//]]></script>" }
    let page = try String(contentsOf: program.folder.file("page.html"), encoding: .utf8)
      .replacing("<body>", with: "<body>" + script(Self.listener), maxReplacements: 1)
      .replacing("</body>", with: script(Self.probe) + "</body>")
    try Data(page.utf8).write(to: program.folder.file("probe.html"))
    let result = try open("probe.html", "--window-size=1100,900", "--dump-dom")
    #expect(!hasMessages(result), "\(result.errors)")
    let told = try #require(result.output.firstMatch(of: /data-result="([^"]*)"/)).1
    let checks = told.split(separator: "; ")
    #expect(checks.count == 9 && checks.allSatisfy { $0.hasPrefix("ok ") }, "\(told)")
  }
}
