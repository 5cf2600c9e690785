import type { Block } from '@clearwatch/contracts/ai-reports';
import type { Period } from '../../calendar/period.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import { type CitedFact, type FactSheet, factSize } from '../fact-sheet.ts';
import { right, type TableCell, table } from '../report-blocks.ts';
import { prose, withoutSign } from '../report-sentences.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import {
  type AnswerContext,
  capital,
  companyName,
  groupNoun,
  LEDGER_ENTRIES,
  measureWords,
  rangeWords,
} from './answer-words.ts';
import {
  type AnswerTableRow,
  type FlowFigures,
  isTimeGroup,
  type Query,
  type QueryGroup,
} from './custom-query.ts';

/** The figure that the question asks for: cents, or a count. */
export function measuredSize({ measure, direction, counted, answer }: Query, figures: FlowFigures): number {
  if (measure === 'count' && answer === 'figure' && counted !== 'entries') return figures[counted] ?? 0;
  const { creditCents, debitCents, credits, debits } = figures;
  const [isIn, isOut] = [direction !== 'debits', direction !== 'credits'];
  const out = direction === 'net' ? -debitCents : debitCents;
  const cents = (isIn ? creditCents : 0) + (isOut ? out : 0);
  const count = (isIn ? credits : 0) + (isOut ? debits : 0);
  if (measure === 'average') return count === 0 ? 0 : Math.round(cents / count);
  return measure === 'count' ? count : cents;
}

export function stateFigure(
  { query, sheet }: AnswerContext,
  whose: string,
  figures: FlowFigures,
  period: Period,
): CitedFact {
  const kind = query.measure === 'count' ? 'count' : 'money';
  const label = `${capital(measureWords(query))}${whose}`;
  return sheet.from(LEDGER_ENTRIES, period)[kind](label, measuredSize(query, figures));
}

export const rowFigure = (context: AnswerContext, row: AnswerTableRow) =>
  stateFigure(context, rowOwnerLabel(row), row.now, context.query.period);

export function statedFlows({ sheet }: AnswerContext, whose: string, figures: FlowFigures, period: Period) {
  const { creditCents, debitCents, credits, debits } = figures;
  const { money, count } = sheet.from(LEDGER_ENTRIES, period);
  return {
    credits: money(`Credits${whose}`, creditCents),
    debits: money(`Debits${whose}`, debitCents),
    net: money(`Net flow${whose}`, creditCents - debitCents),
    creditCount: count(`Number of credits${whose}`, credits),
    debitCount: count(`Number of debits${whose}`, debits),
    count: count(`Number of credits and debits${whose}`, credits + debits),
  };
}

