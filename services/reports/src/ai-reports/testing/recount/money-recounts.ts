import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import {
  compare,
  type Days,
  daysOf,
  inDays,
  isBankingDay,
  isReturnedDebit,
  LAST_DAYS,
  LOANS,
  lastWholeMonth,
  monthAfter,
  monthDays,
  type RecountBooks,
  type Side,
  sumOf,
  TRANSFER_WAYS,
  UNAUTHORIZED,
  WHOLE_LEDGER,
  YEAR,
} from './recount-books.ts';
import { AS_OF, type RawEntry } from './recount-entries.ts';
import {
  type FactContext,
  factIn,
  isComparable,
  least,
  monthOf,
  type Recount,
  rowsOf,
  table,
  yearBefore,
} from './report-recount.ts';

const SEC_CODES = ['PPD', 'WEB', 'CCD', 'TEL', 'CTX', 'IAT'];

export const sideIn = ({ part }: FactContext): Side => (/credit/i.test(part['side'] ?? '') ? 'Credit' : 'Debit');

/** The entries for the member or company in the label. */
function entriesOf({
  books,
  part,
  report,
  days,
}: Pick<FactContext, 'books' | 'part' | 'report' | 'days'>): readonly RawEntry[] | null {
  const who = part['who'] ?? '';
  const ending = /\*\*\*(\d{4})$/.exec(who)?.[1];
  const of = (accounts: readonly string[]) => accounts.flatMap((account) => books.moneyOf(account));
  const group = /^members (?:at|with) (low|medium|high) (risk|income)$/.exec(who);
  if (group !== null)
    return of(
      books.accounts.filter(
        (account) => (group[2] === 'risk' ? books.riskOf(account) : books.incomeBand(account)) === group[1],
      ),
    );
  const pair = /^(.+\*\*\*\d{4}) with (.+)$/.exec(who);
  if (pair !== null) {
    const company = pair[2];
    const own = entriesOf({ books, report, days, part: { ...part, who: pair[1] ?? '' } });
    return own?.filter((entry) => entry.company === company) ?? null;
  }
  if (ending !== undefined) {
    const own = books.moneyOf(books.accountEnding(ending));
    const company = /^(.+), \*\*\*\d{4}$/.exec(who)?.[1];
    return company !== undefined && books.companies.has(company)
      ? own.filter((entry) => entry.company === company)
      : own;
  }
  if (SEC_CODES.includes(who)) return books.money.filter(({ sec }) => sec === who);
  if (who === 'all members') return books.money;
  if (who === 'new members') return of(books.arrivedIn(days));
  if (who === 'VIP members') return of(books.vips());
  if (who === 'members gone quiet') return of(books.quietAfter(report.previous, report.period));
  if (who === 'the members listed')
    return of(mostCredited(books, days).slice(0, rowsOf(report, /^Members by credits/).length));
  if (who === 'the largest payers, combined') {
    const payers = books.money.filter(({ side, day }) => side === 'Credit' && inDays(day, days));
    const sums = [...Map.groupBy(payers, ({ company }) => company)].map(([company, own]) => ({
      company,
      cents: sumOf(own, 'Credit', days),
    }));
    const largest = sums
      .toSorted((a, b) => b.cents - a.cents)
      .slice(0, 5)
      .map(({ company }) => company);
    return books.money.filter(({ company }) => largest.includes(company));
  }
  return books.companies.has(who) ? books.moneyWith(who) : null;
}

/** Accounts by credits, largest first. */
export function mostCredited(books: RecountBooks, days: Days): string[] {
  return books.once(`credited ${days.firstDay} ${days.lastDay}`, () => {
    const sums = books.activeIn(days).map((account) => ({ account, cents: books.creditsOf(account, days) }));
    return sums
      .filter(({ cents }) => cents > 0)
      .toSorted((a, b) => b.cents - a.cents || compare(a.account, b.account))
      .map(({ account }) => account);
  });
}

const sum: Recount = (context) => {
  const entries = entriesOf(context);
  return entries === null ? null : sumOf(entries, sideIn(context), context.days);
};
const chosen = (context: FactContext) =>
  entriesOf(context)?.filter(({ side, day }) => side === sideIn(context) && inDays(day, context.days)) ?? null;
const onDay = (context: FactContext, days: Days) => {
  const entries = entriesOf(context);
  return entries === null ? null : sumOf(entries, sideIn(context), days);
};
const day = ({ part }: FactContext): Days => ({ firstDay: part['day'] ?? '', lastDay: part['day'] ?? '' });

