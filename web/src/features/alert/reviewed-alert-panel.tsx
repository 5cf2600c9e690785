import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { epochDay } from '@clearwatch/domain/calendar/day';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Tooltip } from 'antd';
import { type ComponentRef, useId, useRef, useState } from 'react';
import { QUERIES_CHANGED_BY_REVIEW, reopenAlert } from '../../api/alerts-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { isReviewConflict } from '../../components/alerts/alert-review.ts';
import { useToasts } from '../../components/toasts.tsx';
import { alertName, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { readDraft, readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { localDay, useServerNow } from '../../lib/server-clock.ts';

const REOPEN_DRAFT = {
  empty: { reason: '' },
  read: (stored: Readonly<Record<string, unknown>>) => ({ reason: readDraftText(stored, 'reason') }),
};

function ReopenDialog({ activity, onClose }: { activity: UnusualActivityDetail; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const draft = useDraft(`reopen.${activity.id}`, REOPEN_DRAFT);
  const { reason } = draft.value;
  const reasonId = useId();
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const reopening = useMutation({
    mutationFn: () => reopenAlert({ id: activity.id, reason: reason.trim() }),
    onMutate: () => toasts.clear(),
    onSuccess: async () => {
      toasts.success({ title: 'Alert Reopened', description: 'It waits for a decision again.' });
      draft.forget();
      await refreshQueries(client, QUERIES_CHANGED_BY_REVIEW);
      onClose();
    },
    onError: async (error) => {
      toasts.failure({
        title: 'Reopening Failed',
        description: describeError(error, 'The alert could not be reopened.'),
      });
      if (!isReviewConflict(error)) return;
      await refreshQueries(client, QUERIES_CHANGED_BY_REVIEW);
      onClose();
    },
  });
  const busy = reopening.isPending;
  const cancel = (): void => {
    if (busy) return;
    draft.forget();
    onClose();
  };
  return (
    <Modal
      open
      title={`Reopen ${alertName(activity)}`}
      width={520}
      mask={{ closable: false }}
      onCancel={cancel}
      onOk={() => reopening.mutate()}
      okText={busy ? 'Reopening...' : 'Reopen alert'}
      okButtonProps={{ disabled: busy || reason.trim() === '' }}
      cancelButtonProps={{ disabled: busy }}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className="alert-dialog">
        <p>
          The decision is taken back and the alert waits for another one. What was decided stays in its
          history.
        </p>
        <label htmlFor={reasonId}>Reason</label>
        <Input.TextArea
          id={reasonId}
          ref={field}
          rows={3}
          maxLength={NOTE_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => draft.change({ reason: target.value })}
        />
      </div>
    </Modal>
  );
}

const SAR_DEADLINE_EXPLANATION = `${SAR_DAYS} calendar days from the alert: the safe default. By rule the ${SAR_DAYS} days start when staff knows or has reason to suspect (12 CFR 748.1(d), 31 CFR 1020.320).`;

export function SarDueDate({ dueOn }: { dueOn: string }) {
  const days = epochDay(dueOn) - epochDay(localDay(useServerNow()));
  return (
    <Tooltip title={SAR_DEADLINE_EXPLANATION} getPopupContainer={drawerElementOf}>
      {/* Focusable, so that the keyboard reaches the tooltip. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <p className={days < 0 ? 'sar-due sar-due-late' : 'sar-due'} tabIndex={0}>
        <ClockCircleOutlined aria-hidden /> SAR due {formatDay(dueOn)}:{' '}
        <strong>{formatDaysUntilDue(days)}</strong>
      </p>
    </Tooltip>
  );
}

/** Outside every landmark it would not be part of the page for screen readers. */
function drawerElementOf(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('[role="dialog"]') ?? document.body;
}

function formatDaysUntilDue(days: number): string {
  if (days === 0) return 'today';
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `${count} left` : `${count} overdue`;
}

interface ReviewedAlertProps {
  activity: UnusualActivityDetail;
  unsaved: string;
  onDiscard: () => void;
}

export function ReviewedAlert({ activity, unsaved, onDiscard }: ReviewedAlertProps) {
  const { reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn } = activity;
  const [reopens, setReopens] = useState(() => readDraft(`reopen.${activity.id}`) !== null);
  return (
    <>
      <p>
        <CheckCircleOutlined aria-hidden /> <strong>Reviewed</strong>
        {reviewedBy !== null && ` by ${reviewedBy}`}
        {reviewedAt !== null && ` on ${formatDateTime(reviewedAt)}`}
        {reviewOutcome !== null && (
          <>
            : <strong>{REVIEW_OUTCOME_LABELS[reviewOutcome]}</strong>
          </>
        )}
      </p>
      {reviewNote !== null && <p className="evidence-review-note">{reviewNote}</p>}
      {sarDueOn !== null && <SarDueDate dueOn={sarDueOn} />}
      {unsaved !== '' && unsaved !== reviewNote && (
        <div className="unsaved-note">
          <p>Your note was not saved:</p>
          <p className="evidence-review-note">{unsaved}</p>
          <Button size="small" onClick={onDiscard}>
            Discard it
          </Button>
        </div>
      )}
      <Button onClick={() => setReopens(true)}>Reopen</Button>
      {reopens && <ReopenDialog activity={activity} onClose={() => setReopens(false)} />}
    </>
  );
}
