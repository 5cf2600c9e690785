import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { factSize } from '../fact-sheet.ts';
import { chartOf } from '../report-blocks.ts';
import { joinWithAnd, prose, type SentencePart, sentences, withNoun } from '../report-sentences.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import {
  comparedPhrase,
  figuresTable,
  measuredSize,
  rowName,
  rowOwnerLabel,
  rowsTable,
  statedFlows,
  stateFigure,
} from './answer-figures.ts';
import {
  type AnswerContext,
  capital,
  DIRECTIONS,
  GROUPS,
  LEDGER_ENTRIES,
  measureWords,
  periodWordsOf,
  rangeWords,
  scopePhrase,
} from './answer-words.ts';
import {
  type AnswerTableRow,
  type FlowFigures,
  isTimeGroup,
  NO_FIGURES,
  type Query,
} from './custom-query.ts';

export function figureAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { now, before, unfiltered } = answered;
  const { period, comparedWith, direction, measure } = query;
  const { one, many, either, sum } = DIRECTIONS[direction];
  const where = scopePhrase(query, sheet);
  const when = periodWordsOf(period, sheet);
  const own = statedFlows(context, '', now, period);
  const main = stateFigure(context, '', now, period);
  const compared =
    before === null || comparedWith === null ? null : stateFigure(context, '', before, comparedWith);
  const than = comparedPhrase(main, compared, context);
  const lead = ((): Span[] => {
    if (query.isShare && unfiltered !== null) {
      const all = stateFigure(context, ' of all', unfiltered, period);
      const share = sheet.partOf('Share of all', main, all);
      return share === null
        ? prose`There were no ${sum} ${when}.`
        : prose`The ${measureWords(query)}${where} came to ${share} of all: ${main} of ${all}, ${when}.`;
    }
    if (measure === 'count') {
      if (query.counted === 'entries')
        return prose`${withNoun(main, one, many)}${where} ${factSize(main) === 1 ? 'was' : 'were'} posted ${when}${than}.`;
      const what =
        query.counted === 'members' ? withNoun(main, 'member') : withNoun(main, 'company', 'companies');
      if (query.isAll) return prose`The ledger has ${what}.`;
      return prose`${what} had ${either}${where} ${when}${than}.`;
    }
    if (now.credits + now.debits === 0 && before === null)
      return prose`There were no ${either}${where} ${when}.`;
    if (measure === 'average') return prose`The ${measureWords(query)}${where} was ${main} ${when}${than}.`;
    if (direction === 'both')
      return prose`Credits${where} came to ${own.credits} in ${withNoun(own.creditCount, 'entry', 'entries')} and debits to ${own.debits} in ${withNoun(own.debitCount, 'entry', 'entries')}, ${when}${bothCompared(context)}.`;
    if (direction === 'net')
      return prose`The net flow${where} (credits less debits) was ${main} ${when}${than}.`;
    const count = direction === 'credits' ? own.creditCount : own.debitCount;
    return prose`${capital(sum)}${where} came to ${main} in ${withNoun(count, 'entry', 'entries')} ${when}${than}.`;
  })();
  const rows =
    answered.rows.length === 0
      ? []
      : [rowsTable(context, `${capital(measureWords(query))} by ${GROUPS[query.group ?? 'company'].one}`)];
  const alerts = alertsBlocks('Alerts of all days', answered.alerts, context);
  return { lead, blocks: [figuresTable(context), ...rows, ...alerts] };
}

function bothCompared(context: AnswerContext): Span[] {
  const { answered, query, sheet } = context;
  if (answered.before === null || query.comparedWith === null) return [];
  const before = statedFlows(context, '', answered.before, query.comparedWith);
  return prose`, after ${before.credits} and ${before.debits} before (${rangeWords(query.comparedWith, sheet)})`;
}

export const NAMED_IN_SENTENCE = 3;

const MAX_RANKED_IN_SENTENCE = 5;

