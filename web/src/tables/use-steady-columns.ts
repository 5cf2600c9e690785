import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the columns of a long table where they are while other rows come into sight: their widths are those of the rows that
 * were drawn first. A column grows when something comes that is wider, and none gets narrower for it.
 *
 * @param columns how many there are: others are measured anew
 */
export function useSteadyColumns(scroll: RefObject<HTMLElement | null>, columns: number): void {
  useLayoutEffect(() => {
    const table = scroll.current?.querySelector('table');
    if (table == null) return;
    const settle = (): void => settleColumns(table, columns);
    settle();
    const { width } = table.getBoundingClientRect();
    let known = width;
    const observer = new ResizeObserver(() => {
      const now = scroll.current?.clientWidth ?? 0;
      if (Math.abs(now - known) < 2) return;
      known = now;
      settle();
    });
    if (scroll.current !== null) observer.observe(scroll.current);
    return () => observer.disconnect();
  }, [scroll, columns]);
  useLayoutEffect(() => {
    const table = scroll.current?.querySelector('table');
    if (table != null) growColumns(table);
  });
}

function headsOf(table: HTMLTableElement): HTMLTableCellElement[] {
  return [...(table.tHead?.rows[0]?.cells ?? [])];
}

function settleColumns(table: HTMLTableElement, columns: number): void {
  const heads = headsOf(table).slice(0, columns);
  table.style.tableLayout = 'auto';
  for (const head of heads) head.style.width = '';
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [at, head] of heads.entries()) head.style.width = `${widths[at]}px`;
  table.style.tableLayout = 'fixed';
}

function growColumns(table: HTMLTableElement): void {
  const heads = headsOf(table);
  const missing = heads.map(() => 0);
  for (const row of table.tBodies[0]?.rows ?? []) {
    if (row.cells.length !== heads.length) continue;
    for (const [at, cell] of [...row.cells].entries())
      missing[at] = Math.max(missing[at] ?? 0, cell.scrollWidth - cell.clientWidth);
  }
  for (const [at, head] of heads.entries()) {
    const more = missing[at] ?? 0;
    if (more > 0) head.style.width = `${head.getBoundingClientRect().width + more}px`;
  }
}
