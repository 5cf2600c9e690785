import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatCount } from '../../../../formats/count.ts';
import { formatMoney } from '../../../../formats/money.ts';
import { formatPercent } from '../../../../formats/percent.ts';

/** A figure of the evidence (decimal text) with its unit. Parameters of a rule may have units of their own. */
export function formatFigure({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'USD':
      return formatMoney(value);
    case 'percent':
      return formatPercent(Number(value));
    case 'days':
      return `${formatCount(Number(value))} ${Number(value) === 1 ? 'day' : 'days'}`;
    case 'ratio':
      return `${value}×`;
    case 'count':
      return formatCount(Number(value));
    default:
      return `${value} ${unit}`;
  }
}

const COMPARISONS: Record<EvidenceFigure['comparison'], string> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

/** A threshold in words: "at least $10,000.00". */
export function formatThreshold({ comparison, threshold, unit }: EvidenceFigure): string {
  return `${COMPARISONS[comparison]} ${formatFigure({ value: threshold, unit })}`;
}