export function rankingAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { rows, groups } = answered;
  const { group, order, period, measure, direction } = query;
  const when = periodWordsOf(period, sheet);
  const { one, many: noun } = GROUPS[group ?? 'company'];
  const { many, either, sum: sumWords } = DIRECTIONS[direction];
  const what = { average: measureWords(query), count: many, amount: sumWords }[measure];
  const most =
    order === 'least'
      ? { average: 'smallest', count: 'fewest', amount: 'smallest' }[measure]
      : { average: 'largest', count: 'most', amount: 'most' }[measure];
  if (rows.length === 0)
    return {
      lead: prose`No ${one} had ${either}${scopePhrase(query, sheet)} ${when}.`,
      blocks: [],
    };
  const shown = rows.slice(0, query.limit <= MAX_RANKED_IN_SENTENCE ? query.limit : NAMED_IN_SENTENCE);
  const named = joinWithAnd(
    shown.map((row) => {
      const reach = query.withMembers
        ? prose` from ${withNoun(sheet.from(LEDGER_ENTRIES, period).count(`Members${rowOwnerLabel(row)}`, row.now.members ?? 0), 'member')}`
        : '';
      return prose`${rowName(row, context).words} with ${stateFigure(context, rowOwnerLabel(row), row.now, period)}${reach}`;
    }),
  );
  const total = stateFigure(context, ' in all', answered.now, period);
  const listed = listedFigures(rows.map(({ now }) => now));
  const part = stateFigure(context, ' of those listed', listed, period);
  const share =
    measure === 'average' || direction === 'net' ? null : sheet.partOf('Share of those listed', part, total);
  const listedCount = sheet.from(LEDGER_ENTRIES, period).count(`${capital(noun)} listed`, rows.length);
  const all = sheet.from(LEDGER_ENTRIES, period).count(`${capital(noun)} in all`, groups);
  const money = measure === 'count' ? 'of all' : `of all ${sumWords}`;
  const sum =
    share === null || rows.length === 1
      ? null
      : groups === rows.length
        ? prose`No other ${one} ${query.amount === null ? `had ${either}` : 'is within the limit'}; together they have ${part}.`
        : prose`The ${listedCount} listed of ${all} have ${share} ${money}: ${part} of ${total}.`;
  const lead =
    query.isShare && share !== null
      ? sentences(
          prose`The ${withNoun(listedCount, one, noun)} with the ${most} ${what}${scopePhrase(query, sheet)} have ${share} ${money}: ${part} of ${total}, ${when}.`,
          prose`They are led by ${named}.`,
        )
      : sentences(
          prose`${capital(noun)} with the ${most} ${what}${scopePhrase(query, sheet)} ${when}: ${named}.`,
          sum,
        );
  return { lead, blocks: [rowsTable(context, `${capital(noun)} by ${measureWords(query)}`)] };
}

function listedFigures(all: readonly FlowFigures[]): FlowFigures {
  return all.reduce(
    (sum, each) => ({
      ...sum,
      creditCents: sum.creditCents + each.creditCents,
      debitCents: sum.debitCents + each.debitCents,
      credits: sum.credits + each.credits,
      debits: sum.debits + each.debits,
    }),
    NO_FIGURES,
  );
}

export function seriesAnswer(context: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = context;
  const { rows, now } = answered;
  const { group, period, measure, direction } = query;
  const when = periodWordsOf(period, sheet);
  const what = capital(measureWords(query));
  if (rows.length === 0 || now.credits + now.debits === 0)
    return {
      lead: prose`There were no ${DIRECTIONS[direction].either}${scopePhrase(query, sheet)} ${when}.`,
      blocks: [],
    };
  const total = stateFigure(context, ' in all', now, period);
  const sorted = rows.toSorted((one, other) => measuredSize(query, other.now) - measuredSize(query, one.now));
  const extreme = (row: AnswerTableRow | undefined): SentencePart =>
    row === undefined
      ? ''
      : prose`${isTimeGroup(group) ? 'in ' : ''}${rowName(row, context).words} with ${stateFigure(context, rowOwnerLabel(row), row.now, period)}`;
  const ends =
    sorted.length < 2 ? '' : prose`; the most ${extreme(sorted[0])}, the least ${extreme(sorted.at(-1))}`;
  const all = measure === 'average' ? prose`${total} over all` : prose`${total} in all`;
  const mean =
    measure === 'average' && isTimeGroup(group) && direction !== 'net'
      ? prose`That is ${sheet.from(`${LEDGER_ENTRIES}, divided by the ${GROUPS[group].many}`, period).money(`Average ${DIRECTIONS[direction].sum} of a ${group}`, Math.round(measuredSize({ ...query, measure: 'amount' }, now) / rows.length))} a ${group} on average.`
      : null;
  const both = direction === 'both' && measure === 'amount' ? statedFlows(context, '', now, period) : null;
  const detail = both === null ? null : prose`Credits came to ${both.credits} and debits to ${both.debits}.`;
  return {
    lead: sentences(
      prose`${what}${scopePhrase(query, sheet)} by ${GROUPS[group ?? 'month'].one} ${when}: ${all}${ends}.`,
      detail,
      mean,
    ),
    blocks: [seriesChart(context), rowsTable(context, `${what} by ${GROUPS[group ?? 'month'].one}`)].filter(
      (block) => block !== null,
    ),
  };
}

const MAX_CHART_POINTS = 60;

function seriesChart(context: AnswerContext): Block | null {
  const { query, answered } = context;
  const { group, period, measure, direction } = query;
  if (!isTimeGroup(group) || answered.rows.length > MAX_CHART_POINTS) return null;
  const line = (name: string, own: Query) => ({
    name,
    values: answered.rows.map((row) =>
      stateFigure({ ...context, query: own }, rowOwnerLabel(row), row.now, period),
    ),
  });
  return chartOf({
    title: `${capital(measureWords(query))} by ${GROUPS[group].one}`,
    type: 'line',
    unit: measure === 'count' ? 'count' : 'money',
    categories: answered.rows.map((row) => rowName(row, context).cells[0] ?? ''),
    series:
      direction === 'both'
        ? [
            line('Credits', { ...query, direction: 'credits' }),
            line('Debits', { ...query, direction: 'debits' }),
          ]
        : [line(capital(measureWords(query)), query)],
  });
}
