import type { AmountFilter, DateRangeFilter, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { TransactionType } from '@clearwatch/contracts/transactions.dto';
import { isDay } from '@clearwatch/domain/calendar/day';
import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** An amount limit as exact decimal text. */
export interface Bound {
  operator: '=' | '>' | '<' | '>=' | '<=';
  value: string;
}

/** Filters that set a condition. An entry must match all of them; for a list, it must match one value. */
export interface Criteria {
  firstName: string | null;
  lastName: string | null;
  addenda: string | null;
  companies: readonly string[];
  descriptions: readonly string[];
  codes: readonly string[];
  types: readonly TransactionType[];
  classes: readonly string[];
  traceNumber: string | null;
  batch: string | null;
  amount: readonly Bound[];
  days: { from: string; to: string } | null;
}

/** Dollars with or without thousands separators, and any number of decimals. Nothing is rounded, so `10.005` matches no entry. */
const AMOUNT_PATTERN = /^(-?)\$?(\d+|\d{1,3}(?:,\d{3})+)((?:\.\d+)?)$/;
const COMBINING_MARKS = /[\u0300-\u036f]/g;

/** Omits invalid amounts, incomplete ranges and empty text (spec section 5). */
export function criteriaOf(filters: TransactionFilters): Criteria {
  const criteria: Criteria = {
    firstName: containedText(filters.firstName),
    lastName: containedText(filters.lastName),
    addenda: containedText(filters.addenda),
    companies: containedTexts(filters.company),
    descriptions: containedTexts(filters.entryDescription),
    codes: containedTexts(filters.transactionCode),
    types: filters.transactionType ?? [],
    classes: (filters.class ?? []).flatMap((text) => exactText(text) ?? []),
    traceNumber: exactText(filters.checkTracerNumber),
    batch: exactText(filters.batch),
    amount: boundsOf(filters.amount),
    days: daysOf(filters.dateRange),
  };
  const isEmpty = (value: unknown) => (Array.isArray(value) ? value.length === 0 : value === null);
  if (Object.values(criteria).every(isEmpty))
    throw new AppError('bad_request', 'Set at least one filter for the report.');
  return criteria;
}

/** Null for text that consists only of accents, because every value would contain it. */
function containedText(text: string | undefined): string | null {
  const whole = exactText(text);
  if (whole === null || whole.normalize('NFKD').replace(COMBINING_MARKS, '') === '') return null;
  return whole;
}

const containedTexts = (texts: readonly string[] | undefined): string[] =>
  (texts ?? []).flatMap((text) => containedText(text) ?? []);

function exactText(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim().toWellFormed();
  if (trimmed.includes('\0'))
    throw new AppError('bad_request', 'A filter contains a character that is not allowed. Enter plain text.');
  return trimmed === '' ? null : trimmed;
}

const OPERATORS = { eq: '=', gt: '>', lt: '<' } as const;

function boundsOf(filter: AmountFilter | undefined): Bound[] {
  const value = decimalOf(filter?.value);
  if (filter === undefined || value === null) return [];
  if (filter.operator !== 'between') return [{ operator: OPERATORS[filter.operator], value }];
  const most = decimalOf(filter.value2);
  return most === null
    ? []
    : [
        { operator: '>=', value },
        { operator: '<=', value: most },
      ];
}

function decimalOf(text: string | undefined): string | null {
  const match = AMOUNT_PATTERN.exec((text ?? '').trim());
  if (match === null) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  return `${sign}${whole.replaceAll(',', '')}${decimals}`;
}

function daysOf(range: DateRangeFilter | undefined): Criteria['days'] {
  const [from, to] = [dayOf(range?.start, 'Start date'), dayOf(range?.end, 'End date')];
  return from === null || to === null ? null : { from, to };
}

function dayOf(text: string | undefined, label: string): string | null {
  const day = (text ?? '').trim();
  if (day === '') return null;
  if (!isDay(day)) throw new AppError('bad_request', `${label} must be a calendar date, such as 2026-11-20.`);
  return day;
}
