import type { Span } from '@clearwatch/contracts/reports/report-document';
import { type FactSheet, type Stated, sizeOf } from '../fact-sheet.ts';
import { absolute, compact, prose } from '../prose.ts';
import type { Pair } from './pair.ts';

/** Above this growth two figures side by side are easier to read than a percentage. */
const LARGEST_PERCENT = 2;
/** Up to this change nobody would say that a figure moved. */
const STEADY = 0.005;

/** "rose 9.4% to $724,113", "came to $724,113" where nothing can be compared: to follow what the figure is called. */
export function movedTo(sheet: FactSheet, { label, now, before }: Pair): Span[] {
  if (before === null) return sizeOf(now) === 0 ? prose`came to nothing` : prose`came to ${compact(now)}`;
  const [size, base] = [sizeOf(now), sizeOf(before)];
  if (size === base) return size === 0 ? prose`stayed at nothing` : prose`stayed at ${compact(now)}`;
  if (base === 0) return prose`came to ${compact(now)} after none in the period before`;
  const way = size > base ? 'rose' : 'fell';
  const change = changeOf(sheet, { label, now, before });
  const share = change?.fact.value.kind === 'share' ? change.fact.value.share : 0;
  if (base < 0 || change === null || share > LARGEST_PERCENT)
    return prose`${way} from ${compact(before)} to ${compact(now)}`;
  if (Math.abs(share) < STEADY) return prose`held steady at ${compact(now)}`;
  return prose`${way} ${absolute(change)} to ${compact(now)}`;
}

/** Growth against the period before, for a table; null where there is none to compare with. */
export function changeOf(sheet: FactSheet, { label, now, before }: Pair): Stated | null {
  if (before === null || sizeOf(before) <= 0) return null;
  return sheet.change(`${label}, change against the period before`, now, before);
}
