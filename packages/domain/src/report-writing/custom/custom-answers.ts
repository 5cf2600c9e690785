import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { returnReasonOf } from '../../nacha/return-and-change-codes.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { paragraph, right, type TableCell, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import {
  type AnswerContext,
  alertNoun,
  capital,
  companyName,
  comparedPhrase,
  coverageNote,
  DIRECTIONS,
  entryOrder,
  flowFacts,
  groupNoun,
  interpretationOf,
  LEDGER_ENTRIES,
  meaningOfName,
  measuredSize,
  nameColumns,
  periodWordsOf,
  plural,
  ratedAlertNoun,
  reversalNote,
  rowName,
  rowOwnerLabel,
  rowsTable,
  scopePhrase,
  stateFigure,
  titleOf,
} from './answer-figures.ts';
import {
  type AnswerData,
  type AnswerEntry,
  type AnswerTableRow,
  type FlowFigures,
  isTimeGroup,
  NO_FIGURES,
  type Query,
} from './custom-query.ts';
import { type ComposedAnswer, figureAnswer, NAMED_IN_SENTENCE, rankingAnswer, seriesAnswer } from './flow-answers.ts';

export interface Answer {
  lead: Span[];
  section: ReportSection;
}

export function answerOf(query: Query, answered: AnswerData, reportContext: ReportContext): Answer {
  const context: AnswerContext = { ...reportContext, query, answered };
  const compose = query.of === 'money' ? COMPOSERS[query.answer] : countsAnswer;
  const { lead, blocks } = compose(context);
  const reading = query.isReversed ? reversalNote(context) : null;
  const opening = sentences(reading, meaningOfName(context), lead, coverageNote(context));
  const interpretation = paragraph(prose`Interpreted as: ${interpretationOf(query, reportContext.sheet)}.`);
  return {
    lead: opening,
    section: { title: titleOf(query), blocks: [paragraph(opening), ...blocks, interpretation] },
  };
}

const COMPOSERS: Readonly<Record<Query['answer'], (context: AnswerContext) => ComposedAnswer>> = {
  figure: figureAnswer,
  ranking: rankingAnswer,
  series: seriesAnswer,
  entries: entriesAnswer,
  day: daysAnswer,
  change: changeAnswer,
};

function entriesAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { direction, period } = query;
  const when = periodWordsOf(period, sheet);
  const { one, many } = DIRECTIONS[direction];
  const [first] = answered.entries;
  if (first === undefined)
    return { lead: prose`No ${many}${scopePhrase(query, sheet)} were posted ${when}.`, blocks: [] };
  const ledger = sheet.from(LEDGER_ENTRIES);
  const way = ({ isCredit }: AnswerEntry) => (isCredit ? 'credit' : 'debit');
  const amountOf = (entry: AnswerEntry, place: number) =>
    sheet
      .from(`${LEDGER_ENTRIES}, row ${place + 1} of the table`)
      .money(`Amount of the ${way(entry)} for ${entry.member.name} with ${entry.company}`, entry.cents);
  const dayOf = (entry: AnswerEntry) => ledger.day('Posting day', entry.day);
  const which = entryOrder(query.order);
  const kind = direction === 'both' || direction === 'net' ? prose` (a ${way(first)})` : '';
  const size = measuredSize({ ...query, measure: 'count' }, answered.now);
  const all = sheet.from(LEDGER_ENTRIES, period).count('Credits and debits that match', size);
  const lead = sentences(
    prose`The ${which} ${one}${scopePhrase(query, sheet)} ${when} was ${amountOf(first, 0)}${kind}: ${memberPhrase(sheet, first.member)} with ${companyName(first.company, sheet)} on ${dayOf(first)}.`,
    answered.entries.length > 1
      ? prose`There are ${withNoun(all, `matching ${one}`, `matching ${many}`)} in total; the table lists the ${which} first.`
      : null,
  );
  const rows = answered.entries.map((entry, place): TableCell[] => [
    dayOf(entry),
    ...memberCells(sheet, entry.member),
    companyName(entry.company, sheet),
    capital(way(entry)),
    entry.secClass === null ? null : ledger.word('SEC code', entry.secClass),
    amountOf(entry, place),
  ]);
  const columns = ['Day', 'Member', 'Account', 'Company', 'Direction', 'Class', right('Amount')];
  return { lead, blocks: [table(`${capital(which)} first`, columns, rows)] };
}

function daysAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { order, period, direction, group, measure } = query;
  const [first] = answered.rows;
  const { one, many } = DIRECTIONS[direction];
  const when = periodWordsOf(period, sheet);
  if (first === undefined)
    return { lead: prose`No ${many}${scopePhrase(query, sheet)} were posted ${when}.`, blocks: [] };
  const own = flowFacts(context, rowOwnerLabel(first), first.now, period);
  const money =
    direction === 'credits' || direction === 'debits'
      ? prose`${withNoun(direction === 'credits' ? own.creditCount : own.debitCount, one)}, ${own[direction]} in total`
      : prose`${withNoun(own.count, 'entry', 'entries')}, ${own.credits} in credits and ${own.debits} in debits`;
  if (order === 'first' || order === 'last')
    return {
      lead: prose`The ${order} ${one}${scopePhrase(query, sheet)} was posted on ${rowName(first, context).words}: ${money} that day.`,
      blocks: [rowsTable(context, 'That day')],
    };
  const last = answered.rows.at(-1) ?? first;
  if (order === 'first and last')
    return {
      lead: prose`The first ${one}${scopePhrase(query, sheet)} was posted on ${rowName(first, context).words} and the last on ${rowName(last, context).words}.`,
      blocks: [rowsTable(context, 'These days')],
    };
  const by = measure === 'count' ? 'number of entries' : 'amount';
  const [least, most] = measure === 'count' ? ['quietest', 'busiest'] : ['smallest', 'largest'];
  const unit = groupNoun(group ?? 'day');
  return {
    lead: prose`By ${by}, the ${(order === 'least' ? least : most) ?? ''} ${unit}${scopePhrase(query, sheet)} ${when} was ${rowName(first, context).words}, with ${money}.`,
    blocks: [rowsTable(context, `${capital(plural(unit))} by ${by}`)],
  };
}

function changeAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { direction, period, comparedWith } = query;
  if (direction === 'both' || direction === 'net') {
    const each = (['credits', 'debits'] as const).map((one) =>
      changeAnswer({ ...context, query: { ...query, direction: one } }),
    );
    return { lead: sentences(...each.map(({ lead }) => lead)), blocks: each.flatMap(({ blocks }) => blocks) };
  }
  if (comparedWith === null || answered.before === null) return figureAnswer(context);
  const amounts: Query = { ...query, measure: 'amount' };
  const figuresOf = (whose: string, current: FlowFigures, base: FlowFigures) => ({
    now: stateFigure({ ...context, query: amounts }, whose, current, period),
    before: stateFigure({ ...context, query: amounts }, whose, base, comparedWith),
  });
  const { now, before } = figuresOf('', answered.now, answered.before);
  const rise = factSize(now) - factSize(before);
  const way = rise === 0 ? 'stayed the same' : rise > 0 ? 'rose' : 'fell';
  const share = factSize(before) > 0 ? sheet.change(`${capital(direction)}, change`, now, before) : null;
  const by = share === null || rise === 0 ? '' : prose` ${withoutSign(share)}`;
  const cents = direction === 'credits' ? 'creditCents' : 'debitCents';
  const move = (row: AnswerTableRow) => row.now[cents] - (row.before?.[cents] ?? 0);
  const moved = [...answered.rows, ...answered.memberRows]
    .filter((row) => move(row) !== 0)
    .toSorted((one, other) => Math.abs(move(other)) - Math.abs(move(one)));
  const leads: (Span[] | null)[] = [];
  const blocks: Block[] = [];
  for (const group of ['company', 'member'] as const) {
    const cited = moved
      .filter(({ member }) => (member === null) === (group === 'company'))
      .slice(0, query.limit)
      .map((row) => {
        const whose = rowOwnerLabel(row);
        const own = figuresOf(whose, row.now, row.before ?? NO_FIGURES);
        const { words, cells } = rowName(row, { ...context, query: { ...query, group } });
        const difference = sheet.difference(`Difference in ${direction}${whose}`, own.now, own.before);
        return { words, difference, cells: [...cells, own.now, own.before, difference] };
      });
    if (cited.length === 0) continue;
    const drivers = cited
      .filter(({ difference }) => rise !== 0 && Math.sign(factSize(difference)) === Math.sign(rise))
      .slice(0, NAMED_IN_SENTENCE)
      .map(({ words, difference }) => prose`${words} (${withoutSign(difference)} ${rise > 0 ? 'more' : 'less'})`);
    if (drivers.length > 0)
      leads.push(
        prose`By ${group}, ${joinWithAnd(drivers)} contributed most to the ${rise > 0 ? 'increase' : 'decrease'}.`,
      );
    const columns = [...nameColumns({ group }), right('Period'), right('Compared with'), right('Difference')];
    blocks.push(
      table(
        `Differences in ${direction} by ${group}`,
        columns,
        cited.map(({ cells }) => cells),
      ),
    );
  }
  const lead = prose`${capital(direction)}${scopePhrase(query, sheet)} ${way}${by}: ${now} ${periodWordsOf(period, sheet)}, compared with ${before} ${periodWordsOf(comparedWith, sheet)}.`;
  return { lead: sentences(lead, ...leads), blocks };
}

