import { addDays, epochDay } from '@clearwatch/domain/calendar/day';
import {
  type Books,
  compare,
  type Days,
  daysOf,
  inDays,
  isBankingDay,
  isReturnedDebit,
  LOANS,
  lastWholeMonth,
  monthAfter,
  monthDays,
  type Side,
  sumOf,
  TRANSFER_WAYS,
  UNAUTHORIZED,
} from './books.ts';
import { AS_OF, type RawEntry } from './raw-entries.ts';
import {
  type Asking,
  factIn,
  isComparable,
  least,
  monthOf,
  type Recount,
  recount,
  rowsOf,
  table,
  yearBefore,
} from './recounts.ts';

const SEC_CODES = ['PPD', 'WEB', 'CCD', 'TEL', 'CTX', 'IAT'];

export const sideIn = ({ part }: Asking): Side => (/credit/i.test(part['side'] ?? '') ? 'Credit' : 'Debit');

/** The entries of whom the label speaks. */
function entriesOf({ books, part, report, days }: Asking): readonly RawEntry[] | null {
  const who = part['who'] ?? '';
  const ending = /\*\*\*(\d{4})$/.exec(who)?.[1];
  const of = (accounts: readonly string[]) => accounts.flatMap((account) => books.moneyOf(account));
  const group = /^members (?:at|of) (low|medium|high) (risk|income)$/.exec(who);
  if (group !== null)
    return of(
      books.accounts.filter(
        (account) => (group[2] === 'risk' ? books.riskOf(account) : books.incomeBand(account)) === group[1],
      ),
    );
  if (ending !== undefined) {
    const own = books.moneyOf(books.accountEnding(ending));
    const company = /^(.+), \*\*\*\d{4}$/.exec(who)?.[1];
    return company !== undefined && isCompany(books, company)
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
  if (who === 'the largest payers together') {
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
  return isCompany(books, who) ? books.money.filter(({ company }) => company === who) : null;
}

const isCompany = (books: Books, name: string) => books.entries.some(({ company }) => company === name);

/** Accounts by what came in, the most first. */
export function mostCredited(books: Books, days: Days): string[] {
  const sums = books.activeIn(days).map((account) => ({ account, cents: books.creditsOf(account, days) }));
  return sums
    .filter(({ cents }) => cents > 0)
    .toSorted((a, b) => b.cents - a.cents || compare(a.account, b.account))
    .map(({ account }) => account);
}

const sum: Recount = (asking) => {
  const entries = entriesOf(asking);
  return entries === null ? null : sumOf(entries, sideIn(asking), asking.days);
};
const chosen = (asking: Asking) =>
  entriesOf(asking)?.filter(({ side, day }) => side === sideIn(asking) && inDays(day, asking.days)) ?? null;
const onDay = (asking: Asking, days: Days) => {
  const entries = entriesOf(asking);
  return entries === null ? null : sumOf(entries, sideIn(asking), days);
};
const day = ({ part }: Asking): Days => ({ firstDay: part['day'] ?? '', lastDay: part['day'] ?? '' });

/** Whole months, one after the other. */
function months(first: string, last: string): string[] {
  const found: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month, 1)) found.push(month);
  return found;
}
const meanOf = (numbers: readonly number[]) =>
  Math.round(numbers.reduce((all, one) => all + one, 0) / numbers.length);

/** Of the twelve months that a report shows, those that ledger and period cover whole. */
function wholeMonthsOf({ books, report }: Asking): string[] {
  const end = least(report.period.lastDay, AS_OF);
  const shown = months(monthAfter(end.slice(0, 7), -11), lastWholeMonth(end));
  return shown.filter((month) => `${month}-01` >= books.firstDay);
}

/** Counted anew from the two facts that the source names. */
function operands(asking: Asking): [number, number] {
  const { fact, report, books } = asking;
  const ids = fact.source.match(/F\d+/g) ?? [];
  const [left, right] = [ids[0], ids[1]].map((id) => {
    const operand = factIn(report, id ?? '');
    const counted = recount([MONEY_OPERANDS.tables], { fact: operand, report, books });
    if (typeof counted !== 'number') throw new Error(`${operand.label} was not counted`);
    return counted;
  });
  return [left ?? 0, right ?? 0];
}
/** Filled by whoever puts the tables together: a difference may be one of any two facts. */
export const MONEY_OPERANDS: { tables: readonly [RegExp, Recount][] } = { tables: [] };

