// Lets people sort tables by the headings that say how: <th data-sort="text">, or "number" with <td data-value="32">.
// A table that is replaced stays sorted as it was. Without this file it keeps the order in which it came.

const chosen = new Map(); // by the id of what the table lies in: the column, and whether from the end

const valueOf = (row, column, kind) => {
  const cell = row.cells[column];
  if (kind === "text") return cell.textContent.trim();
  return cell.dataset.value ? Number(cell.dataset.value) : Infinity;
};

function compare(one, other, kind, isReversed) {
  if (one === Infinity || other === Infinity) return (one === Infinity) - (other === Infinity); // what has none comes last
  return (kind === "text" ? one.localeCompare(other) : one - other) * (isReversed ? -1 : 1);
}

function sort(table, column, isReversed) {
  const [heading] = table.tHead.rows;
  const kind = heading.cells[column].dataset.sort;
  const rows = [...table.tBodies[0].rows];
  const values = new Map(rows.map((row) => [row, valueOf(row, column, kind)]));
  rows.sort((one, other) => compare(values.get(one), values.get(other), kind, isReversed));
  table.tBodies[0].append(...rows);
  for (const [place, cell] of [...heading.cells].entries()) {
    cell.ariaSort = place === column ? (isReversed ? "descending" : "ascending") : null;
  }
}

function prepare(table) {
  const key = table.closest("[id]").id;
  for (const cell of table.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sorts";
    button.append(...cell.childNodes);
    button.addEventListener("click", () => {
      chosen.set(key, { column: cell.cellIndex, isReversed: cell.ariaSort === "ascending" });
      sort(table, ...Object.values(chosen.get(key)));
    });
    cell.append(button);
  }
  const { column, isReversed } = chosen.get(key) ?? {};
  if (table.rows[0].cells[column]?.dataset.sort) sort(table, column, isReversed);
}

const prepareAll = () => {
  for (const table of document.querySelectorAll("table:has(th[data-sort]):not(:has(.sorts))")) prepare(table);
};

// At once, not a moment later, when htmx has settled what it brought: nobody is to see the rows jump.
for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "parts-swapped"]) document.addEventListener(swapped, prepareAll);
prepareAll();
