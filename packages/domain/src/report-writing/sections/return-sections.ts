import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import {
  decimalsToShowAbove,
  RETURN_RATE_DAYS,
  type ReturnRateName,
  type ReturnTally,
  returnGroupOf,
  returnRates,
} from '../../companies/company-return-rates.ts';
import { pairComparison, pairsFrom } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { right, rowChart, rowTable } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, sentences, withNoun } from '../report-sentences.ts';

export interface ReturnReasonCount {
  /** A code such as "R10"; empty when the return states no reason. */
  code: string;
  returns: number;
}

export interface Returns {
  now: ReturnReasonCount[];
  before: ReturnReasonCount[];
  /**
   * Companies with returned debits in the last sixty days of the ledger, by the same rules as the company
   * page.
   */
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
  const pair = (label: string, which?: PeriodChoice) =>
    pairsFrom(context, `Count of ${label.toLowerCase()}`).count(
      label,
      sum(returns.now, which),
      sum(returns.before, which),
    );
  const all = pair('Returned debits');
  const isUnauthorized: PeriodChoice = ({ code }) => returnGroupOf(code) === 'unauthorized';
  const unauthorized = pair('Debits returned as unauthorized', isUnauthorized).now;
  const size = factSize(all.now);
  if (size === 0)
    return all.before !== null && factSize(all.before) > 0
      ? prose`No debits were returned, compared with ${all.before} in the previous period.`
      : null;
  const before = pairComparison(context.sheet, all);
  const label = 'Returned debits, share of all debits';
  const rate = factSize(debits) < size ? null : context.sheet.partOf(label, all.now, debits);
  const number = factSize(unauthorized);
  return sentences(
    prose`${withNoun(all.now, 'debit')} ${size === 1 ? 'was' : 'were'} returned${rate === null ? '' : prose` (${rate} of all debits)`}${before}.`,
    prose`${number === 0 ? 'None' : prose`${unauthorized} of them`} ${number < 2 ? 'was' : 'were'} returned as unauthorized.`,
  );
}

export function returnReasonsBlocks(returns: Returns, { scope, sheet }: ReportContext): Block[] {
  if (returns.now.length === 0) return [];
  const { count } = sheet.from('Count of returned debits', scope.period);
  const reasons = returns.now.slice(0, MAX_RETURN_REASONS).map(({ code, returns: number }) => ({
    code: code === '' ? NO_REASON : sheet.from(NACHA_RULES).word('Return reason code', code),
    group: returnGroupOf(code),
    debits: count(`Debits returned${code === '' ? '' : ` with ${code}`}`, number),
  }));
  const caption = 'Returned debits by reason';
  const chart = rowChart([caption, 'bar', 'count'], reasons, ({ code }) => code, {
    Debits: ({ debits }) => debits,
  });
  const listed = rowTable(caption, reasons, [
    ['Reason code', ({ code }) => code],
    ['Group', ({ group }) => group],
    [right('Debits'), ({ debits }) => debits],
  ]);
  return chart === null ? [listed] : [chart, listed];
}

export interface CompanyAboveReturnLimit {
  company: CitedFact;
  rates: { name: ReturnRateName; rate: CitedFact; limit: CitedFact; returns: CitedFact }[];
}

/** Companies above one of Nacha's return rate levels, as flagged on the company page. */
export function companiesAboveReturnLimit({ companies }: Returns, { scope, sheet }: ReportContext) {
  return companies.flatMap(({ company, tally }) => {
    const judged = returnRates(tally);
    const above = RATES.filter((name) => judged[name].isAbove);
    if (above.length === 0) return [];
    return [
      {
        company: sheet.from('Company with returned debits').company('Company', company),
        rates: above.map((name) => {
          const { percent, limitPercent, returns } = judged[name];
          const shown = percent ?? 0;
          const digits = decimalsToShowAbove({ percent: shown, limitPercent, least: shown < 1 ? 2 : 1 });
          const source = `Returned debits ÷ debits by ${company} over ${RETURN_RATE_DAYS} days`;
          const { share, count } = sheet.from(source, scope.asOf);
          return {
            name,
            rate: share(`${name} return rate for ${company}`, shown / 100, digits),
            limit: sheet.from(NACHA_RULES).share(`Nacha level, ${name} returns`, limitPercent / 100),
            returns: count(`${name} returns for ${company}`, returns),
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
  const { count } = context.sheet.from(NACHA_RULES);
  const days = count('Days in the return rate window', RETURN_RATE_DAYS);
  const rest = above.length > 3 ? ' and others' : '';
  return prose`ACH operations: raise the returns in the last ${days} days with ${joinWithAnd(above.slice(0, 3).map(aboveLimitPhrase))}${rest} through the ODFI.`;
}
