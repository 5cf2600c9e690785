import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import {
  compare,
  type Days,
  daysOf,
  inDays,
  isBankingDay,
  isReturnedDebit,
  LOANS,
  monthAfter,
  PATTERNS,
  type RecountBooks,
  type Side,
  sumOf,
  TRANSFER_WAYS,
  UNAUTHORIZED,
  WHOLE_LEDGER,
  YEAR,
} from './recount-books.ts';
import { AS_OF, type RawEntry } from './recount-entries.ts';
import { type FactContext, isComparable, type Recount, table, yearBefore } from './report-recount.ts';

const always =
  (expected: number | string): Recount =>
  () =>
    expected;
const nameIn = ({ fact }: FactContext) => (fact.value.kind === 'name' ? fact.value.name : '');
const oneOf =
  (names: readonly string[]): Recount =>
  (context) =>
    names.includes(nameIn(context)) ? nameIn(context) : `none of ${names.join(', ')}`;
const SIDES: readonly Side[] = ['Credit', 'Debit'];

/** The month in the fact, if it is one of the 24 through the end of the period. */
const aMonth: Recount = ({ fact, report }) => {
  const month = fact.value.kind === 'month' ? fact.value.month : '';
  const last = report.period.lastDay.slice(0, 7);
  return month <= last && month > monthAfter(last, -24) ? month : 'no month of the report';
};

/** The guidance behind each rule in the detection catalog. */
const GUIDANCE: Readonly<Record<string, string>> = {
  'Velocity Anomaly': 'Nacha, risk management topics, fraud monitoring (2026)',
  'Test then Large': 'Nacha, Micro-Entries rule (2022, 2023)',
  Structuring: '31 CFR 1010.314 and 1010.100(xx)',
  'Round-Amount Structuring': '31 CFR 1010.314 and 1010.100(xx)',
  'Account Takeover': 'FinCEN FIN-2011-A016, account takeover activity',
  'New Companies': 'FinCEN FIN-2011-A016, account takeover activity',
  'Timing Anomaly': 'Federal Reserve, FedACH settlement days',
  'Kiting Pattern': 'Bankers Online, steps to prove check kiting',
  'Unauthorized ACH': 'Nacha Operating Rules, return rate levels',
  'BEC Pattern': 'FinCEN FIN-2016-A003 and FIN-2019-A005',
  'Urgency Flag': 'FinCEN FIN-2016-A003 and FIN-2019-A005',
  'Mule Activity': 'FinCEN FIN-2020-A003',
  'High-Volume Mule': 'FinCEN FIN-2020-A003',
  'Dormant Reactivation': 'FFIEC BSA/AML manual, appendix F',
  'High-Risk Pattern': 'FFIEC BSA/AML manual, Automated Clearing House',
  'Large Credit': 'FFIEC BSA/AML manual, Automated Clearing House',
  'Frequent Debits': 'Nacha, risk management topics, fraud monitoring (2026)',
  'Multiple Companies': 'FFIEC BSA/AML manual, appendix F',
  'Reversal Pattern': 'Nacha Operating Rules, reversing entries',
  'Unusual Pattern': 'Nacha, risk management topics, fraud monitoring (2026)',
  'Weekend Only': 'Federal Reserve, FedACH processing days',
};

const reviewedIn = ({ books, days }: FactContext) =>
  books.validAlerts().filter(({ day, reviewed }) => reviewed && inDays(day, days));
const decided =
  (outcome: string): Recount =>
  (context) =>
    reviewedIn(context).filter((alert) => alert.outcome === outcome).length;
const mayBeReported = (books: RecountBooks) =>
  books.validAlerts().filter(({ outcome }) => outcome === 'suspicious' || outcome === 'escalated');

/** Daily sums for one side (credits or debits). */
function byDay(entries: readonly RawEntry[], side: Side): Map<string, number> {
  const days = new Map<string, number>();
  for (const entry of entries) if (entry.side === side) days.set(entry.day, (days.get(entry.day) ?? 0) + entry.cents);
  return days;
}

