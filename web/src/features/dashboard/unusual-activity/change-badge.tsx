import { formatPercent } from '../../../formats/percent.ts';

/** Spec section 5: above this the badge turns destructive. */
const DESTRUCTIVE_ABOVE_PERCENT = 200;

/** How far the amount is above the member's normal. Only a rise shows; decimal text, null without a baseline. */
export function ChangeBadge({ percent }: { percent: string | null }) {
  const value = Number(percent ?? 0);
  if (!(value > 0)) return null;
  const look = value > DESTRUCTIVE_ABOVE_PERCENT ? 'destructive' : 'default';
  return <span className={`change-badge change-${look}`}>+{formatPercent(value)}</span>;
}
