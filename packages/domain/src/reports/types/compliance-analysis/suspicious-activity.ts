import type { Block, ReportSection } from '@clearwatch/contracts/reports/report-document';
import { activityLabel } from '../../../fraud/activity-label.ts';
import { detectorOf } from '../../../fraud/detectors/detector-of.ts';
import { paragraph, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import type { AlertGroup } from '../../topics/alerts.ts';
import { waitingSentence } from '../../topics/alerts-told.ts';
import { decisionsSentence, reportableBlocks, waitingBlocks } from '../../topics/casework-told.ts';
import { noted } from '../../topics/noted.ts';
import { countOf, isHigh, isOpen } from '../../topics/stated-alerts.ts';
import type { ComplianceData } from './compliance-data.ts';

const MOST_TYPES = 10;

/** What may have to be reported, what was decided, what waits, and which rules the alerts rest on. */
export function suspiciousActivitySection(data: ComplianceData, context: ReportContext): ReportSection[] {
  const { alerts, casework } = data;
  const told = sentences(decisionsSentence(alerts, casework, context), waitingSentence(alerts, context));
  const blocks: Block[] = [
    ...(told.length === 0 ? [] : [paragraph(told)]),
    ...reportableBlocks(casework, context),
    ...waitingBlocks(casework, context),
    ...typesBlocks(data, context),
  ];
  return blocks.length === 0 ? [] : [{ title: 'Suspicious activity', blocks }];
}

/** Alerts of the period by pattern, with the guidance that each rule follows. */
function typesBlocks({ alerts }: ComplianceData, { asked, sheet }: ReportContext): Block[] {
  const { groups } = alerts;
  const types = [...new Set(groups.map(({ activityType }) => activityType))];
  const of = (type: string) => (group: AlertGroup) => group.activityType === type;
  const sorted = types.toSorted(
    (left, right) =>
      countOf(groups, of(right)) - countOf(groups, of(left)) || left.localeCompare(right, 'en'),
  );
  if (sorted.length === 0) return [];
  const rows = sorted.slice(0, MOST_TYPES).map((type) => {
    const label = activityLabel(type);
    const count = (what: string, which: (group: AlertGroup) => boolean) =>
      sheet.count(
        noted(`${what}, ${label}`, 'Alerts by the day of the activity', asked.period),
        countOf(groups, (group) => of(type)(group) && which(group)),
      );
    return [
      sheet.word({ label: 'What the rule looks for', source: 'Detection rules' }, label),
      count('Alerts', () => true),
      count('High-risk alerts', isHigh),
      count('Unreviewed alerts', isOpen),
      sheet.word(
        { label: `What the rule follows, ${label}`, source: 'Sources of the detection rule' },
        guidanceOf(type),
      ),
    ];
  });
  const left = sorted.length - rows.length;
  const more = left === 0 ? [] : [paragraph(prose`The other patterns have fewer alerts each.`)];
  return [
    table(
      'Alerts by pattern, with the guidance that the rule follows',
      [
        { label: 'Possible pattern', align: 'left' },
        { label: 'Alerts', align: 'right' },
        { label: 'High risk', align: 'right' },
        { label: 'Open', align: 'right' },
        { label: 'Guidance', align: 'left' },
      ],
      rows,
    ),
    ...more,
  ];
}

/** The first source of a rule, up to what it says there. */
function guidanceOf(activityType: string): string {
  return detectorOf(activityType)?.sources[0]?.split(':')[0] ?? 'not known to this version';
}
