import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { monthWords } from '../../day-words.ts';
import { sizeOf } from '../../fact-sheet.ts';
import { enumerated, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { sizeWords } from '../../topics/size-words.ts';
import type { OutstandingMonth, TrendData } from './trend-data.ts';
import { amountIn, wholeMonths } from './whole-months.ts';

const MOST_NAMED = 3;
/** A company is a reason from this part of the distance on. */
const LEAST_PART = 0.1;

/** Months far from the usual one, with the companies that made them so. */
export function outstandingSection(data: TrendData, context: ReportContext): ReportSection[] {
  const items = data.outstanding.map((month) => outstandingWords(month, data, context));
  const said = items.filter((item) => item.length > 0);
  return said.length === 0
    ? []
    : [{ title: 'Months that stand out', blocks: [{ kind: 'list', items: said }] }];
}

function outstandingWords(
  { month, direction, companies }: OutstandingMonth,
  { flows }: TrendData,
  context: ReportContext,
): Span[] {
  const { asked, sheet } = context;
  const whole = wholeMonths(flows.months, asked);
  const own = whole.find((candidate) => candidate.month === month);
  const others = whole.filter((candidate) => candidate !== own);
  if (own === undefined || others.length === 0) return [];
  const words = monthWords(month);
  const source = 'Months of the daily totals of the ledger';
  const when = sheet.month({ label: 'Month', source }, month);
  const amount = sheet.money({ label: `${noun(direction)}, ${words}`, source }, amountIn(direction, own));
  const usual = sheet.money(
    {
      label: `${noun(direction)} of an average other month than ${words}`,
      source: `${source}, rounded to the cent`,
    },
    Math.round(others.reduce((sum, other) => sum + amountIn(direction, other), 0) / others.length),
  );
  const distance = sizeOf(amount) - sizeOf(usual);
  const reasons = companies
    .filter(({ cents, usualCents }) => (cents - usualCents) / distance >= LEAST_PART)
    .slice(0, MOST_NAMED)
    .map(({ company, cents, usualCents }) => {
      const name = sheet.company({ label: 'Company', source: 'Company of the entries' }, company);
      const of = 'Daily totals of companies';
      const now = sheet.money({ label: `${noun(direction)} of ${company}, ${words}`, source: of }, cents);
      const label = `${noun(direction)} of ${company} in an average other month than ${words}`;
      const normal = sheet.money({ label, source: `${of}, rounded to the cent` }, usualCents);
      return usualCents === 0
        ? prose`${name} (${sizeWords(now)}, otherwise nothing)`
        : prose`${name} (${sizeWords(now)}, otherwise ${sizeWords(normal)})`;
    });
  const why =
    reasons.length === 0 ? prose`No single company explains it.` : prose`The reason: ${enumerated(reasons)}.`;
  return sentences(
    prose`${when}: ${direction} of ${sizeWords(amount)} against ${sizeWords(usual)} in an average other month.`,
    why,
  );
}

const noun = (direction: OutstandingMonth['direction']) => (direction === 'credits' ? 'Credits' : 'Debits');
