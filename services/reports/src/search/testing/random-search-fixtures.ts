import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { StoredEntry, TestEntry } from '../../testing/text-ledger-fixtures.ts';

/** Reference search over all entries: newest day first, last stored first within a day, undated entries last. */
export function referenceSearch(entries: readonly StoredEntry[], filters: TransactionFilters): StoredEntry[] {
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

function holdsOne(text: string | null, expected: readonly string[] = []): boolean {
  return expected.length === 0 || (text !== null && expected.some((part) => folded(text).includes(folded(part))));
}

function isOne(text: string | null, expected: readonly string[] = []): boolean {
  return expected.length === 0 || (text !== null && expected.includes(text));
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function hasAmount(cents: number, { operator, value, value2 }: NonNullable<TransactionFilters['amount']>): boolean {
  if (value === undefined || (operator === 'between' && value2 === undefined)) return true;
  const given = centsOf(value);
  if (operator === 'eq') return cents === given;
  if (operator === 'gt') return cents > given;
  if (operator === 'lt') return cents < given;
  return cents >= given && cents <= centsOf(value2 ?? '');
}

const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** Random integers below a bound (mulberry32). The same seed gives the same numbers, so a failure is reproducible. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const COMPANIES = ['ACME STORES', 'Acme_Store%', 'Café Zoë', 'RIVERTON FOODS', 'back\\slash', '=SUM(A1)', 'a', ''];
const FIRST_NAMES = ['Ana', 'ANNA', 'José', 'Jose', 'Zoë', '', "O'Neil"];
const LAST_NAMES = ['Sample', 'sampson', 'Müller', 'Muller', 'Ng', '', 'Ångström'];
const DESCRIPTIONS = ['PAYROLL', 'Payroll 50%', 'POS_1', 'pos', null, ''];
const ADDENDA = ['REF 0001', 'ref 0002', 'said "so", twice', null, null, 'line\nbreak'];
const CLASSES = ['PPD', 'WEB', 'CCD', null];
const BATCHES = ['0000001', '1', 'B-1', null];
const TRACES = ['091000010000001', '091000010000002', '1', null];
const CODES = ['22', '27', '32', '', '122'];
const AMOUNTS = ['0.00', '0.01', '10.00', '10.01', '999.99', '1000.00', '9999999999.99'];
const DAYS = ['2026-01-01', '2026-01-02', '2026-02-28', '2026-03-01', '2025-12-31', null];

export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}

export function randomEntry(random: Random): TestEntry {
  return {
    company: pick(random, COMPANIES),
    firstName: pick(random, FIRST_NAMES),
    lastName: pick(random, LAST_NAMES),
    account: `10000000${random(6)}`,
    amount: pick(random, AMOUNTS),
    type: pick(random, ['Credit', 'Debit']),
    kind: pick(random, ['money', 'money', 'zero_dollar', 'prenote', 'return']),
    code: pick(random, CODES),
    trace: pick(random, TRACES),
    addenda: pick(random, ADDENDA),
    batch: pick(random, BATCHES),
    day: pick(random, DAYS),
    description: pick(random, DESCRIPTIONS),
    class: pick(random, CLASSES),
  };
}

/** One to three filters with values that match or almost match entries. */
export function randomFilters(random: Random): TransactionFilters {
  const filters: TransactionFilters = {};
  for (let filterCount = 1 + random(3); filterCount > 0; filterCount -= 1) pick(random, FILTERS)(filters, random);
  return filters;
}

const part = (random: Random, values: readonly (string | null)[]): string => {
  const text = (pick(random, values) ?? 'no').trim() || 'none';
  const start = random(text.length);
  const cut = text.slice(start, start + 1 + random(text.length)).trim() || text;
  return pick(random, [cut, cut.toUpperCase(), cut.toLowerCase()]);
};
const some = <T>(random: Random, make: () => T): T[] => Array.from({ length: 1 + random(2) }, make);
const said = (values: readonly (string | null)[]) =>
  values.filter((value) => value !== null && value !== '') as string[];

const FILTERS: readonly ((filters: TransactionFilters, random: Random) => void)[] = [
  (filters, random) => void (filters.firstName = part(random, FIRST_NAMES)),
  (filters, random) => void (filters.lastName = part(random, LAST_NAMES)),
  (filters, random) => void (filters.company = some(random, () => part(random, COMPANIES))),
  (filters, random) => void (filters.transactionType = [pick(random, ['Credit', 'Debit'])]),
  (filters, random) => void (filters.class = some(random, () => pick(random, said(CLASSES)))),
  (filters, random) => void (filters.transactionCode = some(random, () => part(random, said(CODES)))),
  (filters, random) => void (filters.entryDescription = some(random, () => part(random, DESCRIPTIONS))),
  (filters, random) => void (filters.addenda = part(random, ADDENDA)),
  (filters, random) => void (filters.checkTracerNumber = pick(random, said(TRACES))),
  (filters, random) => void (filters.batch = pick(random, said(BATCHES))),
  (filters, random) =>
    void (filters.amount = {
      operator: pick(random, ['eq', 'gt', 'lt', 'between']),
      value: pick(random, AMOUNTS),
      value2: pick(random, AMOUNTS),
    }),
  (filters, random) => void (filters.dateRange = { start: pick(random, said(DAYS)), end: pick(random, said(DAYS)) }),
];