/**
 * Of the 300 largest account days per direction, those more than three times the largest day of the year
 * before, if that year had five or more days.
 */
export function outstandingPayments({
  books,
  report,
}: Pick<FactContext, 'books' | 'report'>): { account: string; day: string; cents: number }[] {
  return books.once(`payments ${report.period.firstDay} ${report.period.lastDay}`, () =>
    SIDES.flatMap((side) => {
      const days = books.accounts.flatMap((account) =>
        [...byDay(books.moneyOf(account), side)].map(([day, cents]) => ({ account, day, cents })),
      );
      const largest = days
        .filter(({ day }) => inDays(day, report.period))
        .toSorted((a, b) => b.cents - a.cents || compare(a.account, b.account) || compare(a.day, b.day))
        .slice(0, 300);
      return largest.filter(({ account, day, cents }) => {
        const before = days.filter((other) => other.account === account && inDays(other.day, yearBefore(day)));
        return before.length >= 5 && before.every((other) => cents > 3 * other.cents);
      });
    }),
  );
}

/** Companies with at least twice the sum of any comparable period, and companies that stopped. */
function outstandingCompanies({ books, report }: FactContext): number {
  const length = daysOf(report.period);
  const periods = Math.min(6, Math.floor((epochDay(report.period.firstDay) - epochDay(books.firstDay)) / length));
  if (periods < 3) return 0;
  const found = new Set<string>();
  for (const side of SIDES)
    for (const [company, own] of Map.groupBy(books.money, (entry) => entry.company)) {
      const now = sumOf(own, side, report.period);
      const before = Array.from({ length: periods }, (_, index) =>
        sumOf(own, side, {
          firstDay: addDays(report.period.firstDay, -length * (index + 1)),
          lastDay: addDays(report.period.firstDay, -length * index - 1),
        }),
      );
      const active = before.filter((cents) => cents > 0).length;
      const risen = now > 2 * Math.max(...before) && now >= 100_000 && active > 1;
      const stopped = now === 0 && active === periods && before.reduce((sum, one) => sum + one, 0) / periods >= 100_000;
      if (risen || stopped) found.add(company);
    }
  return found.size;
}

/** Days above 1.5 times the same weekday in 12 earlier weeks and the same day (+/- 2) in 6 earlier months. */
function outstandingDays({ books, report }: FactContext): number {
  let count = 0;
  for (const side of SIDES) {
    const sums = byDay(books.money, side);
    for (const [day, cents] of sums) {
      if (!inDays(day, report.period)) continue;
      const others = new Set<string>();
      for (let week = 1; week <= 12; week += 1) others.add(addDays(day, -7 * week));
      for (let month = 1; month <= 6; month += 1)
        for (let near = -2; near <= 2; near += 1)
          others.add(addDays(`${monthAfter(day.slice(0, 7), -month)}-01`, Number(day.slice(8)) - 1 + near));
      const comparable = [...others]
        .filter((other) => other < day)
        .map((other) => sums.get(other) ?? 0)
        .filter((sum) => sum > 0);
      if (comparable.length >= 6 && cents > 1.5 * Math.max(...comparable)) count += 1;
    }
  }
  return count;
}

