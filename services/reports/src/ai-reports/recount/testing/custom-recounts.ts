import { type Days, inDays, sumOf } from './books.ts';
import { operands, partOf } from './money-recounts.ts';
import type { RawEntry } from './raw-entries.ts';
import { type FactContext, factIn, type Recount, rowsOf, table } from './recounts.ts';

/** What a label of a custom report says that it counts; null for words that are none of these. */
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

/** The days of a question that asks what changed are those of both periods. */
const dayOf =
  (end: keyof Days): Recount =>
  ({ report, fact }) => {
    const day = fact.value.kind === 'day' ? fact.value.day : '';
    return day === report.previous[end] ? day : report.period[end];
  };

/** Facts of a custom report, counted from the entries that its question asks for. */
export function customTable(prompt: string, isAsked: (entry: RawEntry) => boolean) {
  const asked = ({ books }: FactContext) => books.money.filter(isAsked);
  const measure =
    (of: (context: FactContext) => readonly RawEntry[] | null): Recount =>
    (context) => {
      const entries = of(context);
      return entries === null ? null : measured(context.part['what'] ?? '', entries, context.days);
    };
  const ofWhom = (context: FactContext) => {
    const { books, part } = context;
    const who = part['who'] ?? '';
    if (books.companies.has(who)) return asked(context).filter(({ company }) => company === who);
    const [, name, ending] = /^(.+), (\d{4})$/.exec(who) ?? [];
    if (ending === undefined) return null;
    const account = books.accountEnding(ending);
    return asked(context).filter(
      (entry) => entry.account === account && `${entry.firstName} ${entry.lastName}`.trim() === name,
    );
  };
  const ofListed = (context: FactContext) => {
    const accounts = rowsOf(context.report, /^Members by/).map(([, account = '']) =>
      context.books.accountEnding(account.slice(-4)),
    );
    return asked(context).filter(({ account }) => accounts.includes(account));
  };
  const difference: Recount = (context) => {
    const labels = (context.fact.source.match(/F\d+/g) ?? []).map((id) => factIn(context.report, id).label);
    const { side, who } = context.part;
    const isOf = (label: string) => label.toLowerCase().startsWith(`${side} of ${who?.toLowerCase()}, `);
    if (labels.length !== 2 || !labels.every(isOf))
      throw new Error(`"${context.fact.label}" compares ${labels.join(' with ')}`);
    const [now, before] = operands(context);
    return now - before;
  };
  return table({
    'First day of the period': dayOf('firstDay'),
    'Last day of the period': dayOf('lastDay'),
    'Words of the question': ({ fact }) =>
      fact.value.kind === 'name' && prompt.includes(fact.value.name) ? fact.value.name : prompt,
    'Most that are listed': () => 10,
    'Members in all, {period}': (context) =>
      new Set(
        asked(context)
          .filter(({ day }) => inDays(day, context.days))
          .map(({ account }) => account),
      ).size,
    'Members listed, {period}': ({ report }) => rowsOf(report, /^Members by/).length,
    'Difference of {side} of {who}': difference,
    'Share of those listed': partOf(/ of those listed, /, / in all, /),
    'Share of all of {who}': (context) => {
      const [own = ''] = (context.fact.source.match(/F\d+/g) ?? []).map(
        (id) => factIn(context.report, id).label,
      );
      if (!own.includes(` of ${context.part['who']}, `))
        throw new Error(`"${context.fact.label}" is of "${own}"`);
      return partOf(/ of /, / in all, /)(context);
    },
    '{what} in all, {period}': measure(asked),
    '{what} of those listed, {period}': measure(ofListed),
    '{what} of {who}, {period}': measure(ofWhom),
    '{what}, {period}': measure(asked),
  });
}
