import type { HeaderLabel } from './header.ts';
import type { Line } from './lines.ts';
import { centreOf, rightOf } from './word.ts';

/** Words that start within this many units of a header's left edge start at it. */
const AT_THE_EDGE = 3;
/** When so many rows have a word that starts at the header's left edge, the column is set flush left. */
const FLUSH_LEFT = 0.3;

/**
 * Where one column ends and the next begins: one cut less than there are columns, from left to right. Before a column whose
 * rows start at its header's left edge the cut is there; otherwise it lies in the widest stretch between the two headers that
 * the fewest rows cross.
 */
export function columnCuts(labels: readonly HeaderLabel[], body: readonly Line[]): number[] {
  return labels.slice(1).map((label, index) => {
    const left = labels[index] ?? label;
    const from = centreOf(left.box);
    const to = centreOf(label.box);
    const drawn = drawnBetween({ from, to, body });
    if (drawn !== null) return drawn;
    const starts = body.filter(({ words }) =>
      words.some((word) => Math.abs(word.x - label.box.x) <= AT_THE_EDGE),
    ).length;
    const crossed = body.filter(({ words }) =>
      words.some((word) => word.x < label.box.x - AT_THE_EDGE && rightOf(word) > label.box.x + 1),
    ).length;
    if (starts / body.length >= FLUSH_LEFT && crossed === 0) return label.box.x - AT_THE_EDGE / 2;
    return widestGap({ from, to, body });
  });
}

/** Where a line is drawn between two headings, beside most of the rows; null when there is none, or several. */
function drawnBetween({
  from,
  to,
  body,
}: {
  from: number;
  to: number;
  body: readonly Line[];
}): number | null {
  const places = body.map(({ verticals = [] }) => verticals.filter((at) => at > from && at < to));
  const [first] = places.find((found) => found.length === 1) ?? [];
  const isSame = (found: readonly number[]): boolean =>
    first !== undefined && found.length === 1 && Math.abs((found[0] ?? 0) - first) <= AT_THE_EDGE;
  return first !== undefined && places.filter(isSame).length > body.length / 2 ? first : null;
}

function widestGap({ from, to, body }: { from: number; to: number; body: readonly Line[] }): number {
  const steps = Math.max(1, Math.ceil(to - from));
  const covered = Array.from({ length: steps }, () => 0);
  for (const { words } of body)
    for (const word of words) {
      const first = Math.max(0, Math.floor(word.x - from));
      const last = Math.min(steps, Math.ceil(rightOf(word) - from));
      for (let step = first; step < last; step += 1) covered[step] = (covered[step] ?? 0) + 1;
    }
  const least = Math.min(...covered);
  let best = { start: 0, length: 0 };
  let start: number | null = null;
  for (let step = 0; step <= steps; step += 1) {
    if (step < steps && covered[step] === least) start ??= step;
    else if (start !== null) {
      if (step - start > best.length) best = { start, length: step - start };
      start = null;
    }
  }
  return from + best.start + best.length / 2;
}