/** Consecutive full months. */
function months(first: string, last: string): string[] {
  const found: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month, 1)) found.push(month);
  return found;
}
const meanOf = (numbers: readonly number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) / numbers.length);

/** Of the twelve months in a report, those that the ledger covers in full up to the end of the period. */
function wholeMonthsOf({ books, report }: FactContext): string[] {
  const end = least(report.period.lastDay, AS_OF);
  const shown = months(monthAfter(end.slice(0, 7), -11), lastWholeMonth(end));
  return shown.filter((month) => `${month}-01` >= books.firstDay);
}

/** The recounted values of the two facts in the source. */
export function operands(context: FactContext): [number, number] {
  const { fact, report } = context;
  const ids = fact.source.match(/F\d+/g) ?? [];
  const [left, right] = [ids[0], ids[1]].map((id) => {
    const operand = factIn(report, id ?? '');
    const counted = context.recountOf(operand);
    if (typeof counted !== 'number') throw new Error(`${operand.label} was not counted`);
    return counted;
  });
  return [left ?? 0, right ?? 0];
}
const subject = (label: string) => label.replaceAll(',', '').toLowerCase();

/** @throws when the source does not compare the same measure in two periods */
function sameThingBefore(context: FactContext): void {
  const { fact, report, part } = context;
  const [now, before] = (fact.source.match(/F\d+/g) ?? []).map((id) => factIn(report, id).label);
  const words = subject(part['what'] ?? '');
  if (
    now === undefined ||
    before === undefined ||
    !subject(now).startsWith(words) ||
    !subject(before).startsWith(words)
  )
    throw new Error(`"${fact.label}" compares "${now}" with "${before}"`);
}
const difference: Recount = (context) => {
  sameThingBefore(context);
  const [now, before] = operands(context);
  return now - before;
};
const growth: Recount = (context) => {
  sameThingBefore(context);
  const [now, before] = operands(context);
  return (now - before) / Math.abs(before);
};
const quotient = (context: FactContext): number => {
  const [part, whole] = operands(context);
  return part / whole;
};
/** The share, if the two facts are the ones named in the label. */
export function partOf(left: RegExp, right: RegExp): Recount {
  return (context) => {
    const ids = context.fact.source.match(/F\d+/g) ?? [];
    const [a, b] = ids.map((id) => factIn(context.report, id).label);
    if (!left.test(a ?? '') || !right.test(b ?? '')) throw new Error(`"${context.fact.label}" is "${a}" of "${b}"`);
    return quotient(context);
  };
}
const ofWhom: Recount = (context) => {
  const { fact, report, part } = context;
  const [own = '', all = ''] = (fact.source.match(/F\d+/g) ?? []).map((id) => factIn(report, id).label);
  if (!own.includes(part['who'] ?? '?') || !/^(Credits|Debits), /.test(all))
    throw new Error(`"${fact.label}" is "${own}" of "${all}"`);
  return quotient(context);
};

/** The reason codes of the returned debits. */
function returnsIn({ books, days }: FactContext): string[] {
  return books.entries
    .filter((entry) => isReturnedDebit(entry) && inDays(entry.day, days))
    .map(({ addenda }) => /R\d\d/.exec(addenda ?? '')?.[0] ?? '');
}

/** A company's sums in earlier periods of the same length, newest first. */
function periodsBefore(context: FactContext): number[] {
  const { books, report } = context;
  const length = daysOf(report.period);
  const number = Math.min(6, Math.floor((epochDay(report.period.firstDay) - epochDay(books.firstDay)) / length));
  const own = entriesOf(context) ?? [];
  return Array.from({ length: number }, (_, index) =>
    sumOf(own, sideIn(context), {
      firstDay: addDays(report.period.firstDay, -length * (index + 1)),
      lastDay: addDays(report.period.firstDay, -length * index - 1),
    }),
  );
}

/** Transfers to and from other institutions, through one route or all routes. */
const transfers = ({ books }: Pick<FactContext, 'books'>, way: string | null) =>
  books.once(`transfers ${way}`, () =>
    books.money.filter((entry) => (way === null ? books.wayOf(entry) !== null : books.wayOf(entry) === way)),
  );
const inOrOut = ({ part }: FactContext): Side => (part['direction']?.startsWith('in') ? 'Credit' : 'Debit');
const loans = ({ books }: Pick<FactContext, 'books'>, kind: string | null) =>
  books.once(`loans ${kind}`, () =>
    books.money.filter((entry) => (kind === null ? books.loanOf(entry) !== null : books.loanOf(entry) === kind)),
  );

