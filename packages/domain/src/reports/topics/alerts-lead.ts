import { categoryOf } from '@clearwatch/contracts/fraud/activity-types';
import type { Span } from '@clearwatch/contracts/reports/report-document';
import { sizeOf } from '../fact-sheet.ts';
import { enumerated, prose, sentences } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { againstBefore } from './against-before.ts';
import type { Alerts } from './alerts.ts';
import { alertPair, categoriesWithAlerts, countOf, statedAlerts } from './stated-alerts.ts';

/** What kind of behaviour the alerts concern, and what kind they no longer do. */
export function alertsLead(alerts: Alerts, context: ReportContext): Span[] {
  return sentences(leadingCategory(alerts, context), goneCategories(alerts, context));
}

/** Which kind of behaviour most alerts concern. */
function leadingCategory(alerts: Alerts, context: ReportContext): Span[] | null {
  const [category] = categoriesWithAlerts(alerts).now.toSorted(
    (left, right) => numberIn(right) - numberIn(left) || left.localeCompare(right, 'en'),
  );
  if (category === undefined) return null;
  const { all } = statedAlerts(alerts, context);
  const isIn = ({ activityType }: { activityType: string }) => categoryOf(activityType) === category;
  const own = alertPair(alerts, { label: `Alerts, ${category}`, which: isIn }, context);
  if (sizeOf(own.now) === sizeOf(all.now)) return prose`All are of the category ${category}.`;
  const before =
    own.before === null ? '' : prose`, ${againstBefore(context.sheet, own.label, own.now, own.before)}`;
  return prose`The most frequent category is ${category} with ${own.now} of ${all.now}${before}.`;

  function numberIn(category: string): number {
    return countOf(alerts.groups, ({ activityType }) => categoryOf(activityType) === category);
  }
}

/** Categories that had alerts in the period before and have none now. */
function goneCategories(alerts: Alerts, context: ReportContext): Span[] | null {
  const { gone } = categoriesWithAlerts(alerts);
  if (gone.length === 0 || statedAlerts(alerts, context).all.before === null) return null;
  return prose`Unlike in the period before there is none of ${enumerated(gone)}.`;
}
