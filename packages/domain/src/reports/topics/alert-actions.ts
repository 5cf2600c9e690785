import type { Span } from '@clearwatch/contracts/reports/report-document';
import { SAR_DAYS } from '../../fraud/sar-due-day.ts';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Alerts } from './alerts.ts';
import type { Casework } from './casework.ts';
import { noted, notedAsOf } from './noted.ts';
import { alertWords } from './stated-alert.ts';
import { countOf } from './stated-alerts.ts';

/**
 * What the alerts call for: review of the high ones of the period first, then of its others, then of those from other periods,
 * then the decision about a report.
 */
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
  const elsewhere = ofOtherPeriods(alerts, openHigh + openOther, context);
  if (elsewhere !== null) actions.push(elsewhere);
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
      prose`BSA officer: decide on a suspicious activity report for the ${number} reviewed as suspicious or escalated; its ${days} days are counted from the alert, the safe default.`,
    );
  }
  return actions;
}

/** Open alerts that the period does not have; a report says how many wait in all. */
function ofOtherPeriods({ open }: Alerts, ofPeriod: number, { sheet }: ReportContext): Span[] | null {
  const number = open.alerts - ofPeriod;
  if (number <= 0 || open.oldestDay === null) return null;
  const source = 'Unreviewed alerts of all days';
  const stated = sheet.count({ label: 'Unreviewed alerts of other periods', source }, number);
  const which = number === 1 ? prose`open alert` : prose`${stated} open alerts`;
  const outside = prose`Fraud analysts: review the ${which} on activity outside of the period`;
  if (ofPeriod > 0) return prose`${outside} as well${number === 1 ? '' : ', the oldest first'}.`;
  const oldest = sheet.day({ label: 'Day of the oldest unreviewed alert', source }, open.oldestDay);
  return prose`${outside}${number === 1 ? '' : ', beginning with the oldest'}, of ${oldest}.`;
}

/** Review of whatever waits; null where nothing does. */
export function waitingAction({ waiting }: Casework, { asked, sheet }: ReportContext): Span[] | null {
  const number = waiting.reduce((sum, { alerts }) => sum + alerts, 0);
  if (number === 0) return null;
  const stated = sheet.count(
    notedAsOf('Unreviewed alerts', 'Unreviewed alerts of all days', asked.asOf),
    number,
  );
  return prose`Fraud analysts: review the ${number === 1 ? 'open alert' : prose`${stated} open alerts`}.`;
}
