import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import {
  decimalsToShowAbove,
  RETURN_RATE_DAYS,
  type ReturnRateName,
  type ReturnTally,
  returnGroupOf,
  returnRates,
} from '../../companies/company-return-rates.ts';
import { pairComparison, periodPair } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { chartOf, right, type TableCell, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';

export interface ReturnReasonCount {
  /** "R10"; empty where the return names none. */
  code: string;
  returns: number;
}

export interface Returns {
  now: ReturnReasonCount[];
  before: ReturnReasonCount[];
  /** Companies with returned debits in the sixty days up to the newest day of the ledger, as their own page counts them. */
  companies: { company: string; tally: ReturnTally }[];
}

const RATES = ['unauthorized', 'administrative', 'overall'] as const satisfies readonly ReturnRateName[];
const MAX_RETURN_REASONS = 8;
const NO_REASON = 'No reason stated';
const NACHA_RULES = 'Nacha Operating Rules, return rate levels';

type PeriodChoice = (reason: ReturnReasonCount) => boolean;
const sum = (reasons: readonly ReturnReasonCount[], which: PeriodChoice = () => true) =>
  reasons.reduce((total, reason) => (which(reason) ? total + reason.returns : total), 0);

/** Null when neither period has returned debits. */
export function returnsSentence(returns: Returns, debits: CitedFact, context: ReportContext): Span[] | null {
  const { scope, sheet } = context;
  const pair = (label: string, which?: PeriodChoice) =>
    periodPair({ scope, sheet }, 'count', {
      label,
      source: `Count of ${label.toLowerCase()}`,
      now: sum(returns.now, which),
      before: sum(returns.before, which),
    });
  const all = pair('Returned debits');
  const unauthorized = pair(
    'Debits returned as unauthorized',
    ({ code }) => returnGroupOf(code) === 'unauthorized',
  ).now;
  const size = factSize(all.now);
  if (size === 0)
    return all.before !== null && factSize(all.before) > 0
      ? prose`No debit came back, after ${all.before} in the period before.`
      : null;
  const before = pairComparison(sheet, all);
  const rate =
    factSize(debits) < size ? null : sheet.partOf('Returned debits, part of all debits', all.now, debits);
  const share = rate === null ? '' : prose` (${rate} of the debits)`;
  const none = factSize(unauthorized) === 0;
  return sentences(
    prose`${withNoun(all.now, 'debit')} came back${share}${before}.`,
    none
      ? prose`None was returned as unauthorized.`
      : prose`${unauthorized} ${factSize(unauthorized) === 1 ? 'was' : 'were'} returned as unauthorized.`,
  );
}

export function returnReasonsBlocks(returns: Returns, { scope, sheet }: ReportContext): Block[] {
  if (returns.now.length === 0) return [];
  const reasons = returns.now.slice(0, MAX_RETURN_REASONS).map(({ code, returns: number }) => ({
    code: code === '' ? NO_REASON : sheet.from(NACHA_RULES).word('Return reason code', code),
    group: returnGroupOf(code),
    debits: sheet
      .from('Count of returned debits', scope.period)
      .count(`Debits returned${code === '' ? '' : ` with ${code}`}`, number),
  }));
  const chart = chartOf({
    title: 'Returned debits by reason',
    type: 'bar',
    unit: 'count',
    categories: reasons.map(({ code }) => code),
    series: [{ name: 'Debits', values: reasons.map(({ debits }) => debits) }],
  });
  const listed = table(
    'Returned debits by reason',
    ['Reason code', 'Group', right('Debits')],
    reasons.map(({ code, group, debits }): TableCell[] => [code, group, debits]),
  );
  return chart === null ? [listed] : [chart, listed];
}

export interface CompanyAboveReturnLimit {
  company: CitedFact;
  rates: { name: ReturnRateName; rate: CitedFact; limit: CitedFact; returns: CitedFact }[];
}

/** Companies above one of Nacha's return rate levels, as their own page flags them. */
export function companiesAboveReturnLimit(
  { companies }: Returns,
  { scope, sheet }: ReportContext,
): CompanyAboveReturnLimit[] {
  return companies.flatMap(({ company, tally }) => {
    const judged = returnRates(tally);
    const above = RATES.filter((name) => judged[name].isAbove);
    if (above.length === 0) return [];
    return [
      {
        company: sheet.from('Company whose debits came back').company('Company', company),
        rates: above.map((name) => {
          const { percent, limitPercent, returns } = judged[name];
          const source = `Returned debits ÷ debits of ${company} over ${RETURN_RATE_DAYS} days`;
          return {
            name,
            rate: sheet.from(source, scope.asOf).share(
              `${name} return rate of ${company}`,
              (percent ?? 0) / 100,
              decimalsToShowAbove({
                percent: percent ?? 0,
                limitPercent,
                least: (percent ?? 0) < 1 ? 2 : 1,
              }),
            ),
            limit: sheet.from(NACHA_RULES).share(`Nacha level, ${name} returns`, limitPercent / 100),
            returns: sheet.from(source, scope.asOf).count(`${name} returns of ${company}`, returns),
          };
        }),
      },
    ];
  });
}

export function aboveLimitPhrase({ company, rates }: CompanyAboveReturnLimit): Span[] {
  const phrases = rates.map(({ name, rate, limit }) => prose`${name} returns ${rate}, Nacha level ${limit}`);
  return prose`${company} (${joinWithAnd(phrases)})`;
}

export function returnsAction(returns: Returns, context: ReportContext): Span[] | null {
  const above = companiesAboveReturnLimit(returns, context);
  if (above.length === 0) return null;
  const days = context.sheet
    .from(NACHA_RULES)
    .count('Days that return rates are counted over', RETURN_RATE_DAYS);
  const rest = above.length > 3 ? prose` and others` : '';
  return prose`ACH operations: take up the returns of the last ${days} days with ${joinWithAnd(above.slice(0, 3).map(aboveLimitPhrase))}${rest}, through the ODFI.`;
}
