import { StopOutlined } from '@ant-design/icons';
import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { Suppression, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { addDays, type Day, isDay } from '@clearwatch/domain/calendar/day';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { refreshQueries } from '../../api/server-events.ts';
import { addSuppression, liftSuppression, listSuppressions, SUPPRESSIONS_KEY } from '../../api/suppressions-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { useIsPrinting } from '../../lib/browser-state.ts';
import { formatDay } from '../../lib/date-format.ts';
import { readDraft, readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { localDay, useServerNow } from '../../lib/server-clock.ts';
import { AlertActionDialog } from './reviewed-alert-panel.tsx';

function EndSuppression({ suppression }: { suppression: Suppression }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isOpen, setIsOpen] = useState(false);
  const ending = useMutation({
    mutationFn: () => liftSuppression(suppression.id),
    onSuccess: () => toasts.success({ title: 'Suppression Ended', description: 'The rule raises alerts again.' }),
    onError: (error) => toasts.failed('Suppression Not Ended', error, 'The suppression could not be ended.'),
    onSettled: async () => {
      await refreshQueries(client, [SUPPRESSIONS_KEY]);
      setIsOpen(false);
    },
  });
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        End suppression
      </Button>
      {isOpen && (
        <ConfirmDialog
          question={{
            title: 'End this suppression?',
            text: 'The next analysis raises alerts for this rule on the account again, including for the suppressed days.',
            verb: 'End suppression',
            busyVerb: 'Ending...',
          }}
          busy={ending.isPending}
          onCancel={() => setIsOpen(false)}
          onConfirm={() => ending.mutate()}
        />
      )}
    </>
  );
}

const DEFAULT_DAYS = 90;
/** The server allows the same day next year, which is 366 days away if February 29 is in between. */
const MAX_DAYS = 365;

type SuppressRuleDialogProps = { activity: UnusualActivityDetail; today: Day; onClose: () => void };

function SuppressRuleDialog({ activity, today, onClose }: SuppressRuleDialogProps) {
  const { accountNumber, activityType } = activity;
  const { value, change, discard } = useDraft(`suppression.${activity.id}`, {
    empty: { until: addDays(today, DEFAULT_DAYS), reason: '' },
    read: (stored) => ({ until: readDraftText(stored, 'until'), reason: readDraftText(stored, 'reason') }),
  });
  const { until } = value;
  const reason = value.reason.trim();
  const id = useId();
  const latest = addDays(today, MAX_DAYS);
  const isDayValid = isDay(until) && until >= today && until <= latest;
  return (
    <AlertActionDialog
      title={`Suppress ${activityLabel(activityType)} on account ${maskAccount(accountNumber)}`}
      verb="Suppress"
      busyVerb="Suppressing..."
      isComplete={isDayValid && reason !== ''}
      // The server rejects unknown types.
      action={() => addSuppression({ accountNumber, activityType: activityType as ActivityType, until, reason })}
      done={() => ({ title: 'Suppression Added', description: `In force through ${formatDay(until)}.` })}
      failed={{ title: 'Suppression Not Added', text: 'The suppression could not be added.' }}
      outdated={[SUPPRESSIONS_KEY]}
      onDiscard={discard}
      onClose={onClose}
    >
      <p>
        This rule raises no new alerts for entries on this account through the last day. Existing alerts and other rules
        are not affected.
      </p>
      <label htmlFor={`${id}day`}>Last day</label>
      <Input
        id={`${id}day`}
        className="suppression-day"
        type="date"
        min={today}
        max={latest}
        value={until}
        onChange={({ target }) => change({ ...value, until: target.value })}
      />
      {!isDayValid && (
        <p className="field-complaint" role="alert">
          Enter a date from today through {formatDay(latest)}.
        </p>
      )}
      <label htmlFor={`${id}reason`}>Reason</label>
      <Input.TextArea
        id={`${id}reason`}
        rows={3}
        maxLength={REASON_MAX_LENGTH}
        value={value.reason}
        onChange={({ target }) => change({ ...value, reason: target.value })}
      />
    </AlertActionDialog>
  );
}

type RuleSuppressionProps = { activity: UnusualActivityDetail; isAdmin: boolean };

export function RuleSuppression({ activity, isAdmin }: RuleSuppressionProps) {
  const { data: suppressions } = useQuery(listSuppressions());
  const today = localDay(useServerNow());
  const isPrinting = useIsPrinting();
  const [isOpen, setIsOpen] = useState(() => readDraft(`suppression.${activity.id}`) !== null);
  if (suppressions === undefined) return null;
  const suppression = suppressions.items.find(
    ({ accountNumber, activityType, liftedAt, until }) =>
      accountNumber === activity.accountNumber &&
      activityType === activity.activityType &&
      liftedAt === null &&
      until >= today,
  );
  // Without a suppression, the printed heading would have no content.
  if (suppression === undefined && (!isAdmin || isPrinting)) return null;
  return (
    <section className="suppression">
      <h3>This rule on this account</h3>
      {suppression === undefined ? (
        <Button size="small" onClick={() => setIsOpen(true)}>
          Suppress rule
        </Button>
      ) : (
        <>
          <p>
            <StopOutlined aria-hidden /> Suppressed through <strong>{formatDay(suppression.until)}</strong>, by{' '}
            {suppression.createdBy}
          </p>
          <p className="evidence-review-note quiet">{suppression.reason}</p>
          {isAdmin && <EndSuppression suppression={suppression} />}
        </>
      )}
      {isOpen && <SuppressRuleDialog activity={activity} today={today} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
