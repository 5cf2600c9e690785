import { addDays } from '@clearwatch/domain/calendar/day';
import { mostCredited } from './money-recounts.ts';
import {
  categoryOf,
  compare,
  daysOf,
  inDays,
  LAST_DAYS,
  LOANS,
  lastWholeMonth,
  medianOf,
  monthAfter,
  monthDays,
  nameOf,
  PATTERNS,
  type RawAlert,
  type RecountBooks,
  type Risk,
  sumOf,
  WHOLE_LEDGER,
  YEAR,
} from './recount-books.ts';
import { AS_OF } from './recount-entries.ts';
import { type FactContext, isComparable, type Recount, rowsOf, table, yearBefore } from './report-recount.ts';

const nameIn = ({ fact }: FactContext) => (fact.value.kind === 'name' ? fact.value.name : '');
const endOf = (account: string) => `***${account.slice(-4)}`;

/** The last six full months, oldest first. */
const STEADY = Array.from({ length: 6 }, (_, index) => monthAfter(lastWholeMonth(AS_OF), index - 5));
const steadyMonths = (books: RecountBooks, account: string) =>
  STEADY.map((month) => books.creditsOf(account, monthDays(month)));
const toLenders = (books: RecountBooks, account: string) =>
  books
    .moneyOf(account)
    .filter(
      (entry) => entry.side === 'Debit' && books.loanOf(entry) !== null && STEADY.includes(entry.day.slice(0, 7)),
    );

/** Members remaining after each lending test. */
type LendingTests = Record<'credited' | 'income' | 'bills' | 'calm' | 'recent' | 'steady' | 'paying', string[]>;
const lendingTests = (books: RecountBooks): LendingTests => books.once('lending', () => testedForLending(books));

function testedForLending(books: RecountBooks): LendingTests {
  const credited = books.accounts.filter((account) => books.creditsOf(account, YEAR) > 0);
  const income = credited.filter((account) => books.monthly(account, 'Credit') >= 300_000);
  const bills = income.filter((account) => books.debitsOf(account, YEAR) * 100 <= books.creditsOf(account, YEAR) * 60);
  const calm = bills.filter((account) => books.riskOf(account) === 'low');
  const recent = calm.filter((account) => (books.lastDayOf(account) ?? '') >= addDays(AS_OF, -30));
  const steady = recent.filter((account) => {
    const months = steadyMonths(books, account);
    const median = medianOf(months);
    return median > 0 && Math.min(...months) >= 0.75 * median;
  });
  return {
    credited,
    income,
    bills,
    calm,
    recent,
    steady,
    paying: steady.filter((account) => toLenders(books, account).length > 0),
  };
}
export const monthlyToLenders = (books: RecountBooks, account: string) =>
  Math.round(sumOf(toLenders(books, account), 'Debit', WHOLE_LEDGER) / 6);

/** The first one percent of a list, but at least its first item. */
const onePercentOf = <T>(list: readonly T[]) => list.slice(0, Math.max(1, Math.floor(list.length / 100)));

/** Members who pass all lending tests. */
export const steadyPayers = (books: RecountBooks) => lendingTests(books).steady;

const atRisk = (books: RecountBooks, level: string) =>
  books.accounts.filter((account) => books.riskOf(account) === level);
const lastSeen = (books: RecountBooks, from: number, to: number) =>
  books.accounts.filter((account) => {
    const last = books.lastDayOf(account);
    const ago = last === null ? Number.POSITIVE_INFINITY : daysOf({ firstDay: last, lastDay: AS_OF }) - 1;
    return ago >= from && ago <= to;
  }).length;

/** Number of accounts that received a credit from the company on these days. */
const paidAmong = (
  books: RecountBooks,
  accounts: readonly string[],
  company: string,
  days: { firstDay: string; lastDay: string },
) =>
  accounts.filter((account) =>
    books
      .moneyOf(account)
      .some((entry) => entry.company === company && entry.side === 'Credit' && inDays(entry.day, days)),
  ).length;

const isBelowBills = (books: RecountBooks, account: string) =>
  books.creditsOf(account, YEAR) > 0 && books.debitsOf(account, YEAR) > books.creditsOf(account, YEAR);

const nameIf = (isSo: boolean, context: FactContext) => (isSo ? nameIn(context) : `not "${nameIn(context)}"`);
const company: Recount = (context) => nameIf(context.books.companies.has(nameIn(context)), context);
const member: Recount = (context) => nameIf(context.books.people.has(nameIn(context)), context);

