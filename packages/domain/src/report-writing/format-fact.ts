import type { ChartUnit, FactValue } from '@clearwatch/contracts/ai-reports';
import { type Day, MONTH_NAMES, type Month } from '../calendar/day.ts';
import type { Period } from '../calendar/period.ts';
import { type Cents, formatDollars } from '../money/cents.ts';

export function formatReportDay(day: Day): string {
  return `${dayOfYear(day)}, ${day.slice(0, 4)}`;
}

export function formatReportMonth(month: Month): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}

/** "Jul 22 to Aug 20, 2026", "Dec 20, 2025 to Jan 18, 2026", or a single day. */
export function formatReportPeriod({ firstDay, lastDay }: Period): string {
  if (firstDay === lastDay) return formatReportDay(firstDay);
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  return `${isOneYear ? dayOfYear(firstDay) : formatReportDay(firstDay)} to ${formatReportDay(lastDay)}`;
}

function dayOfYear(day: Day): string {
  return `${monthName(day)} ${Number(day.slice(8, 10))}`;
}

function monthName(text: string): string {
  return MONTH_NAMES[Number(text.slice(5, 7)) - 1]?.slice(0, 3) ?? '';
}

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
      return formatReportDay(value.day);
    case 'month':
      return formatReportMonth(value.month);
    case 'name':
      return value.name;
  }
}

/** One decimal, two below one percent, so that Nacha's 0.5% can be told from 0.54%. */
function formatShare(share: number, digits?: number): string {
  const percent = share * 100;
  return `${formatNumber(percent, digits ?? (Math.abs(percent) < 1 && percent !== 0 ? 2 : 1))}%`;
}

export function formatNumber(number: number, digits: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(number);
}

/** A value of a chart in full: money comes in cents. */
export function formatChartValue(value: number, unit: ChartUnit): string {
  if (unit === 'money') return formatDollars(Math.round(value));
  return unit === 'share' ? formatShare(value) : formatNumber(value, 0);
}

const DOLLAR_STEPS = [
  { cents: 100_000_000_000, word: 'billion' },
  { cents: 100_000_000, word: 'million' },
] as const;

/** Money for a sentence: "$1.24 million" from a million up, whole dollars from a hundred up, cents below. */
export function formatCompactDollars(cents: Cents): string {
  const size = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  const step = DOLLAR_STEPS.find((candidate) => size >= candidate.cents);
  if (step !== undefined) return `${sign}$${formatNumber(size / step.cents, 2)} ${step.word}`;
  return size >= 10_000 ? `${sign}$${formatNumber(size / 100, 0)}` : formatDollars(cents);
}
