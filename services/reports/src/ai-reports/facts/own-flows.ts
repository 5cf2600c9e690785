import type { OwnFlows } from '@clearwatch/domain/reports/types/custom/custom-data';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { centsIn } from './cents-in.ts';

/** Sums of one account or company over days `days`: $1 to $2 the period, $3 to $4 the one before. */
export function ownFlows(days: string): string {
  const sum = (column: string, from: number, as: string) =>
    `coalesce(sum(${days}.${column}) FILTER (WHERE ${days}.day BETWEEN $${from} AND $${from + 1}), 0) AS ${as}`;
  return [
    sum('credits', 1, 'credits_now'),
    sum('credits', 3, 'credits_before'),
    sum('debits', 1, 'debits_now'),
    sum('debits', 3, 'debits_before'),
    sum('credit_count', 1, 'credit_count_now'),
    sum('debit_count', 1, 'debit_count_now'),
  ].join(', ');
}

export function toOwnFlows(row: Row): OwnFlows {
  return {
    creditCents: centsIn(row, 'credits_now'),
    creditCentsBefore: centsIn(row, 'credits_before'),
    debitCents: centsIn(row, 'debits_now'),
    debitCentsBefore: centsIn(row, 'debits_before'),
    entries: integerOf(row, 'credit_count_now') + integerOf(row, 'debit_count_now'),
  };
}
