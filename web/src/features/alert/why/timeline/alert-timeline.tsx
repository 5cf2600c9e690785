import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { AlertContext, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TIMELINE_NAME } from '../../../../alert-link/use-opened-alert.ts';
import { getAlertSurroundings } from '../../../../api/get-alert-surroundings.ts';
import { ChartPanel } from '../../../../charts/chart-panel.tsx';
import { lazyPart } from '../../../../failures/missing-code.ts';
import { Panel } from '../../../../panels/panel.tsx';
import { QueryStates } from '../../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../../panels/skeleton-lines.tsx';
import { daysWords } from '../days-words.ts';
import { timelineDays } from './timeline-days.ts';
import { TimelineTable } from './timeline-table.tsx';

const WindowChart = lazyPart(() => import('../../../../charts/window-chart.tsx'));
const HEIGHT_PX = 260;
const TITLE = 'The account around the window';

interface AlertTimelineProps {
  activity: UnusualActivityDetail;
  evidence: AlertEvidence;
}

/** The entries of the pattern beside what is normal for the account: its days before and after. */
export function AlertTimeline({ activity, evidence }: AlertTimelineProps) {
  const surroundings = useQuery(getAlertSurroundings(activity.id));
  if (surroundings.data !== undefined) {
    return <LoadedTimeline activity={activity} evidence={evidence} surroundings={surroundings.data} />;
  }
  return (
    <Panel title={TITLE}>
      <QueryStates
        query={surroundings}
        skeleton={<SkeletonLines lines={1} height={HEIGHT_PX} />}
        failed="The days around the window could not be loaded."
      >
        {() => null}
      </QueryStates>
    </Panel>
  );
}

interface LoadedTimelineProps extends AlertTimelineProps {
  surroundings: AlertContext;
}

function LoadedTimeline({ activity, evidence, surroundings }: LoadedTimelineProps) {
  const { entries, window } = evidence;
  const { firstDay, lastDay, days: moved } = surroundings;
  const days = useMemo(
    () => timelineDays({ firstDay, lastDay, days: moved, entries, window }),
    [firstDay, lastDay, moved, entries, window],
  );
  const stretch = daysWords({ firstDay, lastDay });
  const elsewhere = entries.some(({ accountNumber }) => accountNumber !== activity.accountNumber);
  return (
    <ChartPanel
      title={TITLE}
      name={TIMELINE_NAME}
      empty={
        moved.length === 0 && entries.length === 0 ? `No money moved on this account from ${stretch}.` : null
      }
      height={HEIGHT_PX}
      chart={
        <WindowChart
          days={days}
          height={HEIGHT_PX}
          description={`Credits and debits of the account per day, ${stretch}, the window of the rule shaded and the entries of the pattern marked. The table button shows the figures.`}
          fileName={`alert-${activity.id}-days`}
        />
      }
      table={<TimelineTable days={days} />}
      note={
        <>
          Account {maskAccount(activity.accountNumber)}, {stretch}.
          {elsewhere && ' Marked entries on other accounts of the member stand above its bars.'}
        </>
      }
    />
  );
}