const subject = (label: string) => label.replaceAll(',', '').toLowerCase();

/** The two facts are the same thing, of the period and of the one before. */
function sameThingBefore(asking: Asking): void {
  const { fact, report, part } = asking;
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
const difference: Recount = (asking) => {
  sameThingBefore(asking);
  const [now, before] = operands(asking);
  return now - before;
};
const growth: Recount = (asking) => {
  sameThingBefore(asking);
  const [now, before] = operands(asking);
  return (now - before) / Math.abs(before);
};
const quotient = (asking: Asking): number => {
  const [part, whole] = operands(asking);
  return part / whole;
};
/** The part of a whole, where the two facts are those that the label names. */
function partOf(left: RegExp, right: RegExp): Recount {
  return (asking) => {
    const ids = asking.fact.source.match(/F\d+/g) ?? [];
    const [a, b] = ids.map((id) => factIn(asking.report, id).label);
    if (!left.test(a ?? '') || !right.test(b ?? ''))
      throw new Error(`"${asking.fact.label}" is "${a}" of "${b}"`);
    return quotient(asking);
  };
}
const ofWhom: Recount = (asking) => {
  const { fact, report, part } = asking;
  const [own = '', all = ''] = (fact.source.match(/F\d+/g) ?? []).map((id) => factIn(report, id).label);
  if (!own.includes(part['who'] ?? '?') || !/^(Credits|Debits), /.test(all))
    throw new Error(`"${fact.label}" is "${own}" of "${all}"`);
  return quotient(asking);
};

/** Debits that came back, by their reason. */
function returnsIn({ books, days }: Asking): string[] {
  return books.entries
    .filter((entry) => isReturnedDebit(entry) && inDays(entry.day, days))
    .map(({ addenda }) => /R\d\d/.exec(addenda ?? '')?.[0] ?? '');
}

/** Sums of a company in the periods of the same length before, the newest first. */
function periodsBefore(asking: Asking): number[] {
  const { books, report } = asking;
  const length = daysOf(report.period);
  const number = Math.min(
    6,
    Math.floor((epochDay(report.period.firstDay) - epochDay(books.firstDay)) / length),
  );
  const own = entriesOf(asking) ?? [];
  return Array.from({ length: number }, (_, index) =>
    sumOf(own, sideIn(asking), {
      firstDay: addDays(report.period.firstDay, -length * (index + 1)),
      lastDay: addDays(report.period.firstDay, -length * index - 1),
    }),
  );
}

const transfers = (asking: Asking, way: string | null) =>
  asking.books.money.filter((entry) =>
    way === null ? asking.books.wayOf(entry) !== null : asking.books.wayOf(entry) === way,
  );
const inOrOut = ({ part }: Asking): Side => (part['direction'] === 'in' ? 'Credit' : 'Debit');
const loans = ({ books }: Asking, kind: string | null) =>
  books.money.filter((entry) =>
    kind === null ? books.loanOf(entry) !== null : books.loanOf(entry) === kind,
  );

/** Companies or members whose sums of a side have changed, or that had any where nothing is compared. */
function changedBeyond(asking: Asking, by: 'company' | 'account', caption: RegExp): number {
  const { books, report } = asking;
  const own = books.money.filter(({ side }) => side === sideIn(asking));
  const changed = [...Map.groupBy(own, (entry) => entry[by]).values()].filter((entries) => {
    const now = sumOf(entries, sideIn(asking), report.period);
    return now !== (isComparable(books, report) ? sumOf(entries, sideIn(asking), report.previous) : 0);
  });
  return changed.length - rowsOf(report, caption).length;
}

const countOf: Recount = (asking) => chosen(asking)?.length ?? null;

/** Sums, counts and what follows from them. */
export const MONEY = table({
  'Net flow, {period}': ({ books, days }) =>
    sumOf(books.money, 'Credit', days) - sumOf(books.money, 'Debit', days),
  'Net flow, {month}': ({ books, days }) =>
    sumOf(books.money, 'Credit', days) - sumOf(books.money, 'Debit', days),
  '{side}, {period}': (asking) => sumOf(asking.books.money, sideIn(asking), asking.days),
  '{side}, {month}': (asking) => sumOf(asking.books.money, sideIn(asking), asking.days),
  '{side}, {day}': (asking) => sumOf(asking.books.money, sideIn(asking), day(asking)),
  'Number of {side}, {period}': (asking) =>
    asking.books.money.filter(({ side, day: on }) => side === sideIn(asking) && inDays(on, asking.days))
      .length,
  'Entries, {period}': ({ books, days }) => books.entries.filter((entry) => inDays(entry.day, days)).length,
  'Entries that moved no money, {period}': ({ books, days }) =>
    books.entries.filter((entry) => inDays(entry.day, days)).length -
    books.money.filter((entry) => inDays(entry.day, days)).length,
  'Entries without a date': ({ books }) => books.entries.filter((entry) => entry.day === '').length,
  'Average {kind}, {period}': ({ books, days, part }) => {
    const own = books.money.filter(
      ({ side, day: on }) => side.toLowerCase() === part['kind'] && inDays(on, days),
    );
    return meanOf(own.map(({ cents }) => cents));
  },
  'Banking days, {period}': ({ days }) => {
    let count = 0;
    for (let on = days.firstDay; on <= days.lastDay; on = addDays(on, 1)) {
      if (isBankingDay(on)) count += 1;
    }
    return count;
  },
  '{side} of an average month, {month} to {last month}': (asking) =>
    meanOf(
      months(monthOf(asking.part['month'] ?? ''), monthOf(asking.part['to'] ?? '')).map((month) =>
        sumOf(asking.books.money, sideIn(asking), monthDays(month)),
      ),
    ),
  '{side} of an average month without {month}': (asking) => {
    const own = wholeMonthsOf(asking)
      .slice(-Math.min(3, wholeMonthsOf(asking).length))
      .filter((month) => month !== monthOf(asking.part['month'] ?? ''));
    return meanOf(own.map((month) => sumOf(asking.books.money, sideIn(asking), monthDays(month))));
  },
  '{side} of an average other month than {month}': (asking) => {
    const others = wholeMonthsOf(asking).filter((month) => month !== monthOf(asking.part['month'] ?? ''));
    return meanOf(others.map((month) => sumOf(asking.books.money, sideIn(asking), monthDays(month))));
  },
  '{side} of {who} in an average other month than {month}': (asking) => {
    const own = entriesOf(asking) ?? [];
    const others = wholeMonthsOf(asking).filter((month) => month !== monthOf(asking.part['month'] ?? ''));
    return meanOf(others.map((month) => sumOf(own, sideIn(asking), monthDays(month))));
  },
  'Returned debits, {period}': (asking) => returnsIn(asking).length,
  'Debits returned as unauthorized, {period}': (asking) =>
    returnsIn(asking).filter((code) => UNAUTHORIZED.includes(code)).length,
  'Debits returned with {code}, {period}': (asking) =>
    returnsIn(asking).filter((code) => code === asking.part['code']).length,
  'International entries, {period}': ({ books, days }) =>
    books.money.filter(({ sec, day: on }) => sec === 'IAT' && inDays(on, days)).length,
  'International {side}, {period}': (asking) =>
    sumOf(
      asking.books.money.filter(({ sec }) => sec === 'IAT'),
      sideIn(asking),
      asking.days,
    ),
  'External transfers, {direction}, {period}': (asking) =>
    sumOf(transfers(asking, null), inOrOut(asking), asking.days),
  'Transfers through {company}, debits less credits, {period}': (asking) => {
    const own = transfers(asking, null).filter(({ company }) => company === asking.part['company']);
    return sumOf(own, 'Debit', asking.days) - sumOf(own, 'Credit', asking.days);
  },
  'Transfers through {company}, {direction}, {period}': (asking) =>
    sumOf(
      transfers(asking, null).filter(({ company }) => company === asking.part['company']),
      inOrOut(asking),
      asking.days,
    ),
  'Transfers {direction} of {account}, {period}': (asking) =>
    sumOf(
      transfers(asking, null).filter(({ account }) => account === asking.account),
      inOrOut(asking),
      asking.days,
    ),
  'External transfers, out less in': (asking) => {
    const [out, back] = operands(asking);
    return out - back;
  },
  'First use, {way}, {period}': (asking) => {
    const firsts = new Map<string, string>();
    for (const { account, day: on } of transfers(asking, asking.part['way'] ?? '').filter(
      (entry) => entry.day <= AS_OF,
    ))
      firsts.set(account, least(on, firsts.get(account) ?? on));
    return [...firsts.values()].filter((on) => inDays(on, asking.days)).length;
  },
  'Further companies with transfers out, {period}': (asking) => {
    const own = transfers(asking, null).filter(({ side }) => side === 'Debit');
    const companies = [...Map.groupBy(own, ({ company }) => company).values()].filter(
      (entries) =>
        sumOf(entries, 'Debit', asking.report.period) > 0 ||
        sumOf(entries, 'Debit', asking.report.previous) > 0,
    );
    return (
      companies.length -
      rowsOf(asking.report, /^(Largest changes of transfers out|Transfers out), by company/).length
    );
  },
  'Paid to other lenders, {period}': (asking) => sumOf(loans(asking, null), 'Debit', asking.days),
  'Paid to payday lenders, {period}': (asking) => sumOf(loans(asking, 'payday loan'), 'Debit', asking.days),
  'Paid to lenders, {kind}, {period}': (asking) =>
    sumOf(loans(asking, asking.part['kind'] ?? ''), 'Debit', asking.days),
  'Paid to {company}, {period}': (asking) =>
    sumOf(
      loans(asking, null).filter(({ company }) => company === asking.part['company']),
      'Debit',
      asking.days,
    ),
  'Members whose first entry with a payday lender lies in the period, {period}': (asking) =>
    [...Map.groupBy(loans(asking, 'payday loan'), ({ account }) => account).values()].filter((own) =>
      inDays(own.map(({ day: on }) => on).toSorted()[0] ?? '', asking.days),
    ).length,
  'Kind of {company}': ({ books, part }) =>
    LOANS.find((kind) => kind === books.kindOf(part['company'] ?? '')) ?? null,
  'Further companies with {side}, {period}': (asking) =>
    changedBeyond(
      asking,
      'company',
      new RegExp(`^(Largest changes in|Largest) ${asking.part['side']},? by company`),
    ),
  'Further members with {side}, {period}': (asking) =>
    changedBeyond(
      asking,
      'account',
      new RegExp(`^(Largest changes in|Largest) ${asking.part['side']},? by member`),
    ),
  '{way}, {direction}, {period}': (asking) =>
    TRANSFER_WAYS.includes(asking.part['way'] ?? '')
      ? sumOf(transfers(asking, asking.part['way'] ?? ''), inOrOut(asking), asking.days)
      : null,
  'Credits that members gone quiet had in the period before, {period}': ({ books, report, days }) =>
    books
      .quietAfter(report.previous, report.period)
      .reduce((cents, account) => cents + books.creditsOf(account, days), 0),
  'Credits of the year, VIP members, {as of}': ({ books }) =>
    books
      .vips()
      .reduce(
        (cents, account) =>
          cents + books.creditsOf(account, { firstDay: addDays(AS_OF, -364), lastDay: AS_OF }),
        0,
      ),
  'Credits of the year, all members, {as of}': ({ books }) =>
    sumOf(books.money, 'Credit', { firstDay: addDays(AS_OF, -364), lastDay: AS_OF }),
  'Credits of the last 30 days of {account}, {as of}': ({ books, account }) =>
    books.creditsOf(account, { firstDay: addDays(AS_OF, -29), lastDay: AS_OF }),
  'Credits and debits of {company}, {period}': ({ books, part, days }) => {
    const own = books.money.filter(({ company }) => company === part['company']);
    return sumOf(own, 'Credit', days) + sumOf(own, 'Debit', days);
  },
  'Credits of {company}, {account}, difference, {period}': ({ books, part, account, report }) => {
    const own = books.moneyOf(account).filter(({ company }) => company === part['company']);
    return sumOf(own, 'Credit', report.period) - sumOf(own, 'Credit', report.previous);
  },
  '{side} of {who}, a day, {period}': (asking) => {
    const own = chosen(asking);
    return own === null
      ? null
      : Math.round(sumOf(own, sideIn(asking), asking.days) / new Set(own.map(({ day: on }) => on)).size);
  },
  '{side} of {who}, most in one of the periods before': (asking) => Math.max(...periodsBefore(asking)),
  '{side} of {who}, mean of the periods before': (asking) => meanOf(periodsBefore(asking)),
  'Periods of the same length that are compared': ({ books, report }) =>
    Math.min(
      6,
      Math.floor((epochDay(report.period.firstDay) - epochDay(books.firstDay)) / daysOf(report.period)),
    ),
  '{side} of {who}, most on one day of the year before {day}': (asking) => {
    const own = (entriesOf(asking) ?? []).filter(({ side }) => side === sideIn(asking));
    const year = yearBefore(asking.part['day'] ?? '');
    const days = Map.groupBy(
      own.filter((entry) => inDays(entry.day, year)),
      (entry) => entry.day,
    );
    return Math.max(...[...days.values()].map((entries) => sumOf(entries, sideIn(asking), year)));
  },
  '{side} of {who}, {period}': sum,
  '{side} of {who}, {month}': sum,
  '{side} of {who}, {day}': (asking) => onDay(asking, day(asking)),
  'Number of {side} of {who}, {period}': countOf,
  'Days with {side} of {who}, {period}': (asking) => {
    const own = chosen(asking);
    return own === null ? null : new Set(own.map(({ day: on }) => on)).size;
  },
  'Entries of {account}, {period}': ({ books, account, days }) =>
    books.moneyOf(account).filter((entry) => inDays(entry.day, days)).length,
  'Part of the whole change, {who}': (asking) => {
    const { fact, report, part } = asking;
    const [own = '', all = ''] = (fact.source.match(/F\d+/g) ?? []).map((id) => factIn(report, id).label);
    const side = /^(Credits|Debits) /.exec(own)?.[1];
    if (side === undefined || !own.includes(part['who'] ?? '?') || all !== `${side}, change`)
      throw new Error(`"${fact.label}" is "${own}" of "${all}"`);
    return quotient(asking);
  },
  'Part of all, {who}': ofWhom,
  'Part of all credits, largest payers': partOf(/^Credits of the largest payers together/, /^Credits, /),
  'Part of all credits, members of {band} income': partOf(
    /^Credits of members of (low|medium|high) income/,
    /^Credits of all members/,
  ),
  'Part of all credits, {who}': ofWhom,
  'Part of all credits that came by transfer': partOf(/^External transfers, in/, /^Credits, /),
  'Part of all debits that left by transfer': partOf(/^External transfers, out/, /^Debits, /),
  'Part of all credits that went to new members': partOf(/^Credits of new members/, /^Credits, /),
  'Part of all credits that the members listed received': partOf(
    /^Credits of the members listed/,
    /^Credits, /,
  ),
  'Part of all credits that the first member received': partOf(/^Credits of \*\*\*/, /^Credits, /),
  'Part of the year’s credits that VIP members received': partOf(
    /^Credits of the year, VIP members/,
    /^Credits of the year, all members/,
  ),
  'Part of all members that is at {level} risk': partOf(
    /^Members at (low|medium|high) risk/,
    /^Members, as of/,
  ),
  'Returned debits, part of all debits': partOf(/^Returned debits/, /^Number of debits/),
  'Bills beyond the income': (asking) => {
    const [bills, income] = operands(asking);
    return bills - income;
  },
  'Last days of {account} against the usual month': ({ books, account }) => {
    const usual = books.usualMonth(account) ?? 0;
    return (books.creditsOf(account, { firstDay: addDays(AS_OF, -29), lastDay: AS_OF }) - usual) / usual;
  },
  '{what}, change against the period before': growth,
  '{what}, difference': difference,
  '{what}, change': (asking) => (asking.fact.source.includes('÷') ? growth(asking) : difference(asking)),
});
