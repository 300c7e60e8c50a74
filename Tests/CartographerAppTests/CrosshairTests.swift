import CartographerCore
import Foundation
import Geodesy
import TerminalUI
import TestSupport
import Testing

@testable import CartographerApp
@testable import CartographerPresentation

/// The words at the crosshair.
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

  @Test func `panning there and back shows the same labels`() {
    editor.press("2 + +")
    let before = editor.screen
    editor.press("l j h k l l l l l l h h h h h h")
    #expect(editor.screen == before)
  }
}
