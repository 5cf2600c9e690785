import type { ChartUnit, FactValue } from '@clearwatch/contracts/ai-reports';
import { type Day, MONTH_NAMES, type Month } from '../calendar/day.ts';
import type { Period } from '../calendar/period.ts';
import { type Cents, formatDollars } from '../money/cents.ts';

export const formatReportDay = (day: Day): string => `${dayOfYear(day)}, ${day.slice(0, 4)}`;
export const formatReportMonth = (month: Month): string => `${monthName(month)} ${month.slice(0, 4)}`;

/** Returns "Jul 22 to Aug 20, 2026", "Dec 20, 2025 to Jan 18, 2026" or a single day. */
export function formatReportPeriod({ firstDay, lastDay }: Period): string {
  if (firstDay === lastDay) return formatReportDay(firstDay);
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  return `${isOneYear ? dayOfYear(firstDay) : formatReportDay(firstDay)} to ${formatReportDay(lastDay)}`;
}

const dayOfYear = (day: Day) => `${monthName(day)} ${Number(day.slice(8, 10))}`;
const monthName = (text: string) => MONTH_NAMES[Number(text.slice(5, 7)) - 1]?.slice(0, 3) ?? '';

/** A fact as shown in reports: "$1,234.56", "1,204", "12.5%", "Aug 3, 2026". */
export function formatFact(value: FactValue): string {
  if (value.kind === 'money') return formatDollars(value.cents);
  if (value.kind === 'count') return formatNumber(value.count, 0);
  if (value.kind === 'share') return formatShare(value.share, value.digits);
  if (value.kind === 'number') return formatNumber(value.number, value.digits);
  if (value.kind === 'day') return formatReportDay(value.day);
  return value.kind === 'month' ? formatReportMonth(value.month) : value.name;
}

/** One decimal place, or two below one percent so that 0.54% does not look like Nacha's 0.5% level. */
function formatShare(share: number, digits?: number): string {
  const percent = share * 100;
  return `${formatNumber(percent, digits ?? (Math.abs(percent) < 1 && percent !== 0 ? 2 : 1))}%`;
}

export function formatNumber(number: number, digits: number): string {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-US', fraction).format(number);
}

/** An unrounded chart value; money is in cents. */
export function formatChartValue(value: number, unit: ChartUnit): string {
  if (unit === 'money') return formatDollars(Math.round(value));
  return unit === 'share' ? formatShare(value) : formatNumber(value, 0);
}

/**
 * Money in a sentence: "$1.24 million" for a million dollars or more, whole dollars for a hundred or more,
 * and cents for smaller amounts.
 */
export function formatCompactDollars(cents: Cents): string {
  const size = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  if (size >= 1e11) return `${sign}$${formatNumber(size / 1e11, 2)} billion`;
  if (size >= 1e8) return `${sign}$${formatNumber(size / 1e8, 2)} million`;
  return size >= 1e4 ? `${sign}$${formatNumber(size / 100, 0)}` : formatDollars(cents);
}

/** A fact in a sentence written by a language model. Large amounts are rounded. */
export function formatFactInSentence(value: FactValue): string {
  return value.kind === 'money' ? formatCompactDollars(value.cents) : formatFact(value);
}
