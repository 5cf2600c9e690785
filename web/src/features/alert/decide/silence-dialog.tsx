import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { addDays, type Day, isDay } from '@clearwatch/domain/calendar/day';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useId } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { refresh } from '../../../api/server-events.ts';
import { addSuppression, SUPPRESSIONS_KEY } from '../../../api/suppressions.ts';
import { textIn, useDraft } from '../../../drafts/use-draft.ts';
import { formatDay } from '../../../formats/dates.ts';
import { isDecidedByAnother } from '../../../review/use-review-alert.ts';
import { useToasts } from '../../../toasts/toasts.tsx';

/** Offered first: long enough for a season, short enough to be looked at again. */
const OFFERED_DAYS = 90;
/** The server allows a year; a leap year's day more is its to refuse. */
const MOST_DAYS = 365;

interface SilenceDialogProps {
  activity: UnusualActivityDetail;
  today: Day;
  onClose: () => void;
}

/** Holds the rule back for the account until a day, with the reason. */
export function SilenceDialog({ activity, today, onClose }: SilenceDialogProps) {
  const { accountNumber, activityType } = activity;
  const client = useQueryClient();
  const toasts = useToasts();
  const draft = useDraft(`silence.${activity.id}`, {
    empty: { until: addDays(today, OFFERED_DAYS), reason: '' },
    read: (stored) => ({ until: textIn(stored, 'until'), reason: textIn(stored, 'reason') }),
  });
  const { until, reason } = draft.value;
  const dayId = useId();
  const reasonId = useId();
  const latest = addDays(today, MOST_DAYS);
  const isFitting = isDay(until) && until >= today && until <= latest;
  const silencing = useMutation({
    mutationFn: () =>
      addSuppression({
        accountNumber,
        // The server refuses what this version does not know.
        activityType: activityType as ActivityType,
        until,
        reason: reason.trim(),
      }),
    onMutate: () => toasts.clear(),
    onSuccess: async () => {
      toasts.success({ title: 'Rule Silenced', description: `Until ${formatDay(until)}, on this account.` });
      draft.forget();
      await refresh(client, [SUPPRESSIONS_KEY]);
      onClose();
    },
    onError: async (error) => {
      toasts.failure({
        title: 'Rule Not Silenced',
        description: describeError(error, 'Nothing was changed.'),
      });
      if (!isDecidedByAnother(error)) return;
      await refresh(client, [SUPPRESSIONS_KEY]);
      onClose();
    },
  });
  const busy = silencing.isPending;
  const cancel = (): void => {
    if (busy) return;
    draft.forget();
    onClose();
  };
  return (
    <Modal
      open
      title={`Silence ${activityLabel(activityType)} on account ${maskAccount(accountNumber)}`}
      width={520}
      mask={{ closable: false }}
      onCancel={cancel}
      onOk={() => silencing.mutate()}
      okText={busy ? 'Silencing...' : 'Silence rule'}
      okButtonProps={{ disabled: busy || !isFitting || reason.trim() === '' }}
      cancelButtonProps={{ disabled: busy }}
    >
      <div className="alert-dialog">
        <p>
          Analyses raise nothing new of this rule on this account for entries up to that day. Alerts that
          stand stay, and the other rules go on.
        </p>
        <label htmlFor={dayId}>Last day of silence</label>
        <Input
          id={dayId}
          className="silence-day"
          type="date"
          min={today}
          max={latest}
          value={until}
          onChange={({ target }) => draft.change({ until: target.value, reason })}
        />
        {!isFitting && (
          <p className="field-complaint" role="alert">
            From today to {formatDay(latest)}.
          </p>
        )}
        <label htmlFor={reasonId}>Reason</label>
        <Input.TextArea
          id={reasonId}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => draft.change({ until, reason: target.value })}
        />
      </div>
    </Modal>
  );
}