/** One account per reason. If an account is already chosen, the next one is used. */
export function accountsLookedAt({ books, report }: Pick<FactContext, 'books' | 'report'>): string[] {
  const by = (size: (account: string) => number, atBest: (account: string) => number = () => 0) =>
    books.accounts
      .map((account) => ({ account, size: size(account), best: atBest(account) }))
      .filter((one) => one.size > 0)
      .toSorted((a, b) => b.size - a.size || b.best - a.best || compare(a.account, b.account))
      .map(({ account }) => account);
  const change = (account: string) =>
    books.creditsOf(account, report.period) - books.creditsOf(account, report.previous);
  const sent = (account: string) =>
    sumOf(
      books.moneyOf(account).filter((entry) => books.wayOf(entry) !== null),
      'Debit',
      report.period,
    );
  const lists = [
    by(
      (account) => books.openOf(account, 'high').length,
      (account) => Math.max(0, ...books.openOf(account, 'high').map(({ cents }) => cents)),
    ),
    ...(isComparable(books, report)
      ? [by(change), by((account) => -change(account))]
      : [by((account) => books.creditsOf(account, report.period))]),
    by(sent),
    by((account) => books.moneyOf(account).filter(({ day }) => inDays(day, report.period)).length),
  ];
  const chosen: string[] = [];
  for (const list of lists) {
    const next = list.find((account) => !chosen.includes(account));
    if (next !== undefined) chosen.push(next);
  }
  return chosen;
}

const LINES: Readonly<Record<string, string>> = {
  'COINBAY CRYPTO': 'cryptocurrency',
  'BITHARBOR CRYPTO': 'cryptocurrency',
  'LUCKYSPIN CASINO': 'gambling',
  'BETARENA SPORTS': 'gambling',
  'Q MONEY TRANSFER': 'money remittance',
  'PAYDAY FAST CASH': 'payday or cash advance',
  'ACE CASH EXPRESS': 'payday or cash advance',
};
const SIXTY_DAYS: Days = { firstDay: addDays(AS_OF, -59), lastDay: AS_OF };
const NINETY_DAYS: Days = { firstDay: addDays(AS_OF, -89), lastDay: AS_OF };

/** Company page flags with their risk, most severe first. */
export function flagsOf(books: RecountBooks, company: string): { flag: string; risk: 'high' | 'medium' | 'low' }[] {
  const own = books.entries.filter((entry) => entry.company === company && inDays(entry.day, WHOLE_LEDGER));
  const money = books.money.filter((entry) => entry.company === company && inDays(entry.day, WHOLE_LEDGER));
  const first = own.map(({ day }) => day).toSorted()[0] ?? AS_OF;
  const isAfterWarmUp = epochDay(first) >= epochDay(books.firstDay) + 45;
  const members = new Set(own.map(({ account }) => account)).size;
  const flags: { flag: string; risk: 'high' | 'medium' | 'low' }[] = [];
  const add = (risk: 'high' | 'medium' | 'low', flag: string) => flags.push({ risk, flag });

  const debits = (days: Days) => money.filter(({ side, day }) => side === 'Debit' && inDays(day, days));
  const codes = own
    .filter((entry) => isReturnedDebit(entry) && inDays(entry.day, SIXTY_DAYS))
    .map(({ addenda }) => /R\d\d/.exec(addenda ?? '')?.[0] ?? '');
  const all = Math.max(debits(SIXTY_DAYS).length, codes.length);
  const unauthorized = codes.filter((code) => UNAUTHORIZED.includes(code)).length;
  const rate = (100 * unauthorized) / all;
  if ((unauthorized >= 3 && rate > 0.5) || (unauthorized >= 2 && rate >= 10))
    add('high', `Unauthorized return rate ${rate.toFixed(1)}% (limit 0.5%)`);

  const firstDebits = [
    ...Map.groupBy(
      money.filter(({ side }) => side === 'Debit'),
      ({ account }) => account,
    ).values(),
  ].map((debited) => debited.map(({ day }) => day).toSorted()[0] ?? '');
  const atOnce = firstDebits.filter((day) => day < addDays(first, 3)).length;
  if (isAfterWarmUp && first > addDays(AS_OF, -90) && atOnce >= 5 && atOnce >= 0.8 * firstDebits.length)
    add('high', `Debited ${atOnce} accounts within 3 days of first appearing`);

  const alerted = books
    .validAlerts()
    .filter(
      ({ risk, day, outcome, evidence }) =>
        risk === 'high' &&
        inDays(day, NINETY_DAYS) &&
        outcome !== 'false_positive' &&
        outcome !== 'explained' &&
        (evidence.companies ?? []).some((one) => one.company === company),
    );
  const inAlerts = new Set(alerted.map(({ account }) => account)).size;
  if (inAlerts >= 3 && 10 * inAlerts >= members) add('high', `In high-risk alerts for ${inAlerts} members`);

  const administrative = codes.filter((code) => ['R02', 'R03', 'R04'].includes(code)).length;
  if (administrative >= 5 && 100 * administrative > 3 * all)
    add('medium', `Administrative return rate ${((100 * administrative) / all).toFixed(1)}% (limit 3%)`);
  if (codes.length >= 5 && 100 * codes.length > 15 * all)
    add('medium', `Overall return rate ${((100 * codes.length) / all).toFixed(1)}% (limit 15%)`);
  if (isAfterWarmUp && first > addDays(AS_OF, -60) && members >= 5)
    add('medium', `New originator, many members at once (${members} since ${first})`);
  if (LINES[company] !== undefined) add('medium', `High-risk line of business (${LINES[company]})`);
  if (own.some(({ sec, day }) => sec === 'IAT' && inDays(day, NINETY_DAYS)))
    add('medium', 'International entries (IAT)');
  const lately = debits(NINETY_DAYS);
  const weekend = lately.filter(({ day }) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())).length;
  if (lately.length >= 5 && 2 * weekend > lately.length)
    add('medium', `Debits mostly on weekends (${((100 * weekend) / lately.length).toFixed(1)}%)`);
  const amounts = money.filter(({ day }) => inDays(day, NINETY_DAYS)).map(({ cents }) => cents);
  const peak = (Math.max(...amounts) * amounts.length) / amounts.reduce((sum, cents) => sum + cents, 0);
  if (amounts.length >= 20 && peak >= 5) add('low', `Peak transaction ${Math.round(peak)}x average`);
  return flags;
}

