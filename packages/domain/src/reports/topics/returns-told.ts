import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { decimalsAbove } from '../../companies/percent-above.ts';
import { returnGroupOf } from '../../companies/return-group.ts';
import { RETURN_RATE_DAYS, type ReturnRateName, returnRates } from '../../companies/return-rates.ts';
import { type Stated, sizeOf } from '../fact-sheet.ts';
import { counted, enumerated, prose, sentences } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { type Cell, table } from '../table.ts';
import { againstBefore } from './against-before.ts';
import { noted, notedAsOf } from './noted.ts';
import { pairOf } from './pair.ts';
import type { ReturnReason, Returns } from './returns.ts';
import { chartOf } from './sections.ts';

const RATES = ['unauthorized', 'administrative', 'overall'] as const satisfies readonly ReturnRateName[];
const MOST_REASONS = 8;
const NO_REASON = 'No reason stated';
const RULES = 'Nacha Operating Rules, return rate levels';

type Which = (reason: ReturnReason) => boolean;
const sum = (reasons: readonly ReturnReason[], which: Which = () => true) =>
  reasons.reduce((total, reason) => (which(reason) ? total + reason.returns : total), 0);

/** How many debits came back, of how many, and how many of them as unauthorized. Null where none did in either period. */
export function returnsSentence(returns: Returns, debits: Stated, context: ReportContext): Span[] | null {
  const { asked, sheet } = context;
  const pair = (label: string, which?: Which) =>
    pairOf(
      asked,
      {
        label,
        source: `Count of ${label.toLowerCase()}`,
        now: sum(returns.now, which),
        before: sum(returns.before, which),
      },
      (note, count) => sheet.count(note, count),
    );
  const all = pair('Returned debits');
  const unauthorized = pair(
    'Debits returned as unauthorized',
    ({ code }) => returnGroupOf(code) === 'unauthorized',
  ).now;
  const size = sizeOf(all.now);
  if (size === 0)
    return all.before !== null && sizeOf(all.before) > 0
      ? prose`No debit came back, after ${all.before} in the period before.`
      : null;
  const before = all.before === null ? '' : prose`, ${againstBefore(sheet, all.label, all.now, all.before)}`;
  const rate =
    sizeOf(debits) < size ? null : sheet.partOf('Returned debits, part of all debits', all.now, debits);
  const share = rate === null ? '' : prose` (${rate} of the debits)`;
  const none = sizeOf(unauthorized) === 0;
  return sentences(
    prose`${counted(all.now, 'debit')} came back${share}${before}.`,
    none
      ? prose`None was returned as unauthorized.`
      : prose`${unauthorized} ${sizeOf(unauthorized) === 1 ? 'was' : 'were'} returned as unauthorized.`,
  );
}

/** Returned debits by their reason codes, the most frequent of them. */
export function returnReasonsBlocks(returns: Returns, { asked, sheet }: ReportContext): Block[] {
  if (returns.now.length === 0) return [];
  const reasons = returns.now.slice(0, MOST_REASONS).map(({ code, returns: number }) => ({
    code: code === '' ? NO_REASON : sheet.word({ label: 'Return reason code', source: RULES }, code),
    group: returnGroupOf(code),
    debits: sheet.count(
      noted(`Debits returned${code === '' ? '' : ` with ${code}`}`, 'Count of returned debits', asked.period),
      number,
    ),
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
    [
      { label: 'Reason code', align: 'left' },
      { label: 'Group', align: 'left' },
      { label: 'Debits', align: 'right' },
    ],
    reasons.map(({ code, group, debits }): Cell[] => [code, group, debits]),
  );
  return chart === null ? [listed] : [chart, listed];
}

export interface AboveLimit {
  company: Stated;
  rates: { name: ReturnRateName; rate: Stated; limit: Stated; returns: Stated }[];
}

/** Companies above one of Nacha's return rate levels, as their own page flags them. */
export function companiesAbove({ companies }: Returns, { asked, sheet }: ReportContext): AboveLimit[] {
  return companies.flatMap(({ company, tally }) => {
    const judged = returnRates(tally);
    const above = RATES.filter((name) => judged[name].isAbove);
    if (above.length === 0) return [];
    return [
      {
        company: sheet.company({ label: 'Company', source: 'Company whose debits came back' }, company),
        rates: above.map((name) => {
          const { percent, limitPercent, returns } = judged[name];
          const source = `Returned debits ÷ debits of ${company} over ${RETURN_RATE_DAYS} days`;
          return {
            name,
            rate: sheet.share(
              notedAsOf(`${name} return rate of ${company}`, source, asked.asOf),
              (percent ?? 0) / 100,
              decimalsAbove({ percent: percent ?? 0, limitPercent, least: (percent ?? 0) < 1 ? 2 : 1 }),
            ),
            limit: sheet.share({ label: `Nacha level, ${name} returns`, source: RULES }, limitPercent / 100),
            returns: sheet.count(notedAsOf(`${name} returns of ${company}`, source, asked.asOf), returns),
          };
        }),
      },
    ];
  });
}

/** "ACME: unauthorized returns 2.1% (Nacha level 0.50%)". */
export function aboveWords({ company, rates }: AboveLimit): Span[] {
  const said = rates.map(({ name, rate, limit }) => prose`${name} returns ${rate}, Nacha level ${limit}`);
  return prose`${company} (${enumerated(said)})`;
}

/** Who must be asked about returns; null where no company is above a level. */
export function returnsAction(returns: Returns, context: ReportContext): Span[] | null {
  const above = companiesAbove(returns, context);
  if (above.length === 0) return null;
  const days = context.sheet.count(
    { label: 'Days that return rates are counted over', source: RULES },
    RETURN_RATE_DAYS,
  );
  const rest = above.length > 3 ? prose` and others` : '';
  return prose`ACH operations: take up the returns of the last ${days} days with ${enumerated(above.slice(0, 3).map(aboveWords))}${rest}, through the ODFI.`;
}
