import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { compareWithUsual } from '@clearwatch/domain/members/member-baseline';
import { parseCents } from '@clearwatch/domain/money/cents';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { formatPercent } from '../../../formats/percent.ts';

export const COMPARED: Record<MemberComparison['what'], string> = {
  credits: 'Money in',
  debits: 'Money out',
  transactions: 'Transactions',
};

const VERDICTS = { below: 'below usual', about: 'about as usual', above: 'above usual' };

/** Money as dollars, a count in groups of three: half a transaction is the middle of two months. */
export function comparedFigure(what: MemberComparison['what'], figure: string): string {
  return what === 'transactions' ? formatCount(Number(figure)) : formatMoney(figure);
}

/** "35.2% above usual", "about as usual"; null while there is no usual month. */
export function usualWords({ what, latest, ownMedian }: MemberComparison): string | null {
  if (ownMedian === null) return null;
  const scaled = what === 'transactions' ? Number : parseCents;
  const { percent, verdict } = compareWithUsual(scaled(latest), scaled(ownMedian));
  if (verdict === 'about' || percent === null) return VERDICTS[verdict];
  return `${formatPercent(Math.abs(percent))} ${VERDICTS[verdict]}`;
}
