import { isKnownCompany } from '@clearwatch/domain/fraud/companies';
import { companyKey } from '@clearwatch/domain/fraud/company-key';
import type { SampleEntry } from '../../ledger/sample-entry.ts';
import { parseIsoDay } from '../../world/epoch-day.ts';

/** An entry that moved money or sent it back, with what the catalogue of rules asks about it. */
export interface Row extends SampleEntry {
  readonly day: number;
  readonly key: string;
  readonly isReturn: boolean;
}

export interface World {
  readonly firstDay: number;
  isKnown(key: string): boolean;
  /** First day of the company on each of its accounts. */
  arrivals(key: string): readonly number[];
}

/** One account, oldest first. */
export interface History {
  readonly rows: readonly Row[];
  readonly world: World;
}

const EXEMPT =
  /PAYROLL|BONUS|TREAS 310|XXSOC|XXSUPP|XXVA|PENSION|TAX REF|STATE TAX|LOAN|HELOC|LENDING|CLAIM|IRA DIST|DIVIDEND|EXPENSE/;
const MOVABLE = /ZELLE|VENMO|CASH APP|PAYPAL|TRANSFER|XFER|SEND MONEY|CRYPTO/;

/** The histories of all accounts. Prenotes and notifications of change take no part in any rule. */
export function historiesOf(entries: readonly SampleEntry[]): Map<string, History> {
  const rows = entries
    .filter(({ notice, transactionCode }) => !notice?.code.startsWith('C') && !/[38]$/.test(transactionCode))
    .map((entry) => ({
      ...entry,
      day: parseIsoDay(entry.postingDate),
      key: companyKey(entry.company),
      isReturn: entry.notice !== null,
    }));
  const accounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  const world = worldOf(rows, accounts.size);
  return new Map([...accounts].map(([account, own]) => [account, { rows: own, world }]));
}

function worldOf(rows: readonly Row[], accounts: number): World {
  const companies = Map.groupBy(rows, ({ key }) => key);
  const arrivals = (key: string) =>
    [...Map.groupBy(companies.get(key) ?? [], ({ accountNumber }) => accountNumber).values()]
      .map((own) => Math.min(...own.map(({ day }) => day)))
      .toSorted((a, b) => a - b);
  const known = new Map(
    [...companies].map(([key, own]) => {
      const days = arrivals(key);
      const arrivalSpanDays = (days[Math.ceil(0.8 * days.length) - 1] ?? 0) - (days[0] ?? 0);
      const activeMonths = new Set(own.map(({ postingDate }) => postingDate.slice(0, 7))).size;
      return [key, isKnownCompany({ accounts: days.length, arrivalSpanDays, activeMonths }, accounts)];
    }),
  );
  return {
    firstDay: Math.min(...rows.map(({ day }) => day)),
    isKnown: (key) => known.get(key) ?? false,
    arrivals,
  };
}

export const isExempt = ({ company, entryDescription }: Row) => EXEMPT.test(`${company} ${entryDescription}`);
export const isMovable = ({ company, entryDescription }: Row) =>
  MOVABLE.test(`${company} ${entryDescription}`);
export const debits = ({ rows }: History) =>
  rows.filter(({ transactionType, isReturn }) => transactionType === 'Debit' && !isReturn);
const credits = ({ rows }: History) =>
  rows.filter(({ transactionType, isReturn }) => transactionType === 'Credit' && !isReturn);

function isEstablished({ rows }: History, row: Row): boolean {
  const earlier = rows.filter(({ key, day }) => key === row.key && day < row.day);
  return earlier.length >= 3 && (earlier.at(-1)?.day ?? 0) - (earlier[0]?.day ?? 0) >= 40;
}

/** Credits of nobody the account is used to: the catalogue's `inn`. */
export const strangeCredits = (history: History) =>
  credits(history).filter((row) => row.cents >= 10_000 && !isExempt(row) && !isEstablished(history, row));

/** Leaves between the two days to where it cannot be fetched back from. */
export const outflow = (history: History, from: number, to: number) =>
  sum(
    debits(history).filter(
      (row) => row.day >= from && row.day <= to && (isMovable(row) || !history.world.isKnown(row.key)),
    ),
  );

export const sum = (rows: readonly { cents: number }[]) =>
  rows.reduce((total, { cents }) => total + cents, 0);
export const distinct = <T>(rows: readonly T[], of: (row: T) => unknown) => new Set(rows.map(of)).size;

/** Whether so many days, ending with one of the rows, hold what is asked for. */
export function someWindow<T extends { day: number }>(
  rows: readonly T[],
  days: number,
  holds: (inside: readonly T[], last: T) => boolean,
): boolean {
  return rows.some((last, index) =>
    holds(
      rows.slice(0, index + 1).filter(({ day }) => day > last.day - days),
      last,
    ),
  );
}