/** A company's relationship value, computed with the formula from the company list. */
function scoreOf(books: RecountBooks, company: string): number {
  const own = books.entries.filter((entry) => entry.company === company && inDays(entry.day, WHOLE_LEDGER));
  const money = books.money.filter((entry) => entry.company === company);
  const days = [...new Set(own.map(({ day }) => day))].toSorted();
  const held = (share: number) => Math.min(1, Math.max(0, share));
  const logs = (value: number, full: number) => held(Math.log(1 + value) / Math.log(1 + full));
  const monthly = (side: Side) => Math.round(sumOf(money, side, YEAR) / 12) / 100;
  const first = days[0] ?? AS_OF;
  const running = AS_OF.slice(0, 7);
  const months: string[] = [];
  for (let month = running; months.length < 12 && month >= first.slice(0, 7); month = monthAfter(month, -1))
    months.push(month);
  const active = months.filter((month) => days.some((day) => day.startsWith(month)));
  const counted = months.filter((month) => month !== running || active.includes(month));
  const gaps: number[] = [];
  const lookedAt = days.filter((day) => day >= `${months.at(-1)}-01`);
  for (const [at, day] of lookedAt.slice(1).entries()) {
    let gap = 0;
    for (let on = addDays(lookedAt[at] ?? day, 1); on <= day; on = addDays(on, 1)) if (isBankingDay(on)) gap += 1;
    if (gap > 0) gaps.push(gap);
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length) / mean;
  const regularity = gaps.length < 2 ? 0 : (active.length / counted.length) * (1 - held(variation));
  const codes = own.filter((entry) => isReturnedDebit(entry) && inDays(entry.day, SIXTY_DAYS)).length;
  const debits = money.filter(({ side, day }) => side === 'Debit' && inDays(day, SIXTY_DAYS)).length;
  const [worst] = flagsOf(books, company).map(({ risk }) => risk);
  const points =
    30 * logs(new Set(own.map(({ account }) => account)).size, 50) +
    25 * Math.max(logs(monthly('Credit'), 100_000), 0.5 * logs(monthly('Debit'), 100_000)) +
    20 * regularity +
    10 * held(((epochDay(days.at(-1) ?? first) - epochDay(first)) * 12) / 365 / 12) +
    15 * (1 - held(codes === 0 ? 0 : (100 * codes) / Math.max(debits, codes) / 15));
  return Math.round(Math.max(0, points - (worst === 'high' ? 40 : worst === 'medium' ? 15 : 0)));
}

