// Measures the renderer of mapscii, the peer of `cartographer-bench mapfile`.
//
//   node mapscii.js MAPSCII TILES
//
// MAPSCII is the folder of an installed mapscii. TILES is a folder written by `cartographer-bench export-mapfile`: the
// vector tiles in ZOOM/COLUMN/ROW.pbf, and the views in frames.txt. The script draws each view twice and measures the
// second time, when all tiles are decoded and the code is compiled. It prints the median and the 99th percentile of
// the time for a frame, in milliseconds.
'use strict';
const fs = require('fs');
const path = require('path');

const columns = 200;
const rows = 60;

const [mapscii, folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node mapscii.js MAPSCII TILES');
  process.exit(64);
}
const Renderer = require(path.resolve(mapscii, 'src/Renderer'));
const Tile = require(path.resolve(mapscii, 'src/Tile'));
const config = require(path.resolve(mapscii, 'src/config'));

// mapscii draws only layers with the names of Mapbox Streets. For each of these names, this table lists the layers of
// OpenMapTiles, Protomaps and Shortbread with the same content.
const sourceLayers = {
  water: ['water', 'water_polygons'],
  landuse: ['landcover', 'landuse', 'land'],
  building: ['building', 'buildings'],
  road: ['transportation', 'roads', 'streets'],
  admin: ['boundary', 'boundaries'],
  place_label: ['place', 'places', 'place_labels'],
  road_label: ['transportation_name', 'roads', 'street_labels'],
};

// Returns a filter for features in which one of the attributes has one of the values.
function has(attributes, ...values) {
  return ['any', ...attributes.map((attribute) => ['in', attribute, ...values])];
}

const kind = ['class', 'kind', 'pmap:kind', 'highway'];
const kindOfRoad = ['class', 'kind', 'kind_detail', 'pmap:kind_detail', 'highway'];
const kindOfPlace = ['class', 'kind', 'kind_detail', 'place'];

const colourOf = {background: 'background-color', fill: 'fill-color', line: 'line-color', symbol: 'text-color'};

// A style for mapscii that shows the same features as Cartographer's style, from the same zoom levels, in the colours
// of mapscii's dark style. The first line whose filter matches a feature determines how it is drawn. Waterways and
// railways in layers of their own are missing, because mapscii has no such layers.
const style = {
  name: 'peer',
  layers: [
    ['background', undefined, 'background', '#000'],
    ['water', 'water', 'fill', '#5f87ff', 0, ['==', '$type', 'Polygon']],
    ['woods', 'landuse', 'fill', '#6a4', 7, has([...kind, 'landuse', 'natural'], 'wood', 'forest')],
    ['building', 'building', 'line', '#99b', 15],
    ['motorway', 'road', 'line', '#fc8', 5, has(kind, 'highway', 'motorway', 'trunk', 'trunk_link')],
    ['tertiary', 'road', 'line', '#fea', 11.5, has(kindOfRoad, 'tertiary', 'tertiary_link')],
    ['secondary', 'road', 'line', '#fea', 10, has(kindOfRoad, 'secondary', 'secondary_link')],
    ['primary', 'road', 'line', '#fea', 8, has(kind, 'major_road', 'primary')],
    ['medium', 'road', 'line', '#fea', 11.5, has(kind, 'medium_road')],
    ['service', 'road', 'line', '#fff', 15, has(kindOfRoad, 'service')],
    ['minor', 'road', 'line', '#fff', 13, has(kind, 'minor_road', 'minor', 'residential')],
    ['track', 'road', 'line', '#cba', 13.5, has(kindOfRoad, 'track', 'path')],
    ['pedestrian', 'road', 'line', '#cba', 14, has(kindOfRoad, 'pedestrian')],
    ['foot', 'road', 'line', '#cba', 16, has(kindOfRoad, 'footway', 'cycleway', 'bridleway', 'steps')],
    ['rail', 'road', 'line', '#bbb', 10, has(kind, 'rail')],
    ['country', 'admin', 'line', '#fff', 0, has(['admin_level', 'min_admin_level', 'pmap:min_admin_level'], 2)],
    ['region', 'admin', 'line', '#aac', 5, has(['admin_level', 'min_admin_level', 'pmap:min_admin_level'], 3, 4)],
    ['city', 'place_label', 'symbol', '#f00', 4, has(kindOfPlace, 'city')],
    ['town', 'place_label', 'symbol', '#d33', 7.5, has(kindOfPlace, 'town')],
    ['village', 'place_label', 'symbol', '#c33', 10, has(kindOfPlace, 'village', 'suburb')],
    ['hamlet', 'place_label', 'symbol', '#b33', 12.5, has(kindOfPlace, 'hamlet', 'neighbourhood', 'locality')],
    ['street', 'road_label', 'symbol', '#ccc', 15.5, ['has', 'name']],
  ].map(([id, layer, type, colour, minzoom, filter]) => ({
    id,
    type,
    'source-layer': layer,
    minzoom,
    filter,
    paint: {[colourOf[type]]: colour},
  })),
};

// A tile of mapscii whose layers get the names that mapscii draws.
class LocalTile extends Tile {
  _loadTile(buffer) {
    super._loadTile(buffer);
    const found = this.tile.layers;
    this.tile.layers = {};
    for (const [name, sources] of Object.entries(sourceLayers)) {
      const source = sources.find((source) => found[source]);
      if (source) this.tile.layers[name] = found[source];
    }
  }
}

// A source of tiles that reads them from the folder, and keeps the decoded tiles.
class LocalTiles {
  constructor() {
    this.tiles = new Map();
  }

  useStyler(styler) {
    this.styler = styler;
  }

  async getTile(zoom, x, y) {
    const file = path.join(folder, `${zoom}`, `${x}`, `${y}.pbf`);
    if (!this.tiles.has(file)) {
      this.tiles.set(file, fs.existsSync(file) ? await new LocalTile(this.styler).load(fs.readFileSync(file)) : {});
    }
    return this.tiles.get(file);
  }
}

// Ends the script if a frame is almost empty, because its time would be worthless.
function check(frame, line) {
  const drawn = (frame || '').match(/[\u2801-\u28ff]/g) || [];
  if (drawn.length < 100) throw new Error(`mapscii drew only ${drawn.length} cells of the view ${line}`);
}

async function measure() {
  const frames = fs.readFileSync(path.join(folder, 'frames.txt'), 'utf8').trim().split('\n').map((line) => {
    const [lat, lon, zoom] = line.split(' ').map(Number);
    return {line, centre: {lat, lon}, zoom};
  });
  // Beyond this zoom level, mapscii enlarges the tiles.
  config.tileRange = Math.max(...fs.readdirSync(folder).filter((name) => /^\d+$/.test(name)).map(Number));
  const renderer = new Renderer(null, new LocalTiles(), style);
  renderer.setSize(columns * 2, rows * 4);
  for (const {line, centre, zoom} of frames) check(await renderer.draw(centre, zoom), line);

  const times = [];
  for (const {centre, zoom} of frames) {
    const start = process.hrtime.bigint();
    await renderer.draw(centre, zoom);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  times.sort((one, other) => one - other);
  const [median, last] = [Math.floor((times.length - 1) / 2), Math.ceil(times.length * 0.99) - 1];
  console.log(`${times[median].toFixed(3)} ${times[last].toFixed(3)}`);
}

measure().catch((error) => {
  console.error(error);
  process.exit(1);
});
