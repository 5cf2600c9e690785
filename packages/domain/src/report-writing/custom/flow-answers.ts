import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { factSize } from '../fact-sheet.ts';
import { chartOf } from '../report-blocks.ts';
import { joinWithAnd, prose, type SentencePart, sentences, withNoun } from '../report-sentences.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import {
  type AnswerContext,
  capital,
  comparedPhrase,
  DIRECTIONS,
  figuresTable,
  flowFacts,
  groupNoun,
  LEDGER_ENTRIES,
  measuredSize,
  measureWords,
  periodWordsOf,
  plural,
  rangeWords,
  rowFigure,
  rowName,
  rowOwnerLabel,
  rowsTable,
  scopePhrase,
  stateFigure,
} from './answer-figures.ts';
import { type AnswerTableRow, isTimeGroup, NO_FIGURES, type Query } from './custom-query.ts';

export interface ComposedAnswer {
  lead: Span[];
  blocks: Block[];
}

export function figureAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { now, before, unfiltered } = answered;
  const { period, comparedWith, direction, measure } = query;
  const { one, many, either, sum } = DIRECTIONS[direction];
  const where = scopePhrase(query, sheet);
  const when = periodWordsOf(period, sheet);
  const own = flowFacts(context, '', now, period);
  const main = stateFigure(context, '', now, period);
  const compared = before && comparedWith && stateFigure(context, '', before, comparedWith);
  const than = comparedPhrase(main, compared, context);
  const lead = ((): Span[] => {
    if (query.isShare && unfiltered !== null) {
      const all = stateFigure(context, ' in the ledger', unfiltered, period);
      const share = sheet.partOf('Share of total', main, all);
      return share === null
        ? prose`There were no ${sum} ${when}.`
        : prose`The ${measureWords(query)}${where} made up ${share} of the total: ${main} of ${all}, ${when}.`;
    }
    if (measure === 'count') {
      if (query.counted === 'entries')
        return prose`${withNoun(main, one, many)}${where} ${factSize(main) === 1 ? 'was' : 'were'} posted ${when}${than}.`;
      const what = query.counted === 'members' ? withNoun(main, 'member') : withNoun(main, 'company', 'companies');
      if (query.isAll) return prose`The ledger has ${what}.`;
      return prose`${what} had ${either}${where} ${when}${than}.`;
    }
    if (now.credits + now.debits === 0 && before === null) return prose`There were no ${either}${where} ${when}.`;
    if (measure === 'average') return prose`The ${measureWords(query)}${where} was ${main} ${when}${than}.`;
    if (direction === 'both')
      return prose`Credits${where} came to ${own.credits} in ${withNoun(own.creditCount, 'entry', 'entries')} and debits to ${own.debits} in ${withNoun(own.debitCount, 'entry', 'entries')}, ${when}${bothCompared()}.`;
    if (direction === 'net') return prose`The net flow${where} (credits less debits) was ${main} ${when}${than}.`;
    const count = direction === 'credits' ? own.creditCount : own.debitCount;
    return prose`${capital(sum)}${where} came to ${main} in ${withNoun(count, 'entry', 'entries')} ${when}${than}.`;
  })();
  const caption = `${capital(measureWords(query))} by ${groupNoun(query.group ?? 'company')}`;
  const rows = answered.rows.length === 0 ? [] : [rowsTable(context, caption)];
  const alerts = alertsBlocks('Alerts from all days', answered.alerts, context);
  return { lead, blocks: [figuresTable(context), ...rows, ...alerts] };

  function bothCompared(): Span[] {
    if (before === null || comparedWith === null) return [];
    const { credits, debits } = flowFacts(context, '', before, comparedWith);
    return prose`, compared with ${credits} and ${debits} in the comparison period (${rangeWords(comparedWith, sheet)})`;
  }
}

export const NAMED_IN_SENTENCE = 3;

const MAX_RANKED_IN_SENTENCE = 5;