/** Companies with activity in the period and a flag above informational, sorted by risk and then by size. */
export function flaggedCompanies(books: RecountBooks, days: Days): string[] {
  const moved = Map.groupBy(
    books.money.filter(({ day }) => inDays(day, days)),
    ({ company }) => company,
  );
  const flagged = [...moved].map(([company, own]) => ({
    company,
    risks: flagsOf(books, company).map(({ risk }) => risk),
    cents: own.reduce((sum, { cents }) => sum + cents, 0),
  }));
  const rank = (risks: readonly string[]) => (risks.includes('high') ? 2 : risks.includes('medium') ? 1 : 0);
  return flagged
    .filter(({ risks }) => rank(risks) > 0)
    .toSorted((a, b) => rank(b.risks) - rank(a.risks) || b.cents - a.cents)
    .map(({ company }) => company);
}

/**
 * Recounts of facts about the report itself, outliers, decisions and companies, and of limits in its text.
 */
export const REPORT = table({
  'First day of the period': ({ report }) => report.period.firstDay,
  'Last day of the period': ({ report }) => report.period.lastDay,
  'First day of the previous period': ({ report }) => report.previous.firstDay,
  'Last day of the previous period': ({ report }) => report.previous.lastDay,
  'First day of the ledger': ({ books }) => books.firstDay,
  'Newest posting day': always(AS_OF),
  'Month in the chart': aMonth,
  Month: aMonth,
  'Month with entries': aMonth,
  'Imports in the ledger': always(2),
  'Rejected rows': always(0),

  'Alerts reviewed as suspicious or escalated, {period}': (context) =>
    reviewedIn(context).filter((alert) => mayBeReported(context.books).includes(alert)).length,
  'Alerts reviewed, escalated, {period}': decided('escalated'),
  'Alerts reviewed, explained, {period}': decided('explained'),
  'Alerts reviewed, false positive, {period}': decided('false_positive'),
  'Alerts reviewed, suspicious, {period}': decided('suspicious'),
  'Alerts that may require a report': ({ books }) => mayBeReported(books).length,
  'Alerts past the reporting deadline, {as of}': ({ books }) =>
    mayBeReported(books).filter(({ raised }) => addDays(raised.slice(0, 10), 30) < AS_OF).length,
  'Due date for a report on alert {id}': ({ books, part }) => {
    const alert = mayBeReported(books).find(({ id }) => id === Number(part['id']));
    return alert === undefined ? 'no report is due' : addDays(alert.raised.slice(0, 10), 30);
  },
  'Days from alert to review, on average, {period}': (context) => {
    const waits = reviewedIn(context).map(
      ({ raised, reviewedAt }) => (Date.parse(reviewedAt ?? raised) - Date.parse(raised)) / 86_400_000,
    );
    return waits.reduce((sum, days) => sum + days, 0) / waits.length;
  },
  'False-positive rate, {period}': (context) => {
    const outcomes = reviewedIn(context).map(({ outcome }) => outcome);
    const wrong = outcomes.filter((outcome) => outcome === 'false_positive' || outcome === 'explained').length;
    return Math.round((1000 * wrong) / outcomes.length) / 1000;
  },

  'What stands out, member payments, {period}': (context) => outstandingPayments(context).length,
  'Payments without an alert, {period}': (context) =>
    outstandingPayments(context).filter(({ account, day }) =>
      context.books
        .validAlerts()
        .every((alert) => alert.account !== account || Math.abs(epochDay(alert.day) - epochDay(day)) > 30),
    ).length,
  'What stands out, companies, {period}': outstandingCompanies,
  'What stands out, days, {period}': outstandingDays,
  'Accounts reviewed, {period}': (context) => accountsLookedAt(context).length,

  'Flagged companies that moved money, {period}': ({ books, days }) => flaggedCompanies(books, days).length,
  'Flags for {company}': ({ books, part }) =>
    flagsOf(books, part['company'] ?? '')
      .map(({ flag }) => flag)
      .join('; '),
  'Partnership score for {company}': ({ books, part }) => scoreOf(books, part['company'] ?? ''),
  'Transfer channel': oneOf(TRANSFER_WAYS),
  'Loan type': oneOf(LOANS),
  'Return reason code': (context) =>
    oneOf(context.books.entries.map(({ addenda }) => /R\d\d/.exec(addenda ?? '')?.[0] ?? ''))(context),
  'Days since the activity': oneOf(['Up to 7 days', 'Up to 30 days', 'Up to 90 days', 'Over 90 days']),
  'Guidance behind the rule, {pattern}': ({ part }) => GUIDANCE[part['pattern'] ?? ''] ?? 'a rule without guidance',
  'What the rules look for': (context) => {
    const { books, fact, report } = context;
    const name = fact.source.replace('Alerts for ', '');
    const accounts = new Set(
      books.entries
        .filter(({ firstName, lastName }) => `${firstName} ${lastName}` === name)
        .map(({ account }) => account),
    );
    // Members with the same name may each have alerts, so those on any one of their accounts match.
    const patterns = [...accounts].map((account) =>
      [
        ...new Set(
          books
            .validAlerts()
            .filter((alert) => alert.account === account && inDays(alert.day, report.period))
            .map(({ type }) => PATTERNS[type]?.[0] ?? type),
        ),
      ]
        .toSorted()
        .join(', '),
    );
    const expected = nameIn(context).split(', ').toSorted().join(', ');
    return patterns.includes(expected) ? nameIn(context) : patterns.join(' or ');
  },
  'Decisions that the figures call for': ({ report }) =>
    report.document.sections.filter(({ blocks }) =>
      blocks.some(
        (block) =>
          block.kind === 'paragraph' &&
          block.spans
            .map(({ text }) => text)
            .join('')
            .startsWith('How to measure success:'),
      ),
    ).length,
  'Number of largest payers combined': always(5),
  'Days to file a suspicious activity report': always(30),
  'Days of ledger history needed to identify a new member': always(60),
  'Days compared with the usual month': always(30),
  'Days for which a confirmed high-risk alert keeps the member at medium risk': always(180),
  'Days for which an open high-risk alert puts the member at high risk': always(90),
  'Days since the last entry, moderate': always(90),
  'Days since the last entry, recent': always(30),
  'Days in the return rate window': always(60),
  'Categories of open medium-risk alerts that equal a high-risk alert': always(3),
  'Difference up to which a month counts as usual': always(0.25),
  'Maximum share of income for bills': always(0.6),
  'Minimum monthly income': always(300_000),
  'Minimum monthly income, {band}': ({ part }) =>
    ({ low: 0, medium: 300_000, high: 700_000 })[part['band'] ?? ''] ?? null,
  'Months with credits needed for regular credits': always(6),
  'Months with credits needed for a regular member': always(6),
  'Maximum shortfall below the median in any month': always(0.25),
  'Share of credits examined': always(0.5),
  'Share of income above which bills are shown in red': always(0.8),
  'Rule against discrimination in lending': always('12 CFR 1002.4'),
  'Rule on public assistance income': always('12 CFR 1002.6(b)(5)'),
  'Rule on adverse action notices': always('12 CFR 1002.9'),
  'Full months of steady income required': always(6),
  'Full months averaged': always(3),
});
