extension PicturePage {
  /// The style sheet for the page, without the rules for the pictures.
  static let styleSheet = """
    :root{color-scheme:light dark}
    body{margin:0 auto;padding:1rem;max-width:1040px;font:15px/1.45 sans-serif;color:#222222;\
    background:#ffffff}
    h1{font-size:1.5rem;margin:.2rem 0 .8rem}
    h2{font-size:1.15rem;margin:1.6rem 0 .5rem}
    svg{display:block;width:100%;height:auto}
    #map{border:1px solid #cccccc;cursor:grab;touch-action:none}
    #map:active{cursor:grabbing}
    #map .world path{vector-effect:non-scaling-stroke}
    #map [data-from]{display:none}
    .buttons{margin:0 0 .4rem;text-align:right;display:none}
    .ready .buttons{display:block}
    button{font:inherit;min-width:2.2rem;padding:.15rem .5rem;margin-left:.2rem}
    .pointer{pointer-events:none}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;font-size:.92rem}
    th,td{text-align:left;vertical-align:top;padding:.25rem .7rem .25rem 0;\
    border-bottom:1px solid #dddddd}
    table .number{text-align:right;font-size:inherit;white-space:nowrap}
    .day td,.total td{font-weight:bold}
    footer{font-size:.85rem;color:#666666;margin-top:2rem}
    @media print{.buttons{display:none!important}}

    """

  /// The CSS rules for the colours of days and stop numbers in the itinerary's table.
  static let markStyleSheet = """
    .mark{display:inline-block;min-width:1em;height:1.25em;line-height:1.25em;padding:0 .25em;\
    border:2px solid;border-radius:1em;text-align:center}
    .mark b{font-weight:inherit;color:#222222}
    .day .mark{height:.5em;background:currentColor}

    """

  /// The CSS rule for the stop numbers in the itinerary's table on a dark background.
  static let darkMarkStyleSheet = ".mark b{color:#e6e6e6}\n"

  /// The CSS rules for a dark background.
  static let darkStyleSheet = """
    body{color:#e6e6e6;background:#15191c}
    #map{border-color:#3a3f43}
    th,td{border-color:#3a3f43}
    footer{color:#a8acae}

    """

