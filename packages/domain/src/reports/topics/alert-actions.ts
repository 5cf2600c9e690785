import type { Span } from '@clearwatch/contracts/reports/report-document';
import { SAR_DAYS } from '../../fraud/sar-due-day.ts';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Alerts } from './alerts.ts';
import { noted } from './noted.ts';
import { alertWords } from './stated-alert.ts';
import { countOf } from './stated-alerts.ts';

/** What the alerts call for: review of the high ones first, then of the others, then the decision about a report. */
export function alertActions(alerts: Alerts, context: ReportContext): Span[][] {
  const { groups, serious } = alerts;
  const openHigh = countOf(groups, ({ reviewed, riskLevel }) => !reviewed && riskLevel === 'high');
  const openOther = countOf(groups, ({ reviewed, riskLevel }) => !reviewed && riskLevel !== 'high');
  const confirmed = countOf(groups, ({ outcome }) => outcome === 'suspicious' || outcome === 'escalated');
  const first = serious.find(({ reviewed }) => !reviewed);
  const count = (label: string, number: number) =>
    context.sheet.count(noted(label, `Count of ${label.toLowerCase()}`, context.asked.period), number);
  const actions: Span[][] = [];
  if (openHigh > 0 && first !== undefined) {
    const stated = count('Unreviewed high-risk alerts', openHigh);
    const number = openHigh === 1 ? prose`open high-risk alert` : prose`${stated} open high-risk alerts`;
    const start =
      openHigh === 1
        ? prose`: ${alertWords(first, context)}`
        : prose`, beginning with ${alertWords(first, context)}`;
    actions.push(prose`Fraud analysts: review the ${number} of the period${start}.`);
  }
  if (openOther > 0) {
    const stated = count('Other unreviewed alerts', openOther);
    const number = openOther === 1 ? prose`open alert` : prose`${stated} open alerts`;
    const start =
      openHigh === 0 && first !== undefined ? prose`, beginning with ${alertWords(first, context)}` : '';
    actions.push(
      prose`Fraud analysts: ${openHigh > 0 ? 'then ' : ''}review the ${number} of lower risk${start}.`,
    );
  }
  if (confirmed > 0) {
    const number = counted(count('Alerts reviewed as suspicious or escalated', confirmed), 'alert');
    const days = context.sheet.count(
      {
        label: 'Days to file a suspicious activity report',
        source: '12 CFR 748.1(d), 31 CFR 1020.320(b)(3)',
      },
      SAR_DAYS,
    );
    actions.push(
      prose`BSA officer: decide on a suspicious activity report for the ${number} reviewed as suspicious or escalated; the time runs for ${days} days from detection.`,
    );
  }
  return actions;
}
