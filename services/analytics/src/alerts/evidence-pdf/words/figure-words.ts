import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import { dayWords } from './day-words.ts';

const WHOLE_OR_NOT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const MONEY = /^-?\d+(\.\d{1,2})?$/;

/** A value of the evidence with its unit, as a person reads it: "$8,240.00", "3 days", "4.02×". */
export function valueWords({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'USD':
      return MONEY.test(value) ? formatDollars(parseCents(value)) : value;
    case 'percent':
      return `${value}%`;
    case 'days':
      return `${numberWords(value)} ${Number(value) === 1 ? 'day' : 'days'}`;
    case 'ratio':
      return `${value}×`;
    case 'count':
      return numberWords(value);
    case 'day':
      return dayWords(value);
    case 'text':
      return value;
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

/** "at least $10,000.00" */
export function thresholdWords({ comparison, threshold, unit }: EvidenceFigure): string {
  return `${COMPARISONS[comparison]} ${valueWords({ value: threshold, unit })}`;
}

function numberWords(value: string): string {
  const number = Number(value);
  return Number.isNaN(number) ? value : WHOLE_OR_NOT.format(number);
}