/** Returns "1 is" or "2 are". */
const beOf = (fact: CitedFact): Span[] => prose`${fact} ${factSize(fact) === 1 ? 'is' : 'are'}`;

function countsAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { period, comparedWith, of, group, risk, state } = query;
  const { rows, tally, tallyBefore } = answered;
  const isOfAlerts = of === 'alerts';
  const source = isOfAlerts ? 'Alerts by activity date' : 'Returned debits in the ledger';
  const noun = isOfAlerts ? alertNoun(query) : 'returned debit';
  const count = (label: string, number: number, days = period) => sheet.from(source, days).count(label, number);
  const ratedNoun = isOfAlerts ? ratedAlertNoun(query) : noun;
  const label = capital(`${noun}s`);
  const all = count(label, tally.all);
  const when = periodWordsOf(period, sheet);
  const where = scopePhrase(query, sheet);
  const before = comparedWith && tallyBefore && count(label, tallyBefore.all, comparedWith);
  const than = comparedPhrase(all, before, context);
  const highLabel = `High-risk ${noun}s`;
  const isSplit = isOfAlerts && (risk === null || state === null) && factSize(all) > 0;
  const parts = [
    ...(isSplit && risk === null ? [prose`${beOf(count(highLabel, tally.high))} high risk`] : []),
    ...(isSplit && state === null ? [prose`${beOf(count('Open alerts', tally.open))} open`] : []),
  ];
  const split = isSplit ? prose`; ${joinWithAnd(parts)}` : '';
  const head = prose`${withNoun(all, ratedNoun)}${where} ${isOfAlerts ? 'on activity ' : ''}${when}${than}${split}.`;
  const named = rows
    .slice(0, NAMED_IN_SENTENCE)
    .map((row) => prose`${rowName(row, context).words} with ${count(`${label}${rowOwnerLabel(row)}`, row.tally.all)}`);
  const [first] = rows;
  const most = query.order === 'least' ? 'fewest' : 'most';
  const rowSentence = (): Span[] | null => {
    if (group === null || first === undefined) return null;
    if (group === 'day') return prose`The first was on ${rowName(first, context).words}.`;
    return isTimeGroup(group) || rows.length === 1
      ? null
      : prose`${query.order === 'least' ? 'Lowest' : 'Highest'} counts by ${groupNoun(group)}: ${joinWithAnd(named)}.`;
  };
  const led = rowSentence();
  const cells = rows.map((row) => {
    const whose = rowOwnerLabel(row);
    const reason = group === 'reason' && (returnReasonOf(row.key)?.title ?? 'No known reason');
    return [
      ...rowName(row, context).cells,
      reason && sheet.from('Nacha Operating Rules').word('Meaning of the return reason', reason),
      count(`${label}${whose}`, row.tally.all),
      isOfAlerts && count(`${highLabel}${whose}`, row.tally.high),
      isOfAlerts && count(`Open alerts${whose}`, row.tally.open),
    ];
  });
  const columns = [
    ...nameColumns(query),
    group === 'reason' && 'Meaning',
    right(label),
    isOfAlerts && right('High risk'),
    isOfAlerts && right('Open'),
  ];
  const caption = `${label} by ${groupNoun(group ?? 'type')}`;
  return {
    lead:
      group !== null && query.answer === 'ranking' && named.length > 0
        ? sentences(
            prose`${capital(plural(groupNoun(group)))} with the ${most} ${ratedNoun}s${where} ${when}: ${joinWithAnd(named)}.`,
            head,
          )
        : sentences(head, led),
    blocks: [
      ...(rows.length === 0 ? [] : [table(caption, columns, cells)]),
      ...alertsBlocks('Alerts', answered.alerts, context),
    ],
  };
}
