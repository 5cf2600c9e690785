import { debtRatioBand } from '@clearwatch/domain/members/member-bands';
import { formatPercent } from '../formats/percent.ts';
import { ToneBadge } from './tone-badge.tsx';

/** An income-to-debt ratio on the colour of its band. */
export function DebtRatioBadge({ ratio }: { ratio: string }) {
  return <ToneBadge tone={debtRatioBand(Number(ratio))}>{formatPercent(Number(ratio))}</ToneBadge>;
}