const moneyOfAlert: Recount = (context) => alertIn(context).cents;

/** The alert whose number is in the label or the source. */
function alertIn({ books, fact, part }: FactContext): RawAlert {
  const id = Number(part['id'] ?? /[Aa]lert (\d+)/.exec(fact.source)?.[1]);
  const found = books.alerts.find((alert) => alert.id === id);
  if (found === undefined) throw new Error(`there is no alert ${id}`);
  return found;
}

const KINDS_OF_ALERTS: Readonly<Record<string, (alert: RawAlert) => boolean>> = {
  Alerts: () => true,
  'High-risk alerts': ({ risk }) => risk === 'high',
  'Medium-risk alerts': ({ risk }) => risk === 'medium',
  'Low-risk alerts': ({ risk }) => risk === 'low',
  'Unreviewed alerts': ({ reviewed }) => !reviewed,
  'Unreviewed high-risk alerts': ({ reviewed, risk }) => !reviewed && risk === 'high',
  'Other unreviewed alerts': ({ reviewed, risk }) => !reviewed && risk !== 'high',
  'Reviewed alerts': ({ reviewed }) => reviewed,
};

function alertsOf({ books, part, report }: FactContext): RawAlert[] | null {
  const kind = KINDS_OF_ALERTS[part['alerts'] ?? ''];
  if (kind === undefined) return null;
  const what = part['pattern'];
  // Compliance reports group alerts by pattern and other reports group them by category. Both have
  // "Structuring".
  const called = report.type === 'compliance_analysis' ? nameOf : categoryOf;
  if (what !== undefined && !Object.values(PATTERNS).flat().includes(what)) return null;
  return books.validAlerts().filter((alert) => kind(alert) && (what === undefined || called(alert) === what));
}
const alertCount: Recount = (context) =>
  alertsOf(context)?.filter(({ day }) => inDays(day, context.days)).length ?? null;
const ago = ({ day }: RawAlert) => daysOf({ firstDay: day, lastDay: AS_OF }) - 1;
const agedFrom =
  (least: number, most: number): Recount =>
  (context) =>
    alertsOf(context)?.filter((alert) => !alert.reviewed && ago(alert) >= least && ago(alert) <= most).length ?? null;

const alerted = ({ books, days }: FactContext, isOf: (alert: RawAlert) => boolean = () => true) =>
  new Set(
    books
      .validAlerts()
      .filter((alert) => alert.risk !== 'low' && inDays(alert.day, days) && isOf(alert))
      .map(({ account }) => account),
  );

const figureOf =
  (of: 'value' | 'threshold'): Recount =>
  (context) => {
    const { fact, part } = context;
    const figure = alertIn(context).evidence.figures?.find(({ label }) => label === part['figure']);
    if (figure === undefined) return null;
    const number = Number(figure[of]);
    if (fact.value.kind === 'money') return Math.round(number * 100);
    return fact.value.kind === 'share' && figure.unit === 'percent' ? number / 100 : number;
  };