/** Number of unlisted names whose sums on one side changed, or that have any sum if nothing is compared. */
function changedBeyond(context: FactContext, by: 'company' | 'account', caption: RegExp): number {
  const { books, report } = context;
  const own = books.money.filter(({ side }) => side === sideIn(context));
  const changed = [...Map.groupBy(own, (entry) => entry[by]).values()].filter((entries) => {
    const now = sumOf(entries, sideIn(context), report.period);
    return now !== (isComparable(books, report) ? sumOf(entries, sideIn(context), report.previous) : 0);
  });
  return changed.length - rowsOf(report, caption).length;
}

const countOf: Recount = (context) => chosen(context)?.length ?? null;

/** Recounts of sums, counts and derived figures. */
export const MONEY = table({
  'Net flow, {period}': ({ books, days }) => sumOf(books.money, 'Credit', days) - sumOf(books.money, 'Debit', days),
  'Net flow, {month}': ({ books, days }) => sumOf(books.money, 'Credit', days) - sumOf(books.money, 'Debit', days),
  '{side}, {period}': (context) => sumOf(context.books.money, sideIn(context), context.days),
  '{side}, {month}': (context) => sumOf(context.books.money, sideIn(context), context.days),
  '{side}, {day}': (context) => sumOf(context.books.money, sideIn(context), day(context)),
  'Number of {side}, {period}': (context) =>
    context.books.money.filter(({ side, day: on }) => side === sideIn(context) && inDays(on, context.days)).length,
  'Entries, {period}': ({ books, days }) => books.entries.filter((entry) => inDays(entry.day, days)).length,
  'Entries that moved no money, {period}': ({ books, days }) =>
    books.entries.filter((entry) => inDays(entry.day, days)).length -
    books.money.filter((entry) => inDays(entry.day, days)).length,
  'Entries without a date': ({ books }) => books.entries.filter((entry) => entry.day === '').length,
  'Average {kind}, {period}': ({ books, days, part }) => {
    const own = books.money.filter(({ side, day: on }) => side.toLowerCase() === part['kind'] && inDays(on, days));
    return meanOf(own.map(({ cents }) => cents));
  },
  'Banking days, {period}': ({ days }) => {
    let count = 0;
    for (let on = days.firstDay; on <= days.lastDay; on = addDays(on, 1)) {
      if (isBankingDay(on)) count += 1;
    }
    return count;
  },
  '{side} in an average month, {month} to {last month}': (context) =>
    meanOf(
      months(monthOf(context.part['month'] ?? ''), monthOf(context.part['to'] ?? '')).map((month) =>
        sumOf(context.books.money, sideIn(context), monthDays(month)),
      ),
    ),
  '{side} in an average month without {month}': (context) => {
    const own = wholeMonthsOf(context)
      .slice(-Math.min(3, wholeMonthsOf(context).length))
      .filter((month) => month !== monthOf(context.part['month'] ?? ''));
    return meanOf(own.map((month) => sumOf(context.books.money, sideIn(context), monthDays(month))));
  },
  '{side} in an average month other than {month}': (context) => {
    const others = wholeMonthsOf(context).filter((month) => month !== monthOf(context.part['month'] ?? ''));
    return meanOf(others.map((month) => sumOf(context.books.money, sideIn(context), monthDays(month))));
  },
  '{side} for {who} in an average month other than {month}': (context) => {
    const own = entriesOf(context) ?? [];
    const others = wholeMonthsOf(context).filter((month) => month !== monthOf(context.part['month'] ?? ''));
    return meanOf(others.map((month) => sumOf(own, sideIn(context), monthDays(month))));
  },
  'Months in a row that {side} went {way}': (context) => {
    const { books, report, part } = context;
    const last = lastWholeMonth(least(report.period.lastDay, AS_OF));
    const whole = months(books.firstDay.slice(0, 7), last).filter((month) => `${month}-01` >= books.firstDay);
    const sums = whole.map((month) => sumOf(books.money, sideIn(context), monthDays(month)));
    const rises = sums.slice(1).map((cents, at) => Math.sign(cents - (sums[at] ?? 0)));
    const stop = rises.findLastIndex((way) => way !== (part['way'] === 'up' ? 1 : -1));
    return rises.length - 1 - stop;
  },
  'Returned debits, {period}': (context) => returnsIn(context).length,
  'Debits returned as unauthorized, {period}': (context) =>
    returnsIn(context).filter((code) => UNAUTHORIZED.includes(code)).length,
  'Debits returned with {code}, {period}': (context) =>
    returnsIn(context).filter((code) => code === context.part['code']).length,
  'International entries, {period}': ({ books, days }) =>
    books.money.filter(({ sec, day: on }) => sec === 'IAT' && inDays(on, days)).length,
  'International {side}, {period}': (context) =>
    sumOf(
      context.books.money.filter(({ sec }) => sec === 'IAT'),
      sideIn(context),
      context.days,
    ),
  'External transfers, {direction}, {period}': (context) =>
    sumOf(transfers(context, null), inOrOut(context), context.days),
  'Transfers through {company}, debits less credits, {period}': (context) => {
    const own = transfers(context, null).filter(({ company }) => company === context.part['company']);
    return sumOf(own, 'Debit', context.days) - sumOf(own, 'Credit', context.days);
  },
  'Transfers through {company}, {direction}, {period}': (context) =>
    sumOf(
      transfers(context, null).filter(({ company }) => company === context.part['company']),
      inOrOut(context),
      context.days,
    ),
  'Transfers {direction} {account}, {period}': (context) =>
    sumOf(
      transfers(context, null).filter(({ account }) => account === context.account),
      inOrOut(context),
      context.days,
    ),
  'Counterparty type and purpose unknown, {direction}, {period}': (context) =>
    sumOf(
      context.books.money.filter((entry) => context.books.isUnclassified(entry)),
      inOrOut(context),
      context.days,
    ),
  'External transfers, out less in': (context) => {
    const [out, back] = operands(context);
    return out - back;
  },
  'First use, {way}, {period}': (context) => {
    const firsts = new Map<string, string>();
    const way = (context.part['way'] ?? '').replace(/^./, (first) => first.toUpperCase());
    for (const { account, day: on } of transfers(context, way).filter((entry) => inDays(entry.day, WHOLE_LEDGER)))
      firsts.set(account, least(on, firsts.get(account) ?? on));
    return [...firsts.values()].filter((on) => inDays(on, context.days)).length;
  },
  'Other companies with transfers out, {period}': (context) => {
    const { books, report } = context;
    const changed = [...Map.groupBy(transfers(context, null), ({ company }) => company).values()].filter(
      (own) =>
        sumOf(own, 'Debit', report.period) !== (isComparable(books, report) ? sumOf(own, 'Debit', report.previous) : 0),
    );
    return (
      changed.length -
      rowsOf(report, /^(Largest changes in transfers out|Largest transfers out|Transfers out), by company/).length
    );
  },
  'Paid to other lenders, {period}': (context) => sumOf(loans(context, null), 'Debit', context.days),
  'Paid to payday lenders, {period}': (context) => sumOf(loans(context, 'payday loan'), 'Debit', context.days),
  'Paid to lenders, {kind}, {period}': (context) =>
    sumOf(loans(context, context.part['kind'] ?? ''), 'Debit', context.days),
  'Paid to {company}, {period}': (context) =>
    sumOf(
      loans(context, null).filter(({ company }) => company === context.part['company']),
      'Debit',
      context.days,
    ),
  'Members with their first payday lender entry in the period, {period}': (context) =>
    [...Map.groupBy(loans(context, 'payday loan'), ({ account }) => account).values()].filter((own) =>
      inDays(own.map(({ day: on }) => on).toSorted()[0] ?? '', context.days),
    ).length,
  'Loan type for {company}': ({ books, part }) =>
    LOANS.find((kind) => kind === books.kindOf(part['company'] ?? '')) ?? null,
  'Other companies with {side}, {period}': (context) =>
    changedBeyond(context, 'company', new RegExp(`^(Largest changes in|Largest) ${context.part['side']},? by company`)),
  'Other members with {side}, {period}': (context) =>
    changedBeyond(context, 'account', new RegExp(`^(Largest changes in|Largest) ${context.part['side']},? by member`)),
  '{way}, {direction}, {period}': (context) =>
    TRANSFER_WAYS.includes(context.part['way'] ?? '')
      ? sumOf(transfers(context, context.part['way'] ?? ''), inOrOut(context), context.days)
      : null,
  'Previous-period credits for members gone quiet, {period}': ({ books, report, days }) =>
    books
      .quietAfter(report.previous, report.period)
      .reduce((cents, account) => cents + books.creditsOf(account, days), 0),
  'Credits over the year, VIP members, {as of}': ({ books }) =>
    books.vips().reduce((cents, account) => cents + books.creditsOf(account, YEAR), 0),
  'Credits over the year, all members, {as of}': ({ books }) => sumOf(books.money, 'Credit', YEAR),
  'Credits in the last 30 days for {account}, {as of}': ({ books, account }) => books.creditsOf(account, LAST_DAYS),
  'Credits and debits for {who}, number, {period}': (context) =>
    entriesOf(context)?.filter(({ day: on }) => inDays(on, context.days)).length ?? null,
  'Entries for {who}, {period}': (context) =>
    entriesOf(context)?.filter(({ day: on }) => inDays(on, context.days)).length ?? null,
  'Credits and debits for {company}, {period}': ({ books, part, days }) => {
    const own = books.money.filter(({ company }) => company === part['company']);
    return sumOf(own, 'Credit', days) + sumOf(own, 'Debit', days);
  },
  'Credits for {company}, {account}, difference, {period}': ({ books, part, account, report }) => {
    const own = books.moneyOf(account).filter(({ company }) => company === part['company']);
    return sumOf(own, 'Credit', report.period) - sumOf(own, 'Credit', report.previous);
  },
  '{side} for {who}, a day, {period}': (context) => {
    const own = chosen(context);
    return own === null
      ? null
      : Math.round(sumOf(own, sideIn(context), context.days) / new Set(own.map(({ day: on }) => on)).size);
  },
  '{side} for {who}, maximum of the previous periods': (context) => Math.max(...periodsBefore(context)),
  '{side} for {who}, average of the previous periods': (context) => meanOf(periodsBefore(context)),
  'Periods of the same length that are compared': ({ books, report }) =>
    Math.min(6, Math.floor((epochDay(report.period.firstDay) - epochDay(books.firstDay)) / daysOf(report.period))),
  '{side} for {who}, highest day in the year before {day}': (context) => {
    const own = (entriesOf(context) ?? []).filter(({ side }) => side === sideIn(context));
    const year = yearBefore(context.part['day'] ?? '');
    const days = Map.groupBy(
      own.filter((entry) => inDays(entry.day, year)),
      (entry) => entry.day,
    );
    return Math.max(...[...days.values()].map((entries) => sumOf(entries, sideIn(context), year)));
  },
  '{side} for {who}, number, {period}': countOf,
  '{side} for {who}, {period}': sum,
  '{side} from {who}, {period}': sum,
  '{side} for {who}, {month}': sum,
  '{side} for {who}, {day}': (context) => onDay(context, day(context)),
  'Number of {side} for {who}, {period}': countOf,
  'Days with {side} for {who}, {period}': (context) => {
    const own = chosen(context);
    return own === null ? null : new Set(own.map(({ day: on }) => on)).size;
  },
  'Share of the total change, {who}': (context) => {
    const { fact, report, part } = context;
    const [own = '', all = ''] = (fact.source.match(/F\d+/g) ?? []).map((id) => factIn(report, id).label);
    const side = /^(Credits|Debits) /.exec(own)?.[1];
    if (side === undefined || !own.includes(part['who'] ?? '?') || all !== `${side}, change`)
      throw new Error(`"${fact.label}" is "${own}" of "${all}"`);
    return quotient(context);
  },
  'Share of total, {who}': ofWhom,
  'Share of all credits, largest payers': partOf(/^Credits from the largest payers, combined/, /^Credits, /),
  'Share of all credits, members with {band} income': partOf(
    /^Credits for members with (low|medium|high) income/,
    /^Credits for all members/,
  ),
  'Share of all credits, {who}': ofWhom,
  'Share of all credits that were transfers in': partOf(/^External transfers, in/, /^Credits, /),
  'Share of all debits that were transfers out': partOf(/^External transfers, out/, /^Debits, /),
  'Share of all credits that went to new members': partOf(/^Credits for new members/, /^Credits, /),
  'Share of all credits that the members listed received': partOf(/^Credits for the members listed/, /^Credits, /),
  'Share of all credits that the first member received': partOf(/^Credits for \*\*\*/, /^Credits, /),
  'Share of the year’s credits that VIP members received': partOf(
    /^Credits over the year, VIP members/,
    /^Credits over the year, all members/,
  ),
  'Share of all members at {level} risk': partOf(/^Members at (low|medium|high) risk/, /^Members, as of/),
  'Returned debits, share of all debits': partOf(/^Returned debits/, /^Number of debits/),
  'Bills minus income': (context) => {
    const [bills, income] = operands(context);
    return bills - income;
  },
  'Recent credits for {account} compared with the usual month': ({ books, account }) => {
    const usual = books.usualMonth(account) ?? 0;
    return (books.creditsOf(account, LAST_DAYS) - usual) / usual;
  },
  '{what}, change compared with the previous period': growth,
  '{what}, difference': difference,
  '{what}, change': (context) => (context.fact.source.includes('÷') ? growth(context) : difference(context)),
});
