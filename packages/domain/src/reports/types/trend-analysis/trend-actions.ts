import type { Span } from '@clearwatch/contracts/reports/report-document';
import { prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { runSentence } from './direction-section.ts';
import type { TrendData } from './trend-data.ts';
import { amountIn, run, wholeMonths } from './whole-months.ts';

const LEAST_RUN = 3;

/** Who should do what about the direction of things. */
export function trendActions(data: TrendData, context: ReportContext): Span[][] {
  const whole = wholeMonths(data.flows.months, context.asked);
  const actions: Span[][] = [];
  const credits = run(whole.map((month) => amountIn('credits', month)));
  const debits = run(whole.map((month) => amountIn('debits', month)));
  if (credits.way === 'down' && credits.months >= LEAST_RUN)
    actions.push(
      prose`Finance: plan liquidity with less coming in. ${runSentence('credits', data, context) ?? ''}`,
    );
  if (debits.way === 'up' && debits.months >= LEAST_RUN)
    actions.push(
      prose`Finance: plan liquidity with more going out. ${runSentence('debits', data, context) ?? ''}`,
    );
  const last = whole.at(-1)?.month;
  const lately = data.outstanding.find(({ month }) => month === last);
  const [company] = lately?.companies ?? [];
  if (lately !== undefined && company !== undefined) {
    const month = context.sheet.month(
      { label: 'Month', source: 'Months of the daily totals of the ledger' },
      lately.month,
    );
    const name = context.sheet.company(
      { label: 'Company', source: 'Company of the entries' },
      company.company,
    );
    actions.push(
      prose`ACH operations: find out whether the ${lately.direction} of ${month} stay at that level, beginning with ${name}.`,
    );
  }
  return actions;
}
