import CartographerPresentation
import Testing

@testable import CartographerApp

/// The layers of the base map that the user shows and hides.
@Suite struct MapLayerTests {
  typealias Layer = BaseMapScene.Layer
  let editor = EditorDriver()

  private var layers: Set<Layer> { editor.state.settings.mapLayers }

  init() { editor.state.map.beginBaseMap(isInstalled: true) }

  @Test(arguments: [(", t", Layer.names), (", f", .borders), (", w", .rivers)])
  func `a key hides and shows one layer of the base map`(keys: String, layer: Layer) {
    let all = Set(Layer.allCases)
    #expect(layers == all)
    editor.press(keys)
    #expect(layers == all.subtracting([layer]))
    editor.press(keys)
    #expect(layers == all)
  }

  @Test(
    arguments: [
      (", b", "the base map"), (", w", "the rivers and lakes on the base map"),
      (", g", "the lines of latitude and longitude"),
      (", k", "the selected path's direction, ends and distances"),
    ])
  func `a message says what a key hid or showed`(keys: String, contents: String) {
    let shown = "Showed \(contents)"
    let hidden = "Hid \(contents) — \(keys) reverts this"
    editor.press(keys)
    let first = editor.state.toast?.text
    editor.press(keys)
    #expect(first == (keys == ", g" ? shown : hidden))
    #expect(editor.state.toast?.text == (keys == ", g" ? hidden : shown))
  }

  @Test func `one key hides all layers, and shows all layers if none is shown`() {
    editor.press(", t , b")
    #expect(layers.isEmpty)
    editor.press(", b")
    #expect(layers == Set(Layer.allCases))
  }

  @Test func `zooming in beyond the base map's details suggests own maps once`() {
    let suggestion = "add your own maps"
    let viewport = editor.state.map.viewport
    editor.state.map.show(MapViewport(centre: viewport.centreCoordinate, zoom: 10.9))
    editor.press("2 +")
    #expect(editor.state.toast?.text.contains(suggestion) == true)
    editor.press("- - +")
    #expect(editor.state.toast?.text.contains(suggestion) != true)
  }

  @Test func `with own maps, zooming in suggests no other maps`() {
    editor.state.map.beginUserMaps(UserMaps.Sources(maps: ["alps.pmtiles"]))
    let viewport = editor.state.map.viewport
    editor.state.map.show(MapViewport(centre: viewport.centreCoordinate, zoom: 10.9))
    editor.press("2 +")
    #expect(editor.state.toast?.text.contains("add your own maps") != true)
  }

  @Test func `the next session of the editor shows the same layers`() {
    editor.press(", t , w")
    let next = EditorDriver()
    next.state.restore(editor.state.session)
    #expect(next.state.settings.mapLayers == layers && layers.count == Layer.allCases.count - 2)
  }

  @Test func `the key for all layers restores the coasts after single layers were shown`() {
    editor.press(", b , t , w , e , f")
    #expect(layers == [.names, .rivers, .sea, .borders])
    editor.press(", b")
    #expect(layers == Set(Layer.allCases))
    #expect(editor.state.toast?.text == "Showed the base map")
    editor.press(", b")
    #expect(layers.isEmpty)
  }

  @Test(arguments: [(", s", Layer.roads), (", a", .areas), (", h", .relief), (", x", .files)])
  func `a key hides and shows one layer of the user's own maps`(keys: String, layer: Layer) {
    editor.press(keys)
    #expect(layers == Set(Layer.allCases), "no map is named")
    let option = layer == .files ? "--layer FILE" : "--map FILE"
    #expect(editor.state.toast?.text.contains(option) == true)
    editor.state.map.beginUserMaps(
      UserMaps.Sources(maps: ["alps.pmtiles"], layers: ["huts.geojson"]))
    editor.press(keys)
    #expect(layers == Set(Layer.allCases).subtracting([layer]))
    editor.press(keys)
    #expect(layers == Set(Layer.allCases))
  }

  @Test func `a session of an older version hides only layers that it knew`() {
    var session = editor.state.session
    session.hiddenMapLayers = nil
    session.mapLayers = ["coasts", "names"]
    let next = EditorDriver()
    next.state.restore(session)
    #expect(
      next.state.settings.mapLayers == [.coasts, .names, .roads, .areas, .relief, .files])
  }

  @Test func `without a base map, the keys say that it is missing or damaged`() {
    let editor = EditorDriver()
    editor.press(", b")
    #expect(editor.state.settings.mapLayers == Set(Layer.allCases))
    #expect(editor.state.toast?.text.contains("the base map is missing or damaged") == true)
  }

  @Test(arguments: ["coasts,towns", "", ","])
  func `a wrong list of layers is refused with the layers to choose from`(text: String) {
    let problems = Configuration(text: "map-layers = \"\(text)\"").problems.map(\.message)
    #expect(
      problems == [
        """
        map-layers must be none, all or a list of coasts, rivers, borders, names, sea, roads, areas, \
        relief, files, not “\(text)”
        """
      ])
  }
}
