// Behind a report's own script: what its layout is, as one line of text each.
// probe.sort and probe.filter say what is clicked before.
(function () {
  var lines = [];
  function say(text) { lines.push(text); }

  if (probe.sort !== undefined) {
    var heads = document.getElementById("class").closest("section").querySelectorAll("th");
    for (var i = 0; i < (probe.clicks || 1); ++i)
      heads[probe.sort].click();
    say("sorted " + heads[probe.sort].getAttribute("aria-sort"));
  }
  if (probe.filter !== undefined) {
    var filter = document.getElementById("class");
    filter.value = probe.filter;
    filter.dispatchEvent(new Event("change"));
  }
  var shapes = document.getElementById("class").closest("section").querySelector("table");
  Array.prototype.forEach.call(shapes.tBodies[0].rows, function (row) {
    if (row.getClientRects().length)
      say("row " + row.cells[0].firstChild.textContent);
  });

  // Boxes of text and drawings: each is in the window, and none is on another.
  var width = document.documentElement.clientWidth;
  say("window " + width + (document.documentElement.scrollWidth > width
    ? " is too narrow for " + document.documentElement.scrollWidth : " fits"));
  var boxes = [];
  Array.prototype.forEach.call(document.querySelectorAll("body *"), function (item) {
    var tag = item.tagName.toLowerCase();
    if (tag === "script" || tag === "title" || tag === "option")
      return;
    var box = item.getBoundingClientRect();
    if (!box.width || !box.height)
      return;
    if (box.left < -0.5 || box.right > width + 0.5)
      say("outside: " + tag + " " + item.textContent.slice(0, 40));
    if (item instanceof HTMLElement && item.scrollWidth > item.clientWidth + 1 &&
        item.clientWidth && tag !== "select")
      say("too narrow: " + tag + " " + item.textContent.slice(0, 40));
    // What has text of its own; of a drawing, all text.
    var hasText = Array.prototype.some.call(item.childNodes, function (node) {
      return node.nodeType === 3 && node.textContent.trim();
    });
    if (hasText || tag === "svg")
      boxes.push({ item: item, box: box, tag: tag });
  });
  boxes.forEach(function (a, i) {
    boxes.slice(i + 1).forEach(function (b) {
      if (a.item.contains(b.item) || b.item.contains(a.item))
        return;
      var across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      var down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 1 && down > 1)
        say("overlap: " + a.tag + " " + a.item.textContent.slice(0, 40) + " and " +
            b.tag + " " + b.item.textContent.slice(0, 40));
    });
  });
  say("boxes " + (boxes.length > 20 ? "enough" : boxes.length));
  // What is seen without scrolling: the charts come before the tables.
  var first = document.querySelector("svg").getBoundingClientRect();
  var table = document.querySelector("table").getBoundingClientRect();
  say("drawing " + (first.top < table.top ? "first" : "later"));
  document.body.textContent = "\n" + lines.map(function (line) {
    return "PROBE " + line.replace(/\s+/g, " ");
  }).join("\n") + "\n";
})();
