import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  useVirtualizer,
} from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useIsPrinting } from '../printing/use-is-printing.ts';

/** Of a row of one line, until it is measured. */
const USUAL_HEIGHT = 36;
/** Drawn above and below what is in sight, so that a turn of the wheel meets no gap. */
const BEYOND = 12;
/** Taken for the part in sight while it has no height, in a tab that is not shown; so is the usual height for a row. */
const UNKNOWN = { width: 800, height: 600 };

interface LongList {
  scroll: RefObject<HTMLElement | null>;
  count: number;
  /** The row that has the keyboard: drawn wherever it is, or the focus would be lost when it is scrolled away. */
  current: number;
}

interface RowsInSight {
  /** Rows that are drawn, each with the height of those before it that are not. */
  rows: { index: number; gap: number }[];
  /** Height of those after the last. */
  rest: number;
  measure: (row: HTMLTableRowElement | null) => void;
}

/**
 * Of a long list the rows that are in sight. It costs something: what the browser searches the page for is found only in rows
 * that are drawn. On paper all of them stand.
 */
export function useRowsInSight({ scroll, count, current }: LongList): RowsInSight {
  const isPrinting = useIsPrinting();
  // oxlint-disable-next-line react/incompatible-library -- read anew with every rendering, nothing of it is memoised
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: BEYOND,
    initialRect: UNKNOWN,
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell(rect.height === 0 ? UNKNOWN : rect)),
    measureElement: (row, entry, instance) => measureElement(row, entry, instance) || USUAL_HEIGHT,
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from({ length: count }, (_, index) => index);
      const drawn = defaultRangeExtractor(range);
      return drawn.includes(current) ? drawn : [...drawn, current].toSorted((one, other) => one - other);
    },
  });
  const items = virtualizer.getVirtualItems();
  const rows = items.map(({ index, start }, at) => ({ index, gap: start - (items[at - 1]?.end ?? 0) }));
  return {
    rows,
    rest: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  };
}
