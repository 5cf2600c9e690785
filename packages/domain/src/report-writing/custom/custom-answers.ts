import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { returnReasonOf } from '../../nacha/return-and-change-codes.ts';
import { factSize } from '../fact-sheet.ts';
import { paragraph, right, type TableCell, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import {
  comparedPhrase,
  nameColumns,
  rowName,
  rowOwnerLabel,
  rowsTable,
  statedFlows,
  stateFigure,
} from './answer-figures.ts';
import {
  type AnswerContext,
  alertNoun,
  capital,
  companyName,
  coverageNote,
  DIRECTIONS,
  ENTRY_ORDERS,
  GROUPS,
  interpretationOf,
  LEDGER_ENTRIES,
  meaningOfName,
  periodWordsOf,
  reversalNote,
  scopePhrase,
  titleOf,
} from './answer-words.ts';
import {
  type AnswerData,
  type AnswerEntry,
  type AnswerTableRow,
  isTimeGroup,
  NO_FIGURES,
  type Query,
} from './custom-query.ts';
import { figureAnswer, NAMED_IN_SENTENCE, rankingAnswer, seriesAnswer } from './flow-answers.ts';

export interface Answer {
  lead: Span[];
  section: ReportSection;
}

export function answerOf(query: Query, answered: AnswerData, reportContext: ReportContext): Answer {
  const context: AnswerContext = { ...reportContext, query, answered };
  const { lead, blocks } = composeAnswer(context);
  const reading = query.isReversed ? reversalNote(context) : null;
  const opening = sentences(reading, meaningOfName(context), lead, coverageNote(context));
  return {
    lead: opening,
    section: {
      title: titleOf(query),
      blocks: [
        paragraph(opening),
        ...blocks,
        paragraph(prose`Read as: ${interpretationOf(query, reportContext.sheet)}.`),
      ],
    },
  };
}

function composeAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query } = context;
  if (query.of !== 'money') return countsAnswer(context);
  switch (query.answer) {
    case 'figure':
      return figureAnswer(context);
    case 'ranking':
      return rankingAnswer(context);
    case 'series':
      return seriesAnswer(context);
    case 'entries':
      return entriesAnswer(context);
    case 'day':
      return daysAnswer(context);
    case 'change':
      return changeAnswer(context);
  }
}

function entriesAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { direction, order, period } = query;
  const when = periodWordsOf(period, sheet);
  const { one, many } = DIRECTIONS[direction];
  const [first] = answered.entries;
  if (first === undefined)
    return { lead: prose`No ${one}${scopePhrase(query, sheet)} was posted ${when}.`, blocks: [] };
  const amountOf = (entry: AnswerEntry, place: number) =>
    sheet
      .from(`${LEDGER_ENTRIES}, row ${place + 1} of the table`)
      .money(
        `Amount of the ${entry.isCredit ? 'credit' : 'debit'} of ${entry.member.name} with ${entry.company}`,
        entry.cents,
      );
  const dayOf = (entry: AnswerEntry) => sheet.from(LEDGER_ENTRIES).day('Posting day', entry.day);
  const which = ENTRY_ORDERS[order];
  const kind =
    direction === 'both' || direction === 'net' ? prose` (a ${first.isCredit ? 'credit' : 'debit'})` : '';
  const { credits, debits } = answered.now;
  const all = sheet
    .from(LEDGER_ENTRIES, period)
    .count(
      'Credits and debits that match',
      { credits, debits, both: credits + debits, net: credits + debits }[direction],
    );
  const lead = sentences(
    prose`The ${which} ${one}${scopePhrase(query, sheet)} ${when} was ${amountOf(first, 0)}${kind}: ${memberPhrase(sheet, first.member)} with ${companyName(first.company, sheet)} on ${dayOf(first)}.`,
    answered.entries.length > 1
      ? prose`${withNoun(all, one, many)} match in all; the table lists those that come first.`
      : null,
  );
  const rows = answered.entries.map((entry, place): TableCell[] => [
    dayOf(entry),
    ...memberCells(sheet, entry.member),
    companyName(entry.company, sheet),
    entry.isCredit ? 'Credit' : 'Debit',
    entry.secClass === null ? null : sheet.from(LEDGER_ENTRIES).word('SEC class', entry.secClass),
    amountOf(entry, place),
  ]);
  const columns = ['Day', 'Member', 'Account', 'Company', 'Direction', 'Class', right('Amount')];
  return { lead, blocks: [table(`${capital(which)} first`, columns, rows)] };
}

function daysAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { order, period, direction, group, measure } = query;
  const [first] = answered.rows;
  const { one } = DIRECTIONS[direction];
  const when = periodWordsOf(period, sheet);
  if (first === undefined)
    return { lead: prose`No ${one}${scopePhrase(query, sheet)} was posted ${when}.`, blocks: [] };
  const own = statedFlows(context, rowOwnerLabel(first), first.now, period);
  const money =
    direction === 'credits'
      ? prose`${withNoun(own.creditCount, 'credit')}, ${own.credits} in all`
      : direction === 'debits'
        ? prose`${withNoun(own.debitCount, 'debit')}, ${own.debits} in all`
        : prose`${withNoun(own.count, 'entry', 'entries')}: ${own.credits} of credits and ${own.debits} of debits`;
  if (order === 'first' || order === 'last')
    return {
      lead: prose`The ${order} ${one}${scopePhrase(query, sheet)} was posted on ${rowName(first, context).words}: ${money} that day.`,
      blocks: [rowsTable(context, 'That day')],
    };
  const last = answered.rows.at(-1) ?? first;
  if (order === 'first and last')
    return {
      lead: prose`The first ${one}${scopePhrase(query, sheet)} was posted on ${rowName(first, context).words}, the last on ${rowName(last, context).words}.`,
      blocks: [rowsTable(context, 'These days')],
    };
  const by = measure === 'count' ? 'number of entries' : 'amount';
  const most = measure === 'count' ? ['quietest', 'busiest'] : ['smallest', 'largest'];
  return {
    lead: prose`By ${by}, the ${most[order === 'least' ? 0 : 1] ?? ''} ${GROUPS[group ?? 'day'].one}${scopePhrase(query, sheet)} ${when} was ${rowName(first, context).words}, with ${money}.`,
    blocks: [rowsTable(context, `${capital(GROUPS[group ?? 'day'].many)} by ${by}`)],
  };
}

function changeAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { direction } = query;
  if (direction === 'both' || direction === 'net') {
    const each = (['credits', 'debits'] as const).map((one) =>
      changeAnswer({ ...context, query: { ...query, direction: one }, answered }),
    );
    return { lead: sentences(...each.map(({ lead }) => lead)), blocks: each.flatMap(({ blocks }) => blocks) };
  }
  const { period, comparedWith } = query;
  if (comparedWith === null || answered.before === null) return figureAnswer(context);
  const moved = rowsWithDirection(direction, answered);
  const amounts: AnswerContext = { ...context, query: { ...query, measure: 'amount' } };
  const now = stateFigure(amounts, '', answered.now, period);
  const before = stateFigure(amounts, '', answered.before, comparedWith);
  const rise = factSize(now) - factSize(before);
  const way = rise === 0 ? 'stayed the same' : rise > 0 ? 'rose' : 'fell';
  const share = factSize(before) > 0 ? sheet.change(`${capital(direction)}, change`, now, before) : null;
  const by = share === null || rise === 0 ? '' : prose` ${withoutSign(share)}`;
  const lists = (
    [
      ['company', moved.rows.filter(({ member }) => member === null)],
      ['member', [...moved.rows.filter(({ member }) => member !== null), ...moved.memberRows]],
    ] as const
  ).flatMap(([group, rows]) =>
    rows.length === 0
      ? []
      : [changeList({ ...amounts, query: { ...query, measure: 'amount', group } }, rows, rise)],
  );
  const lead = prose`${capital(direction)}${scopePhrase(query, sheet)} ${way}${by}: ${now} ${periodWordsOf(period, sheet)}, ${before} ${periodWordsOf(comparedWith, sheet)}.`;
  return {
    lead: sentences(lead, ...lists.map((list) => list.lead)),
    blocks: lists.map((list) => list.block),
  };
}

function rowsWithDirection(direction: 'credits' | 'debits', answered: AnswerData): AnswerData {
  const difference = ({ now, before }: AnswerTableRow) =>
    direction === 'credits'
      ? now.creditCents - (before?.creditCents ?? 0)
      : now.debitCents - (before?.debitCents ?? 0);
  const moved = (rows: readonly AnswerTableRow[]) =>
    rows
      .filter((row) => difference(row) !== 0)
      .toSorted((one, other) => Math.abs(difference(other)) - Math.abs(difference(one)));
  return { ...answered, rows: moved(answered.rows), memberRows: moved(answered.memberRows) };
}

