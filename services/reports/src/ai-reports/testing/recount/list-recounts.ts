import { monthlyToLenders, steadyPayers } from './member-recounts.ts';
import { mostCredited } from './money-recounts.ts';
import { compare, type FactReport, inDays, LOANS, type RecountBooks, type Side, sumOf } from './recount-books.ts';
import { accountsLookedAt, flaggedCompanies, outstandingPayments } from './recounts-by-report-type.ts';
import { isComparable } from './report-recount.ts';

/** A report table and its expected rows. */
export interface List {
  caption: RegExp;
  /** Index of the column with the names. */
  column: number;
  /** Minimum number of rows, if that many exist. */
  least: number;
  of: (books: RecountBooks, report: FactReport) => string[];
}

const ended = (accounts: readonly string[]) => accounts.map((account) => `***${account.slice(-4)}`);
const SIDES: readonly [Side, string][] = [
  ['Credit', 'credits'],
  ['Debit', 'debits'],
];

/** Names sorted by size, largest first, then by name. */
function largest(sizes: readonly { name: string; size: number }[]): string[] {
  return sizes
    .filter(({ size }) => size > 0)
    .toSorted((a, b) => b.size - a.size || compare(a.name, b.name))
    .map(({ name }) => name);
}

/** Names whose sums on one side (credits or debits) changed, largest change first. */
function changed(
  books: RecountBooks,
  report: FactReport,
  { side, by }: { side: Side; by: 'company' | 'account' | 'sec' },
): string[] {
  const before = (own: RecountBooks['money']) => (isComparable(books, report) ? sumOf(own, side, report.previous) : 0);
  return largest(
    [...Map.groupBy(books.money, (entry) => entry[by])].map(([name, own]) => ({
      name,
      size: Math.abs(sumOf(own, side, report.period) - before(own)),
    })),
  );
}

const companiesOf = (books: RecountBooks, accounts: readonly string[], days: FactReport['period']) =>
  largest(
    [
      ...Map.groupBy(
        accounts
          .flatMap((account) => books.moneyOf(account))
          .filter(({ side, day }) => side === 'Credit' && inDays(day, days)),
        ({ company }) => company,
      ),
    ].map(([name, own]) => ({ name, size: new Set(own.map(({ account }) => account)).size })),
  );

/** Finds wrong accounts in an individual account analysis, where each section begins with its account. */
export function wrongProfiles(books: RecountBooks, report: FactReport): string[] {
  if (report.type !== 'individual_account_analysis') return [];
  const profiled = report.document.sections.flatMap(({ blocks: [first] }) => {
    const words = first?.kind === 'paragraph' ? first.spans.map(({ text }) => text).join('') : '';
    return /^.+? \((\*\*\*\d{4})\) has been in the ledger since/.exec(words)?.[1] ?? [];
  });
  const [listed, right] = [profiled, ended(accountsLookedAt({ books, report }))].map((all) => all.join(', '));
  return listed === right ? [] : [`Accounts reviewed: reported ${listed}, recounted ${right}`];
}

