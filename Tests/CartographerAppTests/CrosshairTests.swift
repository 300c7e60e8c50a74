import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerPresentation

/// The words at the crosshair, and the line for measuring on the map.
@Suite struct CrosshairTests {
  private let editor = EditorDriver()

  private static let towns = try? InstalledBaseMap(
    ofProgram: PackageFiles.root.appending(path: ".build/debug/cartographer")
  ).towns()

  private var status: String { editor.screen[editor.screen.count - 2] }

  private func go(to text: String) {
    editor.press("esc :")
    editor.type(text)
    editor.press("enter esc 2")
  }

  @Test func `the status row names the item at the crosshair, or else the nearest town`() throws {
    let towns = try #require(Self.towns)
    editor.send(.baseMapRead([], towns))
    go(to: "45.726 6.715")
    editor.press("+ + +")
    #expect(status.contains("Refuge de la Croix"))
    #expect(status.contains("45.72600°N 6.71500°E"))
    go(to: "46.0462 7.7858")
    editor.press("+ + + + +")
    #expect(status.contains("4.1 km NE of Zermatt, Switzerland"), "\(status)")
    editor.press("1")
    #expect(!status.contains("Zermatt"))
  }

  @Test func `without a base map, the status row names only items`() {
    go(to: "-45 -125")
    #expect(editor.state.crosshairWords == nil)
  }

  @Test func `a key measures from the crosshair with a live length and bearing until esc`() {
    editor.press("2 g m")
    #expect(editor.state.toast?.text.hasPrefix("Move the map to measure") == true)
    #expect(editor.state.mapScene.ruler?.label.string == "0 m")
    editor.press("l")
    let east = editor.state.mapScene.ruler
    #expect(east?.label.string.contains("E") == true && east?.points.count == 2)
    #expect(editor.text.contains(east?.label.string ?? "?"))
    editor.press("j")
    #expect(editor.state.mapScene.ruler?.label.string.contains("SE") == true)
    editor.press("esc")
    #expect(editor.state.mapScene.ruler == nil && editor.state.focus == .map)
    editor.press("esc")
    #expect(editor.state.focus == .list)
  }

  @Test func `while measuring, the mode and the key hints say how to end`() {
    editor.press("2 g m l")
    #expect(status.hasPrefix(" MEASURE"), "\(status)")
    let hints = editor.screen.last ?? ""
    for hint in ["h j k l pan", "g m end measuring", "esc cancel", "+ zoom"] {
      #expect(hints.contains(hint), "\(hints)")
    }
    #expect(!hints.contains("enter pick"))
    editor.press("1")
    #expect(status.hasPrefix(" NORMAL"), "the list has the focus")
    editor.press("2 esc")
    #expect(status.hasPrefix(" NORMAL") && editor.screen.last?.contains("enter pick") == true)
  }

  @Test func `the same key ends measuring and tells the result`() {
    editor.press("2 g m l g m")
    #expect(editor.state.mapScene.ruler == nil)
    #expect(editor.state.toast?.text.hasPrefix("Measured ") == true)
  }

  @Test func `panning there and back shows the same labels`() {
    editor.press("2 + +")
    let before = editor.screen
    editor.press("l j h k l l l l l l h h h h h h")
    #expect(editor.screen == before)
  }
}
