// A click on a column's heading sorts the table by it, up and then down. Cells that are empty stay last.
"use strict";
const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const UNITS = {ns: 1e-9, "µs": 1e-6, ms: 1e-3, s: 1};

function numberOf(text) {  // NaN for words
  const found = /^[<>~]?\s*(-?\d[\d.]*)(?:×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(?:\s(ns|µs|ms|s)\b)?/.exec(text);
  if (!found) return NaN;
  const power = [...(found[3] || "")].map(c => DIGITS.indexOf(c)).join("");
  return parseFloat(found[1]) * 10 ** ((found[2] ? -1 : 1) * power) * (UNITS[found[4]] || 1);
}

function sort(table, heads, at) {
  const down = heads[at].getAttribute("aria-sort") === "ascending", body = table.tBodies[0];
  const rows = [...body.rows].map(row => ({row, text: row.cells[at].textContent.trim()}));
  const filled = rows.filter(each => each.text);
  const numbers = filled.every(each => !isNaN(each.number = numberOf(each.text)));
  const order = (a, b) => numbers ? a.number - b.number : a.text.localeCompare(b.text, "en", {numeric: true});
  filled.sort((a, b) => down ? order(b, a) : order(a, b));
  body.append(...filled.concat(rows.filter(each => !each.text)).map(each => each.row));
  heads.forEach(head => head.removeAttribute("aria-sort"));
  heads[at].setAttribute("aria-sort", down ? "descending" : "ascending");
}

document.querySelectorAll("main table").forEach(table => {
  const heads = [...table.tHead.rows[0].cells];
  if (table.tBodies[0].rows.length < 3) return;
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, heads, at));
    head.append(button);
  });
});
