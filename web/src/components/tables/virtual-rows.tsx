import { defaultRangeExtractor, measureElement, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { useIsPrinting } from '../../lib/browser-state.ts';

const ESTIMATED_ROW_HEIGHT = 36;
/** Avoids gaps while scrolling. */
const OVERSCAN_ROWS = 12;
/** Used while the scroll area has no height, for example in a hidden tab. */
const FALLBACK_SIZE = { width: 800, height: 600 };

/** Columns keep the widths of the first rendered rows and can only grow. */
function useStableColumnWidths(scroll: RefObject<HTMLElement | null>, columns: number): void {
  useLayoutEffect(() => {
    const table = scroll.current?.querySelector('table');
    if (table == null) return;
    const settle = (): void => fixColumnWidths(table, columns);
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
    if (table != null) widenColumns(table);
  });
}

const headerCells = (table: HTMLTableElement): HTMLTableCellElement[] => [...(table.tHead?.rows[0]?.cells ?? [])];

function fixColumnWidths(table: HTMLTableElement, columns: number): void {
  const heads = headerCells(table).slice(0, columns);
  table.style.tableLayout = 'auto';
  for (const head of heads) head.style.width = '';
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [at, head] of heads.entries()) head.style.width = `${widths[at]}px`;
  table.style.tableLayout = 'fixed';
}

function widenColumns(table: HTMLTableElement): void {
  const heads = headerCells(table);
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

interface LongRowsProps {
  scroll: RefObject<HTMLElement | null>;
  count: number;
  columns: number;
  /** Always rendered; otherwise scrolling would lose the focus. */
  current: number;
  row: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

/** Renders only visible rows, or all rows for printing. The browser's search finds only rendered rows. */
export function LongRows({ scroll, count, columns, current, row }: LongRowsProps) {
  const isPrinting = useIsPrinting();
  // oxlint-disable-next-line react/incompatible-library -- read on every render, not memoized
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    overscan: OVERSCAN_ROWS,
    initialRect: FALLBACK_SIZE,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height === 0 ? FALLBACK_SIZE : rect)),
    measureElement: (element, entry, instance) => measureElement(element, entry, instance) || ESTIMATED_ROW_HEIGHT,
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: count }, (_, index) => index);
      const visible = defaultRangeExtractor(range);
      return visible.includes(current) ? visible : [...visible, current].toSorted((a, b) => a - b);
    },
  });
  useStableColumnWidths(scroll, columns);
  const items = virtualizer.getVirtualItems();
  const rest = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      {items.map(({ index, start }, at) => {
        const gap = start - (items[at - 1]?.end ?? 0);
        return (
          <Fragment key={index}>
            {gap > 0 && <tr aria-hidden style={{ height: gap }} />}
            {row(index, virtualizer.measureElement)}
          </Fragment>
        );
      })}
      {rest > 0 && <tr aria-hidden style={{ height: rest }} />}
    </tbody>
  );
}