/** ", up 12.5% from $1,204.00 (Jul 1, 2026 to Jul 31, 2026)". Empty without a comparison. */
export function comparedPhrase(now: CitedFact, before: CitedFact | null, { query, sheet }: AnswerContext) {
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

export function figuresTable(context: AnswerContext): Block {
  const { query, answered, sheet } = context;
  const { period, comparedWith, direction, counted } = query;
  const now = statedFlows(context, '', answered.now, period);
  const before = answered.before && comparedWith && statedFlows(context, '', answered.before, comparedWith);
  const row = (label: string, one: CitedFact, base: CitedFact | null | undefined): TableCell[] => {
    if (!base) return [label, one];
    return [label, one, base, factSize(base) > 0 ? sheet.change(`${label}, change`, one, base) : null];
  };
  const rows: TableCell[][] = [];
  const size = counted === 'entries' ? null : answered.now[counted];
  if (counted !== 'entries' && size !== null) {
    const was = answered.before?.[counted] ?? null;
    const countIn = (days: Period, count: number) =>
      sheet.from(LEDGER_ENTRIES, days).count(capital(counted), count);
    const one = countIn(period, size);
    rows.push(row(capital(counted), one, comparedWith && was !== null ? countIn(comparedWith, was) : null));
  }
  if (direction !== 'debits')
    rows.push(
      row('Credits', now.credits, before?.credits),
      row('Number of credits', now.creditCount, before?.creditCount),
    );
  if (direction !== 'credits')
    rows.push(
      row('Debits', now.debits, before?.debits),
      row('Number of debits', now.debitCount, before?.debitCount),
    );
  if (direction === 'both' || direction === 'net')
    rows.push(row('Credits less debits', now.net, before?.net));
  const columns = before === null ? ['Period'] : ['Period', 'Compared with', 'Change'];
  return table('Figures', ['Figure', ...columns.map(right)], rows);
}

export function rowName(row: AnswerTableRow, { query: { group }, sheet }: AnswerContext) {
  if (row.member !== null)
    return { words: memberPhrase(sheet, row.member), cells: memberCells(sheet, row.member) };
  const cited = keyFact(row.key, group, sheet);
  return {
    words: group === 'week' || group === 'quarter' ? prose`the ${group} from ${cited}` : prose`${cited}`,
    cells: [cited],
  };
}

function keyFact(key: string, group: QueryGroup | null, sheet: FactSheet): CitedFact {
  const ledger = sheet.from(LEDGER_ENTRIES);
  const alerts = sheet.from('Alerts');
  if (group === 'month') return ledger.month('Month', key.slice(0, 7));
  if (group === 'year') return ledger.word('Year', key.slice(0, 4));
  if (isTimeGroup(group)) return ledger.day(group === 'day' ? 'Day' : `First day of the ${group}`, key);
  if (group === 'class') return ledger.word('SEC class', key);
  if (group === 'type') return alerts.word('What the rule looks for', activityLabel(key));
  if (group === 'risk') return alerts.word('Risk', key);
  if (group === 'reason') return sheet.from('Returns of the ledger').word('Return reason', key);
  return companyName(key, sheet);
}

export function nameColumns({ group }: Pick<Query, 'group'>) {
  if (group === 'member') return ['Member', 'Account'];
  if (group === 'week' || group === 'quarter') return [`${capital(group)} from`];
  return [capital(groupNoun(group ?? 'company'))];
}

/** Makes the fact labels of this row differ from those of other rows. */
export function rowOwnerLabel({ key, member }: AnswerTableRow): string {
  return member === null ? ` of ${key}` : ` of ${member.name}, ${member.accountNumber.slice(-4)}`;
}

export function rowsTable(context: AnswerContext, caption: string): Block {
  const { query, answered, sheet } = context;
  const { period, comparedWith, direction, measure } = query;
  const total = stateFigure(context, ' in all', answered.now, period);
  const hasShare = query.answer === 'ranking' && measure !== 'average' && direction !== 'net';
  const isCompared = comparedWith !== null;
  const isAverage = measure === 'average';
  const columns = [
    ...nameColumns(query),
    direction !== 'debits' && right('Credits'),
    direction !== 'credits' && right('Debits'),
    direction === 'net' && right('Net'),
    right('Number'),
    isAverage && right('Average'),
    query.withMembers && right('Members'),
    hasShare && right('Share of all'),
    isCompared && right('Compared with'),
    isCompared && right('Change'),
  ];
  const rows = answered.rows.map((row) => {
    const whose = rowOwnerLabel(row);
    const own = statedFlows(context, whose, row.now, period);
    const main = stateFigure(context, whose, row.now, period);
    const before =
      isCompared && row.before !== null ? stateFigure(context, whose, row.before, comparedWith) : null;
    const hasBase = before !== null && factSize(before) > 0;
    return [
      ...rowName(row, context).cells,
      direction !== 'debits' && own.credits,
      direction !== 'credits' && own.debits,
      direction === 'net' && own.net,
      direction === 'credits' ? own.creditCount : direction === 'debits' ? own.debitCount : own.count,
      isAverage && main,
      query.withMembers && sheet.from(LEDGER_ENTRIES, period).count(`Members${whose}`, row.now.members ?? 0),
      hasShare && sheet.partOf(`Share of all${whose}`, main, total),
      isCompared && before,
      isCompared && (hasBase ? sheet.change(`Change${whose}`, main, before) : null),
    ];
  });
  return table(caption, columns, rows);
}