  /// The page's script, which moves and zooms the map, and links the map to the profiles.
  static let script = #"""
    (function () {
      'use strict';
      var map = document.getElementById('map');
      var world = map.querySelector('.world');
      var data = JSON.parse(document.getElementById('data').textContent);
      var units = data.units;
      var width = map.viewBox.baseVal.width, height = map.viewBox.baseVal.height;
      var scale = 1, left = 0, top = 0;

      // Marks and labels keep their size when the map is magnified.
      var fixed = Array.prototype.map.call(world.querySelectorAll('.fixed'), function (node) {
        var matrix = node.transform.baseVal.getItem(0).matrix;
        return {
          node: node, x: matrix.e, y: matrix.f, from: Number(node.getAttribute('data-from') || 0)
        };
      });
      var bar = map.querySelector('.scale');
      var metres = Number(map.getAttribute('data-metres'));

      function decimal(value, digits) {
        return String(Number(value.toFixed(digits)));
      }
      function grouped(value) {
        return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
      }

      function drawScaleBar() {
        if (!bar) { return; }
        var perPixel = metres / scale, room = Math.min(width / 4, 220);
        var isLong = room * perPixel >= units.long;
        var unit = isLong ? units.long : units.short;
        var most = room * perPixel / unit;
        var power = Math.pow(10, Math.floor(Math.log10(most)));
        var number = [5, 2, 1].map(function (n) { return n * power; })
          .filter(function (n) { return n <= most; })[0] || power;
        var length = number * unit / perPixel, y = height - 11;
        bar.querySelector('rect').setAttribute('width', length + 16);
        bar.querySelector('path').setAttribute(
          'd', 'M16 ' + (y - 5) + 'V' + y + 'H' + (16 + length) + 'V' + (y - 5));
        bar.querySelector('text').textContent =
          (number >= 1 ? grouped(number) : decimal(number, 3)) + ' '
          + (isLong ? units.longSymbol : units.shortSymbol);
      }

      function draw() {
        world.setAttribute(
          'transform', 'translate(' + left + ' ' + top + ') scale(' + scale + ')');
        fixed.forEach(function (item) {
          item.node.setAttribute(
            'transform', 'translate(' + item.x + ' ' + item.y + ') scale(' + 1 / scale + ')');
          if (item.from) { item.node.style.display = scale >= item.from ? 'inline' : 'none'; }
        });
        drawScaleBar();
        hidePointers();
      }

      function keepInside() {
        // Half of the picture around the map is drawn, too.
        left = Math.min(Math.max(left, width * (1 - 1.5 * scale)), width * 0.5 * scale);
        top = Math.min(Math.max(top, height * (1 - 1.5 * scale)), height * 0.5 * scale);
      }

      function zoom(factor, x, y) {
        var wanted = Math.min(Math.max(scale * factor, 0.5), 16);
        left = x - (x - left) * wanted / scale;
        top = y - (y - top) * wanted / scale;
        scale = wanted;
        keepInside();
        draw();
      }

      function move(x, y) {
        left += x;
        top += y;
        keepInside();
        draw();
      }

      // The position of a mouse or touch event in the picture.
      function position(svg, event) {
        var box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
        return {
          x: (event.clientX - box.left) * view.width / box.width,
          y: (event.clientY - box.top) * view.height / box.height
        };
      }

      map.addEventListener('wheel', function (event) {
        event.preventDefault();
        var at = position(map, event);
        zoom(Math.pow(1.0015, -event.deltaY * (event.deltaMode ? 30 : 1)), at.x, at.y);
      }, { passive: false });
      map.addEventListener('dblclick', function (event) {
        var at = position(map, event);
        zoom(2, at.x, at.y);
      });

      var fingers = {};
      function ids() { return Object.keys(fingers); }
      map.addEventListener('pointerdown', function (event) {
        fingers[event.pointerId] = position(map, event);
        map.setPointerCapture(event.pointerId);
      });
      function release(event) { delete fingers[event.pointerId]; }
      map.addEventListener('pointerup', release);
      map.addEventListener('pointercancel', release);
      map.addEventListener('pointermove', function (event) {
        var at = position(map, event), before = fingers[event.pointerId];
        if (!before) { return pointAtMap(at); }
        var others = ids().filter(function (id) { return id !== String(event.pointerId); });
        fingers[event.pointerId] = at;
        if (others.length === 0) { return move(at.x - before.x, at.y - before.y); }
        var other = fingers[others[0]];
        var spread = Math.hypot(before.x - other.x, before.y - other.y);
        if (spread > 0) {
          zoom(Math.hypot(at.x - other.x, at.y - other.y) / spread, other.x, other.y);
        }
      });
      map.addEventListener('pointerleave', hidePointers);

      map.addEventListener('keydown', function (event) {
        var step = width / 8;
        var actions = {
          ArrowLeft: function () { move(step, 0); }, ArrowRight: function () { move(-step, 0); },
          ArrowUp: function () { move(0, step); }, ArrowDown: function () { move(0, -step); },
          '+': function () { zoom(1.5, width / 2, height / 2); },
          '-': function () { zoom(1 / 1.5, width / 2, height / 2); },
          '0': showAll
        };
        var action = actions[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) { return; }
        event.preventDefault();
        action();
      });

      function showAll() {
        scale = 1;
        left = 0;
        top = 0;
        draw();
      }
      Array.prototype.forEach.call(document.querySelectorAll('[data-zoom]'), function (button) {
        button.addEventListener('click', function () {
          var kind = button.getAttribute('data-zoom');
          if (kind === 'all') { return showAll(); }
          zoom(kind === 'in' ? 1.5 : 1 / 1.5, width / 2, height / 2);
        });
      });

      // The link between the map and the profiles.
      var pointer = map.querySelector('.pointer');
      var paths = data.paths.map(function (path) {
        var chart = document.querySelector('.profile[data-id="' + path.id + '"]');
        var line = world.querySelector('.path[data-id="' + path.id + '"]');
        return {
          points: path.points, chart: chart, mark: chart && chart.querySelector('.pointer'),
          colour: line ? line.getAttribute('class').split(' ')[1] : 'c0'
        };
      }).filter(function (path) { return path.chart; });

      function hidePointers() {
        pointer.setAttribute('visibility', 'hidden');
        paths.forEach(function (path) { path.mark.setAttribute('visibility', 'hidden'); });
      }

      function words(point) {
        var long = point[4] / units.long;
        return decimal(long, long < 100 ? 1 : 0) + ' ' + units.longSymbol + ', '
          + grouped(point[5] / units.short) + ' ' + units.shortSymbol;
      }

      function show(path, point) {
        hidePointers();
        pointer.setAttribute(
          'transform',
          'translate(' + (point[2] * scale + left) + ' ' + (point[3] * scale + top) + ')');
        pointer.setAttribute('class', 'pointer ' + path.colour);
        pointer.setAttribute('visibility', 'visible');
        path.mark.setAttribute('transform', 'translate(' + point[0] + ' 0)');
        path.mark.querySelector('circle').setAttribute('cy', point[1]);
        path.mark.querySelector('text').textContent = words(point);
        var room = path.chart.viewBox.baseVal.width - 60;
        path.mark.querySelector('text').setAttribute(
          'x', Math.min(Math.max(point[0], 60), room) - point[0]);
        path.mark.setAttribute('visibility', 'visible');
      }

      function nearest(points, distance) {
        var best = null, least = Infinity;
        points.forEach(function (point) {
          var value = distance(point);
          if (value < least) { least = value; best = point; }
        });
        return { point: best, distance: least };
      }

      function pointAtMap(at) {
        var x = (at.x - left) / scale, y = (at.y - top) / scale;
        var found = null;
        paths.forEach(function (path) {
          var near = nearest(path.points, function (point) {
            return Math.hypot(point[2] - x, point[3] - y) * scale;
          });
          if (near.distance < 25 && (!found || near.distance < found.distance)) {
            found = { path: path, point: near.point, distance: near.distance };
          }
        });
        if (found) { show(found.path, found.point); } else { hidePointers(); }
      }

      paths.forEach(function (path) {
        path.chart.addEventListener('pointermove', function (event) {
          var at = position(path.chart, event);
          var near = nearest(path.points, function (point) { return Math.abs(point[0] - at.x); });
          if (near.point) { show(path, near.point); }
        });
        path.chart.addEventListener('pointerleave', hidePointers);
      });

      document.body.classList.add('ready');
      draw();
    })();

    """#
}
