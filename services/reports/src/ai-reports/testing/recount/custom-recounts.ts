import { operands, partOf } from './money-recounts.ts';
import { type Days, inDays, isReturnedDebit, type RecountBooks, sumOf, WHOLE_LEDGER } from './recount-books.ts';
import { AS_OF, type RawEntry } from './recount-entries.ts';
import { type FactContext, factIn, type Recount, rowsOf, table } from './report-recount.ts';

/** The measure named in a custom report label; null for other labels. */
function measured(what: string, entries: readonly RawEntry[], days: Days): number | null {
  const [credits, debits] = [sumOf(entries, 'Credit', days), sumOf(entries, 'Debit', days)];
  const number = (side: RawEntry['side']) =>
    entries.filter((entry) => entry.side === side && inDays(entry.day, days)).length;
  switch (what) {
    case 'Credits':
      return credits;
    case 'Debits':
      return debits;
    case 'Credits and debits':
      return credits + debits;
    case 'Net flow':
      return credits - debits;
    case 'Number of credits':
      return number('Credit');
    case 'Number of debits':
      return number('Debit');
    case 'Number of credits and debits':
      return number('Credit') + number('Debit');
    default:
      return null;
  }
}

/** Nacha's descriptions of the return reasons in the ledger. */
const REASONS: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R03: 'No account, or unable to locate it',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R10: 'Originator unknown or not authorized by the receiver',
  R29: 'Corporate customer advises not authorized',
};

const returnsOf = (books: RecountBooks, days: Days, reason: string) =>
  books.entries.filter(
    (entry) => isReturnedDebit(entry) && inDays(entry.day, days) && /R\d\d/.exec(entry.addenda ?? '')?.[0] === reason,
  ).length;
const openAlerts = (books: RecountBooks, days: Days) =>
  books.validAlerts().filter(({ reviewed, day }) => !reviewed && inDays(day, days));

/** A question about a change covers both periods; a question about open alerts covers the whole ledger. */
const dayOf =
  (end: keyof Days): Recount =>
  ({ books, report, fact }) => {
    const day = fact.value.kind === 'day' ? fact.value.day : '';
    const whole = { firstDay: books.firstDay, lastDay: AS_OF };
    return [report.previous[end], whole[end]].includes(day) ? day : report.period[end];
  };

/** Recounts the facts in a custom report from the entries that its question covers. */
export function customTable(prompt: string, matches: (entry: RawEntry) => boolean) {
  const matching = ({ books }: FactContext) => books.money.filter(matches);
  const measure =
    (of: (context: FactContext) => readonly RawEntry[] | null): Recount =>
    (context) => {
      const entries = of(context);
      return entries === null ? null : measured(context.part['what'] ?? '', entries, context.days);
    };
  const ofWhom = (context: FactContext) => {
    const { books, part } = context;
    const who = part['who'] ?? '';
    if (books.companies.has(who)) return matching(context).filter(({ company }) => company === who);
    const [, name, ending] = /^(.+), (\d{4})$/.exec(who) ?? [];
    if (ending === undefined) return null;
    const account = books.accountEnding(ending);
    return matching(context).filter(
      (entry) => entry.account === account && `${entry.firstName} ${entry.lastName}`.trim() === name,
    );
  };
  const ofListed = (context: FactContext) => {
    const accounts = rowsOf(context.report, /^Members by/).map(([, account = '']) =>
      context.books.accountEnding(account.slice(-4)),
    );
    return matching(context).filter(({ account }) => accounts.includes(account));
  };
  const difference: Recount = (context) => {
    const labels = (context.fact.source.match(/F\d+/g) ?? []).map((id) => factIn(context.report, id).label);
    const { side, who } = context.part;
    const isOf = (label: string) => label.toLowerCase().startsWith(`${side} for ${who?.toLowerCase()}, `);
    if (labels.length !== 2 || !labels.every(isOf))
      throw new Error(`"${context.fact.label}" compares ${labels.join(' with ')}`);
    const [now, before] = operands(context);
    return now - before;
  };
  return table({
    'First day of the period': dayOf('firstDay'),
    'Last day of the period': dayOf('lastDay'),
    'Words in the question': ({ fact }) =>
      fact.value.kind === 'name' && prompt.includes(fact.value.name) ? fact.value.name : prompt,
    'Maximum number listed': () => 10,
    'Members in all, {period}': (context) =>
      new Set(
        matching(context)
          .filter(({ day }) => inDays(day, context.days))
          .map(({ account }) => account),
      ).size,
    'Members listed, {period}': ({ report }) => rowsOf(report, /^Members by/).length,
    'Difference in {side} for {who}': difference,
    'Share of total for those listed': partOf(/ for those listed, /, / in all, /),
    'Share of total for {who}': (context) => {
      const [own = ''] = (context.fact.source.match(/F\d+/g) ?? []).map((id) => factIn(context.report, id).label);
      if (!own.includes(` for ${context.part['who']}, `)) throw new Error(`"${context.fact.label}" is for "${own}"`);
      return partOf(/ for /, / in all, /)(context);
    },
    '{what} in all, {period}': measure(matching),
    '{what} for those listed, {period}': measure(ofListed),
    'Number of {what} for {who}, {period}': (context) => {
      const entries = ofWhom(context);
      return entries === null ? null : measured(`Number of ${context.part['what']}`, entries, context.days);
    },
    'Open alerts, {period}': ({ books, days }) => openAlerts(books, days).length,
    'High-risk open alerts, {period}': ({ books, days }) =>
      openAlerts(books, days).filter(({ risk }) => risk === 'high').length,
    'Return reason': ({ books, fact }) => {
      const reason = fact.value.kind === 'name' ? fact.value.name : '';
      return returnsOf(books, WHOLE_LEDGER, reason) === 0 ? 'a reason of no return' : reason;
    },
    'Returned debits for {reason}, {period}': ({ books, days, part }) => returnsOf(books, days, part['reason'] ?? ''),
    'Meaning of the return reason': ({ books, fact }) => {
      const title = fact.value.kind === 'name' ? fact.value.name : '';
      const reason = Object.keys(REASONS).find((code) => REASONS[code] === title) ?? '';
      return returnsOf(books, WHOLE_LEDGER, reason) === 0 ? 'a reason of no return' : title;
    },
    '{what} for {who}, {period}': measure(ofWhom),
    '{what}, {period}': measure(matching),
  });
}
