// Sorting by a click and the filter by class. The page says everything without.
"use strict";
(function () {
  document.documentElement.className = "scripted";

  // Of a cell, the figure or the text; what has none comes last either way.
  function getKey(row, column, isText) {
    var text = row.cells[column].textContent;
    return isText ? text : parseFloat(text);
  }

  function compare(a, b) {
    if (typeof a === "string")
      return a === b ? 0 : a > b ? 1 : -1;
    if (isNaN(a) || isNaN(b))
      return isNaN(a) - isNaN(b);
    return a - b;
  }

  function sort(table, head) {
    var isText = head.classList.contains("text");
    var column = head.cellIndex;
    // Figures begin with the largest.
    var now = head.getAttribute("aria-sort");
    var up = isText ? now !== "ascending" : now === "descending";
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) {
      cell.removeAttribute("aria-sort");
    });
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    var body = table.tBodies[0];
    Array.prototype.slice.call(body.rows)
      .map(function (row) { return [getKey(row, column, isText), row]; })
      .sort(function (a, b) {
        var order = compare(a[0], b[0]);
        var isMissing = isNaN(a[0]) || isNaN(b[0]);
        return up || (!isText ? isMissing : false) ? order : -order;
      })
      .forEach(function (entry) { body.appendChild(entry[1]); });
  }

  Array.prototype.forEach.call(document.querySelectorAll("th"), function (head) {
    head.addEventListener("click", function () {
      sort(head.closest("table"), head);
    });
  });

  var filter = document.getElementById("class");
  function apply() {
    var wanted = filter.value;
    Array.prototype.forEach.call(document.querySelectorAll("[data-in]"), function (item) {
      var isIn = item.getAttribute("data-in").split(" ").indexOf(wanted) !== -1;
      if (item.tagName === "TR")
        item.hidden = !isIn;
      else
        item.classList.toggle("out", !isIn);
    });
  }
  filter.addEventListener("change", apply);
  // A browser may keep the choice when it loads the page again.
  apply();
})();
