import type { AlertEvidence, EvidenceEntry } from '@clearwatch/contracts/alerts';
import type {
  AccountDay,
  AlertContext,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { dayFromEpoch, epochDay } from '@clearwatch/domain/calendar/day';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { getAlertContext } from '../../api/alerts-api.ts';
import { ChartPanel } from '../../components/charts/chart-panel.tsx';
import type { RuleWindowDay } from '../../components/charts/rule-window-chart.tsx';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, moneyColumn } from '../../components/tables/data-table.tsx';
import { REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay } from '../../lib/date-format.ts';
import { formatMoney } from '../../lib/number-format.ts';
import { TIMELINE_PARAM, useAlertLinkTarget } from '../../lib/opened-alert.ts';

export const formatDayRange = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;

export function OtherAlerts({ activityId }: { activityId: number }) {
  const context = useQuery(getAlertContext(activityId));
  return (
    <section aria-label="Other alerts for the member">
      <h3>Other alerts for the member</h3>
      <QueryStates query={context} lines={2} height={40} failed="Other alerts could not be loaded.">
        {({ otherAlerts }) =>
          otherAlerts.length === 0 ? (
            <p className="quiet">No other alerts.</p>
          ) : (
            <ul className="evidence-others">
              {otherAlerts.map((alert) => (
                <OtherAlert key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}

function OtherAlert({ alert }: { alert: UnusualActivity }) {
  const { id, activityType, riskLevel, amount, activityDate, reviewed, reviewOutcome } = alert;
  const state = reviewOutcome === null ? 'Reviewed' : REVIEW_OUTCOME_LABELS[reviewOutcome];
  return (
    <li>
      <span className="evidence-other-name">
        <Link to={useAlertLinkTarget(id)}>{activityLabel(activityType)}</Link>
        <RiskBadge level={riskLevel} />
      </span>
      <span className="quiet figures">
        {formatDay(activityDate)} · {formatMoney(amount)} · {reviewed ? state : 'Open'}
      </span>
    </li>
  );
}

interface TimelineInput {
  firstDay: string;
  lastDay: string;
  days: readonly AccountDay[];
  /** Some may be on the member’s other accounts. */
  entries: readonly EvidenceEntry[];
  window: { firstDay: string; lastDay: string };
}

/** Bounds the loop if the response has wrong dates. */
const MAX_TIMELINE_DAYS = 1_100;

export function timelineDays({ firstDay, lastDay, days, entries, window }: TimelineInput): RuleWindowDay[] {
  const moved = new Map(days.map((one) => [one.day, one]));
  const pattern = new Map<string, EvidenceEntry[]>();
  for (const entry of entries) pattern.set(entry.day, [...(pattern.get(entry.day) ?? []), entry]);
  const first = epochDay(firstDay);
  const count = Math.max(0, Math.min(epochDay(lastDay) - first + 1, MAX_TIMELINE_DAYS));
  return Array.from({ length: count }, (_, index) => {
    const day = dayFromEpoch(first + index);
    const marked = pattern.get(day) ?? [];
    return {
      day,
      credits: moved.get(day)?.credits ?? '0.00',
      debits: moved.get(day)?.debits ?? '0.00',
      markedCredits: sumAmounts(marked, 'Credit'),
      markedDebits: sumAmounts(marked, 'Debit'),
      isInWindow: day >= window.firstDay && day <= window.lastDay,
    };
  });
}

function sumAmounts(entries: readonly EvidenceEntry[], type: EvidenceEntry['transactionType']): string | null {
  const amounts = entries.filter(({ transactionType }) => transactionType === type);
  if (amounts.length === 0) return null;
  return formatCents(amounts.reduce((sum, { amount }) => sum + parseCents(amount), 0));
}

const TIMELINE_COLUMNS: Column<RuleWindowDay>[] = [
  {
    title: 'Day',
    cell: ({ day, isInWindow }) => (
      <span className="evidence-first-seen">
        {formatDay(day)}
        {isInWindow && <span className="evidence-mark">In the window</span>}
      </span>
    ),
  },
  moneyColumn('Credits', 'credits'),
  moneyColumn('Debits', 'debits'),
  patternColumn('Credits in the pattern', 'markedCredits'),
  patternColumn('Debits in the pattern', 'markedDebits'),
];

const hasMoney = ({ credits, debits, markedCredits, markedDebits }: RuleWindowDay): boolean =>
  credits !== '0.00' || debits !== '0.00' || markedCredits !== null || markedDebits !== null;

function patternColumn(title: string, key: 'markedCredits' | 'markedDebits'): Column<RuleWindowDay> {
  const format = (amount: string | null) =>
    amount === null ? <span className="quiet">None</span> : formatMoney(amount);
  return { title, numeric: true, cell: (day) => format(day[key]) };
}

const WindowChart = lazyComponent(() => import('../../components/charts/rule-window-chart.tsx'));
const TIMELINE_HEIGHT_PX = 260;
const TIMELINE_TITLE = 'Account activity around the window';

type AlertTimelineProps = { activity: UnusualActivityDetail; evidence: AlertEvidence };

export function AlertTimeline({ activity, evidence }: AlertTimelineProps) {
  const context = useQuery(getAlertContext(activity.id));
  if (context.data !== undefined)
    return <LoadedTimeline activity={activity} evidence={evidence} context={context.data} />;
  return (
    <Panel title={TIMELINE_TITLE}>
      <QueryStates
        query={context}
        lines={1}
        height={TIMELINE_HEIGHT_PX}
        failed="The days around the window could not be loaded."
      >
        {() => null}
      </QueryStates>
    </Panel>
  );
}

function LoadedTimeline({ activity, evidence, context }: AlertTimelineProps & { context: AlertContext }) {
  const { entries, window } = evidence;
  const { firstDay, lastDay, days: moved } = context;
  const days = useMemo(
    () => timelineDays({ firstDay, lastDay, days: moved, entries, window }),
    [firstDay, lastDay, moved, entries, window],
  );
  const range = formatDayRange({ firstDay, lastDay });
  const elsewhere = entries.some(({ accountNumber }) => accountNumber !== activity.accountNumber);
  return (
    <ChartPanel
      title={TIMELINE_TITLE}
      name={TIMELINE_PARAM}
      empty={moved.length === 0 && entries.length === 0 ? `No account activity from ${range}.` : null}
      height={TIMELINE_HEIGHT_PX}
      chart={
        <WindowChart
          days={days}
          height={TIMELINE_HEIGHT_PX}
          description={`Daily credits and debits on the account, ${range}. The rule window is shaded, and the entries in the pattern are marked. The Table button shows the figures.`}
          fileName={`alert-${activity.id}-days`}
        />
      }
      table={{
        caption: 'Account activity per day',
        columns: TIMELINE_COLUMNS,
        rows: days.filter(hasMoney),
        key: 'day',
      }}
      note={
        <>
          Account {maskAccount(activity.accountNumber)}, {range}.
          {elsewhere && ' Marks beyond the bars include entries on the member’s other accounts.'}
        </>
      }
    />
  );
}