export function rankingAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { rows, groups } = answered;
  const { group, period, measure, direction } = query;
  const when = periodWordsOf(period, sheet);
  const one = groupNoun(group ?? 'company');
  const noun = plural(one);
  const { many, either, sum: sumWords } = DIRECTIONS[direction];
  const where = () => scopePhrase(query, sheet);
  if (rows.length === 0) return { lead: prose`No ${one} had ${either}${where()} ${when}.`, blocks: [] };
  const what = { average: measureWords(query), count: many, amount: sumWords }[measure];
  const [largest, smallest] = (
    { average: ['largest', 'smallest'], count: ['most', 'fewest'], amount: ['most', 'smallest'] } as const
  )[measure];
  const most = query.order === 'least' ? smallest : largest;
  const ledger = sheet.from(LEDGER_ENTRIES, period);
  const shown = rows.slice(0, query.limit <= MAX_RANKED_IN_SENTENCE ? query.limit : NAMED_IN_SENTENCE);
  const named = joinWithAnd(
    shown.map((row) => {
      const members = query.withMembers && ledger.count(`Members${rowOwnerLabel(row)}`, row.now.members ?? 0);
      const reach = members ? prose` from ${withNoun(members, 'member')}` : '';
      return prose`${rowName(row, context).words} with ${rowFigure(context, row)}${reach}`;
    }),
  );
  const total = stateFigure(context, ' in all', answered.now, period);
  const sumOf = (figure: 'creditCents' | 'debitCents' | 'credits' | 'debits') =>
    rows.reduce((sum, { now }) => sum + now[figure], 0);
  const listed = {
    ...NO_FIGURES,
    creditCents: sumOf('creditCents'),
    debitCents: sumOf('debitCents'),
    credits: sumOf('credits'),
    debits: sumOf('debits'),
  };
  const part = stateFigure(context, ' for those listed', listed, period);
  const share =
    measure === 'average' || direction === 'net' ? null : sheet.partOf('Share of total for those listed', part, total);
  const listedCount = ledger.count(`${capital(noun)} listed`, rows.length);
  const all = ledger.count(`${capital(noun)} in all`, groups);
  const money = measure === 'count' ? 'of the total' : `of all ${sumWords}`;
  const sum =
    share === null || rows.length === 1
      ? null
      : groups === rows.length
        ? prose`No other ${one} ${query.amount === null ? `had ${either}` : 'matches the amount in the question'}; the total is ${part}.`
        : prose`The ${listedCount} ${noun} listed, out of ${all}, accounted for ${share} ${money}: ${part} of ${total}.`;
  const lead =
    query.isShare && share !== null
      ? sentences(
          prose`The ${withNoun(listedCount, one, noun)} with the ${most} ${what}${where()} accounted for ${share} ${money}: ${part} of ${total}, ${when}.`,
          prose`First on the list: ${named}.`,
        )
      : sentences(prose`${capital(noun)} with the ${most} ${what}${where()} ${when}: ${named}.`, sum);
  return { lead, blocks: [rowsTable(context, `${capital(noun)} by ${measureWords(query)}`)] };
}

export function seriesAnswer(context: AnswerContext): ComposedAnswer {
  const { query, answered, sheet } = context;
  const { rows, now } = answered;
  const { period, measure, direction } = query;
  const group = query.group ?? 'month';
  const when = periodWordsOf(period, sheet);
  const caption = `${capital(measureWords(query))} by ${groupNoun(group)}`;
  const { either, sum } = DIRECTIONS[direction];
  if (rows.length === 0 || now.credits + now.debits === 0)
    return { lead: prose`There were no ${either}${scopePhrase(query, sheet)} ${when}.`, blocks: [] };
  const total = stateFigure(context, ' in all', now, period);
  const sorted = rows.toSorted((one, other) => measuredSize(query, other.now) - measuredSize(query, one.now));
  const extreme = (row: AnswerTableRow | undefined): SentencePart =>
    row
      ? prose`${isTimeGroup(group) ? 'in' : 'for'} ${rowName(row, context).words} with ${rowFigure(context, row)}`
      : '';
  const ends = sorted.length < 2 ? '' : prose`; highest ${extreme(sorted[0])} and lowest ${extreme(sorted.at(-1))}`;
  const all = prose`${total} ${measure === 'average' ? 'overall' : 'in total'}`;
  const mean = () => {
    if (measure !== 'average' || !isTimeGroup(group) || direction === 'net') return null;
    const cents = Math.round(measuredSize({ ...query, measure: 'amount' }, now) / rows.length);
    const { money } = sheet.from(`${LEDGER_ENTRIES}, divided by the number of ${plural(group)}`, period);
    return prose`That is ${money(`Average ${sum} per ${group}`, cents)} a ${group} on average.`;
  };
  const average = mean();
  const both = direction === 'both' && measure === 'amount' ? flowFacts(context, '', now, period) : null;
  const detail = both && prose`Credits came to ${both.credits} and debits to ${both.debits}.`;
  const lead = prose`${capital(measureWords(query))}${scopePhrase(query, sheet)} by ${groupNoun(group)} ${when}: ${all}${ends}.`;
  const chart = seriesChart(context, caption);
  return {
    lead: sentences(lead, detail, average),
    blocks: [...(chart === null ? [] : [chart]), rowsTable(context, caption)],
  };
}

const MAX_CHART_POINTS = 60;

function seriesChart(context: AnswerContext, title: string): Block | null {
  const { query, answered } = context;
  if (!isTimeGroup(query.group) || answered.rows.length > MAX_CHART_POINTS) return null;
  const line = (name: string, direction: Query['direction']) => ({
    name,
    values: answered.rows.map((row) => rowFigure({ ...context, query: { ...query, direction } }, row)),
  });
  return chartOf({
    title,
    type: 'line',
    unit: query.measure === 'count' ? 'count' : 'money',
    categories: answered.rows.map((row) => rowName(row, context).cells[0] ?? ''),
    series:
      query.direction === 'both'
        ? [line('Credits', 'credits'), line('Debits', 'debits')]
        : [line(capital(measureWords(query)), query.direction)],
  });
}
