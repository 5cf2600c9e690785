import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import type { Period } from '../../calendar/period.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import type { Cents } from '../../money/cents.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { prose, right, type SentencePart, type TableCell, table, withoutSign } from '../report-blocks.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import {
  type AnswerContext,
  capital,
  companyName,
  GROUP_NOUN,
  LEDGER_ENTRIES,
  measureWords,
  rangeWords,
} from './answer-words.ts';
import { type AnswerTableRow, type FlowFigures, isTimeGroup, type Query } from './custom-query.ts';

/** The figure that the question asks for: cents, or a count. */
export function measuredSize(
  { measure, direction, counted: what, answer }: Query,
  figures: FlowFigures,
): number {
  const { creditCents, debitCents, credits, debits } = figures;
  if (measure === 'count' && answer === 'figure' && what === 'members') return figures.members ?? 0;
  if (measure === 'count' && answer === 'figure' && what === 'companies') return figures.companies ?? 0;
  const cents =
    direction === 'credits'
      ? creditCents
      : direction === 'debits'
        ? debitCents
        : direction === 'net'
          ? creditCents - debitCents
          : creditCents + debitCents;
  const count = direction === 'credits' ? credits : direction === 'debits' ? debits : credits + debits;
  if (measure === 'amount') return cents;
  if (measure === 'count') return count;
  return count === 0 ? 0 : Math.round(cents / count);
}

export function stateFigure(
  { query, sheet }: AnswerContext,
  whose: string,
  figures: FlowFigures,
  period: Period,
): CitedFact {
  const size = measuredSize(query, figures);
  const kind = query.measure === 'count' ? 'count' : 'money';
  return sheet.from(LEDGER_ENTRIES, period)[kind](`${capital(measureWords(query))}${whose}`, size);
}

export function statedFlows({ sheet }: AnswerContext, whose: string, figures: FlowFigures, period: Period) {
  const money = (label: string, cents: Cents) =>
    sheet.from(LEDGER_ENTRIES, period).money(`${label}${whose}`, cents);
  const count = (label: string, number: number) =>
    sheet.from(LEDGER_ENTRIES, period).count(`${label}${whose}`, number);
  return {
    credits: money('Credits', figures.creditCents),
    debits: money('Debits', figures.debitCents),
    net: money('Net flow', figures.creditCents - figures.debitCents),
    creditCount: count('Number of credits', figures.credits),
    debitCount: count('Number of debits', figures.debits),
    count: count('Number of credits and debits', figures.credits + figures.debits),
  };
}

/** ", up 12.5% from $1,204.00 (Jul 1, 2026 to Jul 31, 2026)". Empty without a comparison. */
export function comparedPhrase(
  now: CitedFact,
  before: CitedFact | null,
  { query, sheet }: AnswerContext,
): Span[] {
  if (before === null || query.comparedWith === null) return [];
  const [size, base] = [factSize(now), factSize(before)];
  const when = prose`(${rangeWords(query.comparedWith, sheet)})`;
  if (size === base) return prose`, the same as before ${when}`;
  if (base === 0) return prose`, after none before ${when}`;
  const change = base > 0 ? sheet.change(`${now.fact.label}, change`, now, before) : null;
  const way = size > base ? 'up' : 'down';
  return change === null
    ? prose`, ${way} from ${before} ${when}`
    : prose`, ${way} ${withoutSign(change)} from ${before} ${when}`;
}

export function figuresTable(writing: AnswerContext): Block {
  const { query, answered, sheet } = writing;
  const { period, comparedWith, direction } = query;
  const now = statedFlows(writing, '', answered.now, period);
  const before =
    answered.before === null || comparedWith === null
      ? null
      : statedFlows(writing, '', answered.before, comparedWith);
  type Key = keyof typeof now;
  const keys: [string, Key][] = [
    ...(direction === 'debits'
      ? []
      : ([
          ['Credits', 'credits'],
          ['Number of credits', 'creditCount'],
        ] as [string, Key][])),
    ...(direction === 'credits'
      ? []
      : ([
          ['Debits', 'debits'],
          ['Number of debits', 'debitCount'],
        ] as [string, Key][])),
    ...(direction === 'both' || direction === 'net'
      ? ([['Credits less debits', 'net']] as [string, Key][])
      : []),
  ];
  const extra = (['members', 'companies'] as const).flatMap((what): TableCell[][] => {
    const size = answered.now[what];
    if (size === null || query.counted !== what) return [];
    const was = answered.before?.[what] ?? null;
    const one = sheet.from(LEDGER_ENTRIES, period).count(capital(what), size);
    if (comparedWith === null || was === null) return [[capital(what), one]];
    const base = sheet.from(LEDGER_ENTRIES, comparedWith).count(capital(what), was);
    return [[capital(what), one, base, sheet.change(`${capital(what)}, change`, one, base)]];
  });
  const rows = keys.map(([label, key]): TableCell[] => {
    if (before === null) return [label, now[key]];
    const change = factSize(before[key]) > 0 ? sheet.change(`${label}, change`, now[key], before[key]) : null;
    return [label, now[key], before[key], change];
  });
  const columns = before === null ? ['Period'] : ['Period', 'Compared with', 'Change'];
  return table('Figures', ['Figure', ...columns.map(right)], [...extra, ...rows]);
}

