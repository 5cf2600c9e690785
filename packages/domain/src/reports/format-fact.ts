import type { FactValue } from '@clearwatch/contracts/reports/report-document';
import { formatDollars } from '../money/format-dollars.ts';
import { dayWords, monthWords } from './day-words.ts';

/** A fact as reports write it: "$1,234.56", "1,204", "12.5%", "Aug 3, 2026". */
export function formatFact(value: FactValue): string {
  switch (value.kind) {
    case 'money':
      return formatDollars(value.cents);
    case 'count':
      return formatNumber(value.count, 0);
    case 'share':
      return formatShare(value.share, value.digits);
    case 'number':
      return formatNumber(value.number, value.digits);
    case 'day':
      return dayWords(value.day);
    case 'month':
      return monthWords(value.month);
    case 'name':
      return value.name;
  }
}

/** One decimal, two below one percent, so that Nacha's 0.5% can be told from 0.54%. */
export function formatShare(share: number, digits?: number): string {
  const percent = share * 100;
  return `${formatNumber(percent, digits ?? (Math.abs(percent) < 1 && percent !== 0 ? 2 : 1))}%`;
}

export function formatNumber(number: number, digits: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(number);
}
