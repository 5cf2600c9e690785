import { categoryOf } from '@clearwatch/contracts/fraud/activity-types';
import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { type Stated, sizeOf } from '../fact-sheet.ts';
import { counted, paragraph, prose, sentences } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { table } from '../table.ts';
import { againstBefore } from './against-before.ts';
import type { Alerts, NotedAlert } from './alerts.ts';
import { alertsLead } from './alerts-lead.ts';
import { noted } from './noted.ts';
import { statedAlert, stateWords } from './stated-alert.ts';
import { alertPair, categoriesWithAlerts, isHigh, isOpen, statedAlerts } from './stated-alerts.ts';

/** "Six alerts were raised, down from 9; 2 are high risk, and all are open." */
export function alertsSentence(alerts: Alerts, context: ReportContext): Span[] {
  const { all, high, open } = statedAlerts(alerts, context);
  const number = sizeOf(all.now);
  if (number === 0) {
    const before =
      all.before !== null && sizeOf(all.before) > 0 ? prose`, after ${all.before} in the period before` : '';
    return prose`No alert was raised on activity of the period${before}.`;
  }
  const was = number === 1 ? 'was' : 'were';
  const before =
    all.before === null ? '' : prose`, ${againstBefore(context.sheet, all.label, all.now, all.before)}`;
  return prose`${counted(all.now, 'alert')} ${was} raised${before}; ${ofWhich(high.now, number, 'high risk')}, and ${openWords(open, number)}.`;
}

function ofWhich(part: Stated, whole: number, what: string): Span[] {
  const size = sizeOf(part);
  if (size === 0) return prose`none is ${what}`;
  if (size === whole) return whole === 1 ? prose`it is ${what}` : prose`all are ${what}`;
  return prose`${part} ${size === 1 ? 'is' : 'are'} ${what}`;
}

function openWords(open: Stated, whole: number): Span[] {
  const size = sizeOf(open);
  if (size === 0) return whole === 1 ? prose`it is reviewed` : prose`all are reviewed`;
  if (size === whole) return whole === 1 ? prose`it is not reviewed yet` : prose`none is reviewed yet`;
  return prose`${open} ${size === 1 ? 'is' : 'are'} not reviewed yet`;
}

/** Alerts by category beside the period before; nothing where neither period has any. */
export function categoriesBlocks(alerts: Alerts, context: ReportContext): Block[] {
  const categories = categoriesWithAlerts(alerts).now;
  if (categories.length === 0) return [];
  const isCompared = statedAlerts(alerts, context).all.before !== null;
  const rows = categories.map((category) => {
    const isIn = ({ activityType }: { activityType: string }) => categoryOf(activityType) === category;
    const of = (label: string, which: Parameters<typeof alertPair>[1]['which']) =>
      alertPair(alerts, { label: `${label}, ${category}`, which }, context);
    const all = of('Alerts', isIn);
    const high = of('High-risk alerts', (group) => isIn(group) && isHigh(group)).now;
    const open = of('Unreviewed alerts', (group) => isIn(group) && isOpen(group)).now;
    return [category, all.now, high, open, ...(isCompared ? [all.before] : [])];
  });
  const columns = ['Alerts', 'High risk', 'Open', ...(isCompared ? ['Period before'] : [])];
  return [
    table(
      'Alerts by category',
      [{ label: 'Category', align: 'left' }, ...columns.map((label) => ({ label, align: 'right' as const }))],
      rows,
    ),
  ];
}

/** The most serious alerts, one line each, with their numbers so that the screen leads to them. */
export function seriousBlocks(alerts: Alerts, most: number, context: ReportContext): Block[] {
  const shown = alerts.serious.slice(0, most);
  if (shown.length === 0) return [];
  const left = sizeOf(statedAlerts(alerts, context).all.now) - shown.length;
  const more =
    left <= 0
      ? []
      : [
          paragraph(
            prose`${counted(
              context.sheet.count(
                noted('Further alerts', 'Count of alerts beyond those listed', context.asked.period),
                left,
              ),
              'further alert',
            )} of the period ${left === 1 ? 'is' : 'are'} on the Fraud Detection screen.`,
          ),
        ];
  return [alertsTable('The most serious alerts', shown, context), alertLinks(shown), ...more];
}

export function alertLinks(alerts: readonly NotedAlert[]): Block {
  return { kind: 'alerts', alertIds: alerts.map(({ id }) => id) };
}

export function alertsTable(caption: string, alerts: readonly NotedAlert[], context: ReportContext): Block {
  return table(
    caption,
    [
      { label: 'Alert', align: 'right' },
      { label: 'Possible pattern', align: 'left' },
      { label: 'Member', align: 'left' },
      { label: 'Account', align: 'left' },
      { label: 'Amount', align: 'right' },
      { label: 'Day', align: 'left' },
      { label: 'Risk', align: 'left' },
      { label: 'State', align: 'left' },
    ],
    alerts.map((alert) => {
      const { number, type, member, account, amount, day } = statedAlert(alert, context);
      return [number, type, member, account, amount, day, alert.riskLevel, stateWords(alert)];
    }),
  );
}

/** What the alerts of the period say, and which to look at; nothing where there is nothing beyond what a headline says. */
export function risksSection(
  alerts: Alerts,
  { most, more = [] }: { most: number; more?: Block[] },
  context: ReportContext,
): ReportSection[] {
  const told = sentences(alertsLead(alerts, context), waitingSentence(alerts, context));
  const blocks: Block[] = [
    ...(told.length === 0 ? [] : [paragraph(told)]),
    ...categoriesBlocks(alerts, context),
    ...seriousBlocks(alerts, most, context),
    ...more,
  ];
  return blocks.length === 0 ? [] : [{ title: 'Risks', blocks }];
}

/** What waits from all periods together, where that is more than what waits from this one. */
export function waitingSentence({ open, groups }: Alerts, { sheet }: ReportContext): Span[] | null {
  const ofPeriod = groups.reduce((sum, group) => (group.reviewed ? sum : sum + group.alerts), 0);
  if (open.alerts <= ofPeriod || open.oldestDay === null) return null;
  const source = 'Unreviewed alerts of all days';
  const all = sheet.count({ label: 'Unreviewed alerts in all', source }, open.alerts);
  const high = sheet.count({ label: 'Unreviewed high-risk alerts in all', source }, open.high);
  const oldest = sheet.day({ label: 'Day of the oldest unreviewed alert', source }, open.oldestDay);
  return prose`Over all periods ${counted(all, 'alert')} ${open.alerts === 1 ? 'waits' : 'wait'} for review, ${high} of high risk; the oldest is of ${oldest}.`;
}