export function rowName(
  { key, member }: AnswerTableRow,
  { query, sheet }: AnswerContext,
): { words: SentencePart; cells: CitedFact[] } {
  if (member !== null) return { words: memberPhrase(sheet, member), cells: memberCells(sheet, member) };
  const { group } = query;
  const source = LEDGER_ENTRIES;
  const stated =
    group === 'month'
      ? sheet.from(source).month('Month', key.slice(0, 7))
      : isTimeGroup(group)
        ? group === 'year'
          ? sheet.from(source).word('Year', key.slice(0, 4))
          : sheet.from(source).day(group === 'day' ? 'Day' : `First day of the ${group}`, key)
        : group === 'class'
          ? sheet.from(source).word('SEC class', key)
          : group === 'type'
            ? sheet.from('Alerts').word('What the rule looks for', activityLabel(key))
            : group === 'risk'
              ? sheet.from('Alerts').word('Risk', key)
              : group === 'reason'
                ? sheet.from('Returns of the ledger').word('Return reason', key)
                : companyName(key, sheet);
  return {
    words: group === 'week' || group === 'quarter' ? prose`the ${group} from ${stated}` : prose`${stated}`,
    cells: [stated],
  };
}

export function nameColumns({ group }: Query) {
  if (group === 'member') return ['Member', 'Account'];
  if (group === 'week' || group === 'quarter') return [`${capital(group)} from`];
  return [capital(group === null ? 'company' : GROUP_NOUN[group])];
}

/** Makes the fact labels of this row differ from those of other rows. */
export function rowOwnerLabel({ key, member }: AnswerTableRow): string {
  return member === null ? ` of ${key}` : ` of ${member.name}, ${member.accountNumber.slice(-4)}`;
}

export function rowsTable(writing: AnswerContext, caption: string): Block {
  const { query, answered, sheet } = writing;
  const { period, comparedWith, direction, measure } = query;
  const total = stateFigure(writing, ' in all', answered.now, period);
  const hasShare =
    query.answer === 'ranking' && (measure === 'amount' || measure === 'count') && direction !== 'net';
  const isCompared = comparedWith !== null;
  const money =
    direction === 'credits'
      ? ['Credits', 'Number']
      : direction === 'debits'
        ? ['Debits', 'Number']
        : ['Credits', 'Debits', ...(direction === 'net' ? ['Net'] : []), 'Number'];
  const columns = [
    ...nameColumns(query),
    ...money.map(right),
    ...(measure === 'average' ? [right('Average')] : []),
    ...(query.withMembers ? [right('Members')] : []),
    ...(hasShare ? [right('Share of all')] : []),
    ...(isCompared ? [right('Compared with'), right('Change')] : []),
  ];
  const rows = answered.rows.map((row): TableCell[] => {
    const whose = rowOwnerLabel(row);
    const own = statedFlows(writing, whose, row.now, period);
    const main = stateFigure(writing, whose, row.now, period);
    const before =
      isCompared && row.before !== null ? stateFigure(writing, whose, row.before, comparedWith) : null;
    return [
      ...rowName(row, writing).cells,
      ...(direction === 'credits'
        ? [own.credits, own.creditCount]
        : direction === 'debits'
          ? [own.debits, own.debitCount]
          : [own.credits, own.debits, ...(direction === 'net' ? [own.net] : []), own.count]),
      ...(measure === 'average' ? [main] : []),
      ...(query.withMembers
        ? [sheet.from(LEDGER_ENTRIES, period).count(`Members${whose}`, row.now.members ?? 0)]
        : []),
      ...(hasShare ? [sheet.partOf(`Share of all${whose}`, main, total)] : []),
      ...(isCompared
        ? [
            before,
            before === null || factSize(before) <= 0 ? null : sheet.change(`Change${whose}`, main, before),
          ]
        : []),
    ];
  });
  return table(caption, columns, rows);
}
