import { StopOutlined } from '@ant-design/icons';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { listSuppressions } from '../../../api/suppressions.ts';
import { todayOf } from '../../../clock/today.ts';
import { useNow } from '../../../clock/use-now.ts';
import { readDraft } from '../../../drafts/drafts.ts';
import { formatDay } from '../../../formats/dates.ts';
import { useIsPrinting } from '../../../printing/use-is-printing.ts';
import { LiftSilence } from './lift-silence.tsx';
import { SilenceDialog } from './silence-dialog.tsx';

interface SilenceRuleProps {
  activity: UnusualActivityDetail;
  isAdmin: boolean;
}

/** Whether the rule keeps silent about the account at present, and for admins the way to make or end that. */
export function SilenceRule({ activity, isAdmin }: SilenceRuleProps) {
  const { data: silences } = useQuery(listSuppressions());
  const today = todayOf(useNow());
  const isPrinting = useIsPrinting();
  const [asks, setAsks] = useState(() => readDraft(`silence.${activity.id}`) !== null);
  if (silences === undefined) return null;
  const silence = silences.items.find(
    ({ accountNumber, activityType, liftedAt, until }) =>
      accountNumber === activity.accountNumber &&
      activityType === activity.activityType &&
      liftedAt === null &&
      until >= today,
  );
  // On paper nothing would stand under the heading but a button.
  if (silence === undefined && (!isAdmin || isPrinting)) return null;
  return (
    <section className="silence">
      <h3>This rule on this account</h3>
      {silence === undefined ? (
        <Button size="small" onClick={() => setAsks(true)}>
          Silence until a day
        </Button>
      ) : (
        <>
          <p>
            <StopOutlined aria-hidden /> Silent until <strong>{formatDay(silence.until)}</strong>, by{' '}
            {silence.createdBy}
          </p>
          <p className="evidence-review-note quiet">{silence.reason}</p>
          {isAdmin && <LiftSilence silence={silence} />}
        </>
      )}
      {asks && <SilenceDialog activity={activity} today={today} onClose={() => setAsks(false)} />}
    </section>
  );
}
