import { sizeOf } from '../../fact-sheet.ts';
import { counted, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { decisionsSentence, waitingBlocks } from '../../topics/casework-told.ts';
import { notedAsOf } from '../../topics/noted.ts';
import { statedAlerts } from '../../topics/stated-alerts.ts';
import type { Finding } from './finding.ts';
import type { StrategicData } from './strategic-data.ts';

/** Whether alerts come faster than they are worked. Null while hardly any waits. */
export function caseworkFinding({ alerts, casework }: StrategicData, context: ReportContext): Finding | null {
  const { asked, sheet } = context;
  const { all, reviewed } = statedAlerts(alerts, context);
  const late = casework.waiting
    .filter(({ age }) => age === 'quarter' || age === 'longer')
    .reduce((sum, group) => sum + group.alerts, 0);
  if (late === 0) return null;
  const source = 'Unreviewed alerts by the days from the activity to the newest day of the ledger';
  const count = sheet.count(notedAsOf('Alerts unreviewed for long', source, asked.asOf), late);
  return {
    title: 'Work on alerts',
    lead: prose`${counted(count, 'alert')} on activity more than a month old ${late === 1 ? 'waits' : 'wait'} for review.`,
    said: sentences(
      sizeOf(all.now) === 0
        ? null
        : prose`Of the ${counted(all.now, 'alert')} of the period ${sizeOf(reviewed) === 0 ? 'none is' : prose`${reviewed} ${sizeOf(reviewed) === 1 ? 'is' : 'are'}`} reviewed.`,
      decisionsSentence(alerts, casework, context) === null
        ? prose`An alert that is not reviewed protects no member, and the time for a report is counted from the alert, the safe default.`
        : null,
    ),
    action: prose`BSA officer: set aside time of analysts until the ${counted(count, 'old alert')} ${late === 1 ? 'is' : 'are'} reviewed, high risk first.`,
    measure: prose`no alert on activity more than a month old is open`,
    blocks: waitingBlocks(casework, context),
  };
}
