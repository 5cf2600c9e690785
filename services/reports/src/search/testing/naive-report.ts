import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { StoredEntry } from '../../testing/ledger-of-texts.ts';

/** What a report is, told by looking at every entry: the newest day first, of one day what was stored last, undated ones last. */
export function naiveReport(entries: readonly StoredEntry[], filters: TransactionFilters): StoredEntry[] {
  return entries
    .filter((entry) => matches(entry, filters))
    .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? '') || b.id - a.id);
}

function matches(entry: StoredEntry, filters: TransactionFilters): boolean {
  const { amount, dateRange } = filters;
  return [
    holdsOne(entry.firstName, listOf(filters.firstName)),
    holdsOne(entry.lastName, listOf(filters.lastName)),
    holdsOne(entry.addenda, listOf(filters.addenda)),
    holdsOne(entry.company, filters.company),
    holdsOne(entry.description, filters.entryDescription),
    holdsOne(entry.code, filters.transactionCode),
    isOne(entry.type, filters.transactionType),
    isOne(entry.class, filters.class),
    isOne(entry.trace, listOf(filters.checkTracerNumber)),
    isOne(entry.batch, listOf(filters.batch)),
    amount === undefined || hasAmount(centsOf(entry.amount), amount),
    dateRange?.start === undefined ||
      dateRange.end === undefined ||
      (entry.day !== null && entry.day >= dateRange.start && entry.day <= dateRange.end),
  ].every(Boolean);
}

const listOf = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

function holdsOne(text: string | null, wanted: readonly string[] = []): boolean {
  return wanted.length === 0 || (text !== null && wanted.some((part) => folded(text).includes(folded(part))));
}

function isOne(text: string | null, wanted: readonly string[] = []): boolean {
  return wanted.length === 0 || (text !== null && wanted.includes(text));
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function hasAmount(
  cents: number,
  { operator, value, value2 }: NonNullable<TransactionFilters['amount']>,
): boolean {
  if (value === undefined || (operator === 'between' && value2 === undefined)) return true;
  const given = centsOf(value);
  if (operator === 'eq') return cents === given;
  if (operator === 'gt') return cents > given;
  if (operator === 'lt') return cents < given;
  return cents >= given && cents <= centsOf(value2 ?? '');
}

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