function changeList(context: AnswerContext, rows: readonly AnswerTableRow[], rise: number) {
  const { query, sheet } = context;
  const { period, comparedWith, direction, group, limit } = query;
  const cited = rows.slice(0, limit).map((row) => {
    const whose = rowOwnerLabel(row);
    const now = stateFigure(context, whose, row.now, period);
    const before = stateFigure(context, whose, row.before ?? NO_FIGURES, comparedWith ?? period);
    return {
      name: rowName(row, context),
      now,
      before,
      difference: sheet.difference(`Difference of ${direction}${whose}`, now, before),
    };
  });
  const drivers = cited
    .filter(({ difference }) => Math.sign(factSize(difference)) === Math.sign(rise))
    .slice(0, NAMED_IN_SENTENCE);
  const lead =
    rise === 0 || drivers.length === 0
      ? null
      : prose`By ${GROUPS[group ?? 'company'].one}, most of the ${rise > 0 ? 'rise' : 'fall'} came from ${joinWithAnd(drivers.map(({ name, difference }) => prose`${name.words} (${withoutSign(difference)} ${rise > 0 ? 'more' : 'less'})`))}.`;
  return {
    lead,
    block: table(
      `Differences of ${direction} by ${GROUPS[group ?? 'company'].one}`,
      [...nameColumns(query), right('Period'), right('Compared with'), right('Difference')],
      cited.map(({ name, now, before, difference }): TableCell[] => [...name.cells, now, before, difference]),
    ),
  };
}

function countsAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { period, comparedWith, of, group } = query;
  const source = of === 'alerts' ? 'Alerts by the day of their activity' : 'Returned debits of the ledger';
  const noun = of === 'alerts' ? alertNoun(query) : 'returned debit';
  const count = (label: string, number: number, days = period) =>
    sheet.from(source, days).count(label, number);
  const label = capital(`${noun}s`);
  const all = count(label, answered.tally.all);
  const when = periodWordsOf(period, sheet);
  const where = scopePhrase(query, sheet);
  const before =
    comparedWith === null || answered.tallyBefore === null
      ? null
      : count(label, answered.tallyBefore.all, comparedWith);
  const than = comparedPhrase(all, before, context);
  const highLabel = `High-risk ${alertNoun(query)}s`;
  const openLabel = 'Open alerts';
  const isSplit = of === 'alerts' && (query.risk === null || query.state === null);
  const split =
    !isSplit || factSize(all) === 0
      ? ''
      : prose`; ${joinWithAnd([
          ...(query.risk === null ? [prose`${count(highLabel, answered.tally.high)} of high risk`] : []),
          ...(query.state === null ? [prose`${count(openLabel, answered.tally.open)} open`] : []),
        ])}`;
  const head = prose`${withNoun(all, noun)}${where} ${of === 'alerts' ? 'on activity ' : ''}${when}${than}${split}.`;
  const named = answered.rows
    .slice(0, NAMED_IN_SENTENCE)
    .map(
      (row) =>
        prose`${rowName(row, context).words} with ${count(`${label}${rowOwnerLabel(row)}`, row.tally.all)}`,
    );
  const [firstRow] = answered.rows;
  const firstRowSentence = (): Span[] | null => {
    if (group === null || firstRow === undefined) return null;
    if (isTimeGroup(group))
      return group === 'day' ? prose`The first on ${rowName(firstRow, context).words}.` : null;
    if (answered.rows.length === 1) return null;
    return prose`${query.order === 'least' ? 'The fewest' : 'The most'}: ${joinWithAnd(named)}.`;
  };
  const led = firstRowSentence();
  const isOfAlerts = of === 'alerts';
  const rows = answered.rows.map((row) => [
    ...rowName(row, context).cells,
    group === 'reason' &&
      sheet
        .from('Nacha Operating Rules')
        .word('What the reason says', returnReasonOf(row.key)?.title ?? 'No known reason'),
    count(`${label}${rowOwnerLabel(row)}`, row.tally.all),
    isOfAlerts && count(`${highLabel}${rowOwnerLabel(row)}`, row.tally.high),
    isOfAlerts && count(`${openLabel}${rowOwnerLabel(row)}`, row.tally.open),
  ]);
  const columns = [
    ...nameColumns(query),
    group === 'reason' && 'Meaning',
    right(label),
    isOfAlerts && right('High risk'),
    isOfAlerts && right('Open'),
  ];
  return {
    lead:
      group !== null && query.answer === 'ranking' && named.length > 0
        ? sentences(
            prose`${capital(GROUPS[group].many)} with the ${query.order === 'least' ? 'fewest' : 'most'} ${noun}s${where} ${when}: ${joinWithAnd(named)}.`,
            head,
          )
        : sentences(head, led),
    blocks: [
      ...(rows.length === 0 ? [] : [table(`${label} by ${GROUPS[group ?? 'type'].one}`, columns, rows)]),
      ...alertsBlocks('Alerts', answered.alerts, context),
    ],
  };
}