export const LISTS: readonly List[] = [
  ...SIDES.flatMap(([side, words]): List[] => [
    {
      caption: new RegExp(`^Largest (changes in )?${words}, by company`),
      column: 0,
      least: 5,
      of: (books, report) => changed(books, report, { side, by: 'company' }),
    },
    {
      caption: new RegExp(`^Largest (changes in )?${words}, by SEC code`),
      column: 0,
      least: 5,
      of: (books, report) => changed(books, report, { side, by: 'sec' }),
    },
    {
      caption: new RegExp(`^Largest (changes in )?${words}, by member`),
      column: 1,
      least: 5,
      of: (books, report) => ended(changed(books, report, { side, by: 'account' })),
    },
  ]),
  { caption: /^VIP members/, column: 1, least: 20, of: (books) => ended(books.vips()) },
  {
    caption: /^Members by credits in the period/,
    column: 1,
    least: 10,
    of: (books, { period }) => ended(mostCredited(books, period)),
  },
  {
    caption: /^Members whose bills exceed their income by the most/,
    column: 1,
    least: 5,
    of: (books) =>
      ended(
        largest(
          books.accounts
            .filter((account) => books.monthly(account, 'Credit') > 0)
            .map((name) => ({ name, size: books.monthly(name, 'Debit') - books.monthly(name, 'Credit') })),
        ),
      ),
  },
  {
    caption: /^Members gone quiet with the most credits/,
    column: 1,
    least: 8,
    of: (books, { period, previous }) =>
      ended(
        largest(books.quietAfter(previous, period).map((name) => ({ name, size: books.creditsOf(name, previous) }))),
      ),
  },
  {
    caption: /^Companies that paid the members who went quiet/,
    column: 0,
    least: 6,
    of: (books, { period, previous }) => companiesOf(books, books.quietAfter(previous, period), previous),
  },
  {
    caption: /^Companies that paid the most new members/,
    column: 0,
    least: 6,
    of: (books, { period }) => companiesOf(books, books.arrivedIn(period), period),
  },
  {
    caption: /^Companies that paid members the most/,
    column: 0,
    least: 8,
    of: (books, { period }) =>
      largest(
        [...Map.groupBy(books.money, ({ company }) => company)].map(([name, own]) => ({
          name,
          size: sumOf(own, 'Credit', period),
        })),
      ),
  },
  {
    caption: /^Largest transfers out, by member/,
    column: 1,
    least: 8,
    of: (books, { period }) =>
      ended(
        largest(
          books.accounts.map((name) => ({
            name,
            size: sumOf(
              books.moneyOf(name).filter((entry) => books.wayOf(entry) !== null),
              'Debit',
              period,
            ),
          })),
        ),
      ),
  },
  {
    caption: /^Other lenders/,
    column: 0,
    least: 8,
    of: (books, report) =>
      [...Map.groupBy(books.money, ({ company }) => company)]
        .filter(([name]) => LOANS.includes(books.kindOf(name) ?? ''))
        .map(([name, own]) => ({
          name,
          now: sumOf(own, 'Debit', report.period),
          before: isComparable(books, report) ? sumOf(own, 'Debit', report.previous) : 0,
        }))
        .filter(({ now, before }) => now + before > 0)
        .toSorted((a, b) => b.now - a.now || compare(a.name, b.name))
        .map(({ name }) => name),
  },
  {
    caption: /^Members who pass all tests/,
    column: 1,
    least: 10,
    of: (books) => ended(largest(steadyPayers(books).map((name) => ({ name, size: monthlyToLenders(books, name) })))),
  },
  {
    caption: /^Members at high risk and their open alerts/,
    column: 1,
    least: 10,
    // Members with the same number of open high-risk alerts are sorted by their largest one.
    of: (books) =>
      ended(
        largest(
          books.accounts
            .filter((account) => books.riskOf(account) === 'high')
            .map((name) => {
              const open = books.openOf(name, 'high');
              return {
                name,
                size: 1e12 * (open.length + 1) + Math.max(0, ...open.map(({ cents }) => cents)),
              };
            }),
        ),
      ),
  },
  {
    caption: /^The most serious alerts/,
    column: 0,
    least: 3,
    of: (books, { period }) =>
      books
        .validAlerts()
        .filter(({ day }) => inDays(day, period))
        .toSorted(
          (a, b) =>
            Number(a.reviewed) - Number(b.reviewed) ||
            RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) ||
            b.cents - a.cents ||
            a.id - b.id,
        )
        .map(({ id }) => String(id)),
  },
  {
    caption: /^Days far above the member’s own history/,
    column: 1,
    least: 8,
    of: (books, report) =>
      ended(
        outstandingPayments({ books, report })
          .toSorted((a, b) => b.cents - a.cents)
          .map(({ account }) => account),
      ),
  },
  {
    caption: /^Flagged companies, highest risk first/,
    column: 0,
    least: 6,
    of: (books, { period }) => flaggedCompanies(books, period),
  },
];
const RISKS = ['high', 'medium', 'low'];