/** Recounts of members, their attributes and alerts. */
export const MEMBERS = table({
  'Members, {as of}': ({ books }) => books.accounts.length,
  'Active members, {period}': ({ books, days }) => books.activeIn(days).length,
  'Active members, {month}': ({ books, days }) => books.activeIn(days).length,
  'New members, {period}': ({ books, days }) => books.arrivedIn(days).length,
  'New members, {month}': ({ books, days }) => books.arrivedIn(days).length,
  'Members active in both periods': ({ books, report }) =>
    books.activeIn(report.period).filter((account) => books.isActive(account, report.previous)).length,
  'Members who returned after a pause, {period}': ({ books, report }) =>
    books
      .activeIn(report.period)
      .filter(
        (account) =>
          !books.isActive(account, report.previous) && (books.firstDayOf(account) ?? '') < report.previous.firstDay,
      ).length,
  'Members gone quiet, {period}': ({ books, report }) => books.quietAfter(report.previous, report.period).length,
  'Share of active members who stayed active': ({ books, report }) => {
    const before = books.activeIn(report.previous);
    return before.filter((account) => books.isActive(account, report.period)).length / before.length;
  },
  'New members paid, {company}, {period}': ({ books, days, part }) =>
    paidAmong(books, books.arrivedIn(days), part['company'] ?? '', days),
  'Members gone quiet, {company}, {period}': ({ books, report, part }) =>
    paidAmong(books, books.quietAfter(report.previous, report.period), part['company'] ?? '', report.previous),
  'Months with credits for {account} in the year before the period': ({ books, account, report }) =>
    books.monthsWithCredits(account, yearBefore(report.period.firstDay)),
  'Members that {company} ever paid': ({ books, part }) =>
    new Set(
      books
        .moneyWith(part['company'] ?? '')
        .filter(({ side }) => side === 'Credit')
        .map(({ account }) => account),
    ).size,
  'Members with entries from {company}': ({ books, part }) =>
    new Set(books.entries.filter((entry) => entry.company === part['company']).map(({ account }) => account)).size,
  'Members with credits, {period}': ({ books, days }) => mostCredited(books, days).length,
  'Members who together received half of all credits, {period}': ({ books, days }) => {
    const sums = mostCredited(books, days).map((account) => books.creditsOf(account, days));
    const all = sums.reduce((cents, one) => cents + one, 0);
    let [count, reached] = [0, 0];
    for (const cents of sums) if (2 * reached < all) [count, reached] = [count + 1, reached + cents];
    return count;
  },
  'One percent of the members with credits, {period}': ({ books, days }) =>
    onePercentOf(mostCredited(books, days)).length,
  'Share of all credits that went to the one percent with the most, {period}': ({ books, days }) => {
    const sums = mostCredited(books, days).map((account) => books.creditsOf(account, days));
    return onePercentOf(sums).reduce((cents, one) => cents + one, 0) / sums.reduce((cents, one) => cents + one, 0);
  },
  'Members listed, {period}': ({ report }) => rowsOf(report, /^Members by credits/).length,
  'Members listed who also had the most credits before, {period}': ({ books, report }) => {
    const number = rowsOf(report, /^Members by credits/).length;
    const before = mostCredited(books, report.previous).slice(0, number);
    return mostCredited(books, report.period)
      .slice(0, number)
      .filter((account) => before.includes(account)).length;
  },
  'Listed members without credits in the previous period, {period}': ({ books, report }) =>
    mostCredited(books, report.period)
      .slice(0, rowsOf(report, /^Members by credits/).length)
      .filter((account) => books.creditsOf(account, report.previous) === 0).length,
  'Members with international entries, {period}': ({ books, days }) =>
    new Set(books.money.filter(({ sec, day }) => sec === 'IAT' && inDays(day, days)).map(({ account }) => account))
      .size,
  'Listed members gone quiet who had regular credits before': ({ books, report }) => {
    const sums = books
      .quietAfter(report.previous, report.period)
      .map((account) => ({ account, cents: books.creditsOf(account, report.previous) }));
    const listed = sums
      .filter(({ cents }) => cents > 0)
      .toSorted((a, b) => b.cents - a.cents || compare(a.account, b.account))
      .slice(0, 8);
    return listed.filter(({ account }) => books.monthsWithCredits(account, yearBefore(report.period.firstDay)) >= 6)
      .length;
  },

  'Members active recently, {as of}': ({ books }) => lastSeen(books, 0, 30),
  'Members active less recently, {as of}': ({ books }) => lastSeen(books, 31, 90),
  'Members active long ago, {as of}': ({ books }) => lastSeen(books, 91, Number.POSITIVE_INFINITY),
  'Members at {level} risk, {as of}': ({ books, part }) => atRisk(books, part['level'] ?? '').length,
  'Members at high risk beyond those listed, {as of}': ({ books, report }) =>
    atRisk(books, 'high').length - rowsOf(report, /^Members at high risk/).length,
  'Members at high risk beyond those named, {as of}': ({ books }) => Math.max(0, atRisk(books, 'high').length - 3),
  'Members with income, {as of}': ({ books }) =>
    books.accounts.filter((account) => books.creditsOf(account, YEAR) > 0).length,
  'Members whose bills are above their income, {as of}': ({ books }) =>
    books.accounts.filter((account) => isBelowBills(books, account)).length,
  // Compared using the displayed percentage with one decimal place.
  'Members whose bills are close to their income, {as of}': ({ books }) =>
    books.accounts.filter((account) => {
      const [income, bills] = [books.creditsOf(account, YEAR), books.debitsOf(account, YEAR)];
      return income > 0 && bills <= income && Math.round((1000 * bills) / income) > 800;
    }).length,
  'Monthly income for {account}, {as of}': ({ books, account }) => books.monthly(account, 'Credit'),
  'Monthly bills for {account}, {as of}': ({ books, account }) => books.monthly(account, 'Debit'),
  'Bills as a share of income for {account}, {as of}': ({ books, account }) =>
    books.debitsOf(account, YEAR) / books.creditsOf(account, YEAR),
  'Usual month’s credits for {account}, {as of}': ({ books, account }) => books.usualMonth(account),
  'First entry for {account}': ({ books, account }) => books.firstDayOf(account),
  'Last entry for {account} through {period}': ({ books, account, days }) => books.lastDayOf(account, days.lastDay),
  'Company that paid {account} the most': ({ books, account }) =>
    books.mainCompany(books.moneyOf(account).filter(({ side, day }) => side === 'Credit' && inDays(day, YEAR))),
  'VIP members, {as of}': ({ books }) => books.vips().length,
  'VIP members below their usual month, {as of}': ({ books }) =>
    books.vips().filter((account) => books.creditsOf(account, LAST_DAYS) < 0.75 * (books.usualMonth(account) ?? 0))
      .length,
  'Other companies that paid or collected, {account}, {period}': ({ books, account, report }) => {
    const isIn = (day: string) =>
      inDays(day, report.period) || (isComparable(books, report) && inDays(day, report.previous));
    const companies = new Set(
      books
        .moneyOf(account)
        .filter(({ day }) => isIn(day))
        .map((entry) => entry.company),
    );
    return Math.max(0, companies.size - 6);
  },

  'Members with credits within the year, {as of}': ({ books }) => lendingTests(books).credited.length,
  'Members with at least the minimum income, {as of}': ({ books }) => lendingTests(books).income.length,
  'Members with {band} income, {as of}': ({ books, part }) =>
    books.accounts.filter((account) => books.incomeBand(account) === part['band']).length,
  'Of these, members with low bills, {as of}': ({ books }) => lendingTests(books).bills.length,
  'Of these, members at low risk, {as of}': ({ books }) => lendingTests(books).calm.length,
  'Of these, recently active members, {as of}': ({ books }) => lendingTests(books).recent.length,
  'Of these, members with steady income, {as of}': ({ books }) => lendingTests(books).steady.length,
  'Members with steady income who pay other lenders, {as of}': ({ books }) => lendingTests(books).paying.length,
  'Members with steady income beyond those listed, {as of}': ({ books, report }) =>
    lendingTests(books).steady.length - rowsOf(report, /^Members who pass all tests/).length,
  'Monthly payments to other lenders by members with steady income, {as of}': ({ books }) =>
    lendingTests(books).steady.reduce((cents, account) => cents + monthlyToLenders(books, account), 0),
  'Monthly payments to other lenders for {account}, {as of}': ({ books, account }) => monthlyToLenders(books, account),
  'Median month’s credits for {account}, {as of}': ({ books, account }) =>
    Math.round(medianOf(steadyMonths(books, account))),
  'Lowest monthly credits for {account}, {as of}': ({ books, account }) => Math.min(...steadyMonths(books, account)),
  'Lender that {account} pays the most': ({ books, account }) => books.mainCompany(toLenders(books, account)),
  'What {account} repays': ({ books, account }) => books.kindOf(books.mainCompany(toLenders(books, account)) ?? ''),

  'Alerts, {period}': alertCountOf('Alerts'),
  '{alerts}, {pattern}, {period}': alertCount,
  '{alerts}, {period}': alertCount,
  '{alerts}, {month}': alertCount,
  '{alerts} for {who}, {period}': (context) => {
    const account = context.books.accountEnding(context.part['who']?.slice(-4) ?? '');
    return (
      alertsOf(context)?.filter((alert) => alert.account === account && inDays(alert.day, context.days)).length ?? null
    );
  },
  'High-risk alerts that name {company}, {period}': ({ books, part, days }) =>
    naming(books, part['company'] ?? '').filter(({ day }) => inDays(day, days)).length,
  'Members with high-risk alerts that name {company}, {period}': ({ books, part, days }) =>
    new Set(
      naming(books, part['company'] ?? '')
        .filter(({ day }) => inDays(day, days))
        .map(({ account }) => account),
    ).size,
  'Unreviewed alerts from other periods': ({ books, report }) =>
    books.validAlerts().filter(({ reviewed, day }) => !reviewed && !inDays(day, report.period)).length,
  '{alerts} in all': (context) => alertsOf(context)?.length ?? null,
  // Includes activity dated in the future.
  '{alerts}, up to 7 days, {as of}': agedFrom(-999, 7),
  '{alerts}, up to 30 days, {as of}': agedFrom(8, 30),
  '{alerts}, up to 90 days, {as of}': agedFrom(31, 90),
  '{alerts}, over 90 days, {as of}': agedFrom(91, 99_999),
  'Unreviewed alerts on activity more than a month old, {as of}': ({ books }) =>
    books.validAlerts().filter((alert) => !alert.reviewed && ago(alert) > 30).length,
  'Day of the oldest unreviewed alert': ({ books }) =>
    books
      .validAlerts()
      .filter(({ reviewed }) => !reviewed)
      .map(({ day }) => day)
      .toSorted()[0] ?? null,
  'Other alerts, {period}': ({ books, days, report }) =>
    books.validAlerts().filter(({ day }) => inDays(day, days)).length -
    rowsOf(report, /^The most serious alerts/).length,
  'Open {level}-risk alerts for {account}, {as of}': ({ books, account, part }) =>
    books.openOf(account, part['level'] as Risk).length,
  'Members with alerts, {period}': (context) => alerted(context).size,
  'Members with {pattern} alerts, {period}': (context) =>
    alerted(context, (alert) => categoryOf(alert) === context.part['pattern']).size,
  'Members with their first alert, {period}': (context) => {
    const { books, days } = context;
    return [...alerted(context)].filter((account) =>
      books
        .validAlerts()
        .every((alert) => alert.account !== account || alert.risk === 'low' || alert.day >= days.firstDay),
    ).length;
  },
  'Amount of alert {id}': moneyOfAlert,
  'Amount of the alert': moneyOfAlert,
  'Day of alert {id}': (context) => alertIn(context).day,
  'Day of the alert': (context) => alertIn(context).day,
  'Alert number': (context) => String(alertIn(context).id),
  'Type of alert': (context) => nameOf(alertIn(context)),
  'Category of alerts': (context) =>
    nameIf(
      Object.values(PATTERNS).some(([, category]) => category === nameIn(context)),
      context,
    ),
  'What the rule looks for': (context) =>
    /alert \d/i.test(context.fact.source)
      ? nameOf(alertIn(context))
      : nameIf(
          Object.values(PATTERNS).some(([name]) => name === nameIn(context)),
          context,
        ),
  'What the rule measured': (context) =>
    nameIf(alertIn(context).evidence.figures?.some(({ label }) => label === nameIn(context)) ?? false, context),
  'Threshold: {figure}': figureOf('threshold'),
  '{figure}': (context) => (context.fact.source.startsWith('Evidence for alert') ? figureOf('value')(context) : null),

  Company: company,
  Lender: (context) => nameIf(LOANS.includes(context.books.kindOf(nameIn(context)) ?? ''), context),
  Member: member,
  'Member name': (context) => {
    const end = /ends in (\d{4})$/.exec(context.fact.source)?.[1];
    if (end === undefined) return member(context);
    const account = context.books.accountEnding(end);
    return nameIf(
      context.books.entries.some(
        (entry) => entry.account === account && `${entry.firstName} ${entry.lastName}` === nameIn(context),
      ),
      context,
    );
  },
  'Account number, last digits': ({ books, fact }) =>
    endOf(books.accountEnding(/ends in (\d{4})$/.exec(fact.source)?.[1] ?? '')),
  'Account, masked': (context) => {
    if (context.fact.source.startsWith('Alert')) return endOf(alertIn(context).account);
    const account = context.books.accountEnding(nameIn(context).slice(-4));
    const name = context.fact.source.replace('Account of ', '');
    return nameIf(
      context.books.entries.some(
        (entry) => entry.account === account && `${entry.firstName} ${entry.lastName}` === name,
      ),
      context,
    );
  },
  'SEC code': (context) =>
    nameIf(
      context.books.entries.some(({ sec }) => sec === nameIn(context)),
      context,
    ),
  Day: (context) => onlyDay(context),
  'Day of the {side}': (context) => onlyDay(context),
});

function alertCountOf(kind: string): Recount {
  return (context) => alertCount({ ...context, part: { ...context.part, alerts: kind } });
}
const naming = (books: RecountBooks, name: string) =>
  books
    .validAlerts()
    .filter(
      ({ risk, evidence }) => risk === 'high' && (evidence.companies ?? []).some(({ company: of }) => of === name),
    );
/** The day in the fact, if the ledger has activity on it. */
const onlyDay = ({ books, fact }: FactContext) =>
  fact.value.kind === 'day' && books.money.some(({ day }) => fact.value.kind === 'day' && day === fact.value.day)
    ? fact.value.day
    : 'not a day of the ledger';
