import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { epochDay } from '@clearwatch/domain/calendar/day';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Tooltip } from 'antd';
import { type ComponentRef, type ReactNode, useId, useRef, useState } from 'react';
import { QUERIES_CHANGED_BY_REVIEW, reopenAlert } from '../../api/alerts-api.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { isReviewConflict } from '../../components/alerts/alert-review.ts';
import { type Toast, useToasts } from '../../components/toasts.tsx';
import { alertName, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { readDraft, readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { localDay, useServerNow } from '../../lib/server-clock.ts';

interface AlertActionDialogProps {
  title: string;
  verb: string;
  busyVerb: string;
  isComplete: boolean;
  action: () => Promise<unknown>;
  done: () => Toast;
  failed: { title: string; text: string };
  outdated: QueryKey[];
  onDiscard: () => void;
  onClose: () => void;
  onOpened?: () => void;
  children: ReactNode;
}

/** A dialog for an action on an alert. It closes on success, or if a colleague has already changed the alert. */
export function AlertActionDialog(props: AlertActionDialogProps) {
  const { title, verb, busyVerb, isComplete, done, failed, outdated, onDiscard, onClose, onOpened } = props;
  const client = useQueryClient();
  const toasts = useToasts();
  const refreshAndClose = async (): Promise<void> => {
    await refreshQueries(client, outdated);
    onClose();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: props.action,
    onMutate: () => toasts.clear(),
    onSuccess: () => {
      toasts.success(done());
      onDiscard();
      return refreshAndClose();
    },
    onError: (error) => {
      toasts.failed(failed.title, error, failed.text);
      return isReviewConflict(error) ? refreshAndClose() : undefined;
    },
  });
  const cancel = (): void => {
    if (isPending) return;
    onDiscard();
    onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={520}
      mask={{ closable: false }}
      onCancel={cancel}
      onOk={() => mutate()}
      okText={isPending ? busyVerb : verb}
      okButtonProps={{ disabled: isPending || !isComplete }}
      cancelButtonProps={{ disabled: isPending }}
      afterOpenChange={(isOpen) => isOpen && onOpened?.()}
    >
      <div className="alert-dialog">{props.children}</div>
    </Modal>
  );
}

const REOPEN_DRAFT = {
  empty: { reason: '' },
  read: (stored: Readonly<Record<string, unknown>>) => ({ reason: readDraftText(stored, 'reason') }),
};

function ReopenDialog({ activity, onClose }: { activity: UnusualActivityDetail; onClose: () => void }) {
  const { value, change, discard } = useDraft(`reopen.${activity.id}`, REOPEN_DRAFT);
  const reason = value.reason.trim();
  const reasonId = useId();
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  return (
    <AlertActionDialog
      title={`Reopen ${alertName(activity)}`}
      verb="Reopen alert"
      busyVerb="Reopening..."
      isComplete={reason !== ''}
      action={() => reopenAlert({ id: activity.id, reason })}
      done={() => ({ title: 'Alert Reopened', description: 'The alert is open again.' })}
      failed={{ title: 'Reopening Failed', text: 'The alert could not be reopened.' }}
      outdated={QUERIES_CHANGED_BY_REVIEW}
      onDiscard={discard}
      onClose={onClose}
      onOpened={() => field.current?.focus()}
    >
      <p>Reopening reverses the decision, which stays in the alert history.</p>
      <label htmlFor={reasonId}>Reason</label>
      <Input.TextArea
        id={reasonId}
        ref={field}
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        value={value.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
    </AlertActionDialog>
  );
}

const SAR_DEADLINE_EXPLANATION = `${SAR_DAYS} calendar days after the alert, to be safe. By regulation, the ${SAR_DAYS} days start when staff first detect facts that may call for a SAR (12 CFR 748.1(d), 31 CFR 1020.320).`;

export function SarDueDate({ dueOn }: { dueOn: string }) {
  const days = epochDay(dueOn) - epochDay(localDay(useServerNow()));
  return (
    <Tooltip title={SAR_DEADLINE_EXPLANATION} getPopupContainer={drawerElementOf}>
      {/* Focusable, so that keyboard users can open the tooltip. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <p className={days < 0 ? 'sar-due sar-due-late' : 'sar-due'} tabIndex={0}>
        <ClockCircleOutlined aria-hidden /> SAR due {formatDay(dueOn)}: <strong>{formatDaysUntilDue(days)}</strong>
      </p>
    </Tooltip>
  );
}

/** Screen readers skip content outside an open modal dialog. */
const drawerElementOf = (trigger: HTMLElement): HTMLElement =>
  trigger.closest<HTMLElement>('[role="dialog"]') ?? document.body;

function formatDaysUntilDue(days: number): string {
  if (days === 0) return 'today';
  return `${formatQuantity(Math.abs(days), 'day')} ${days > 0 ? 'left' : 'overdue'}`;
}

type ReviewedAlertProps = { activity: UnusualActivityDetail; unsaved: string; onDiscard: () => void };

export function ReviewedAlert({ activity, unsaved, onDiscard }: ReviewedAlertProps) {
  const { reviewOutcome, reviewNote, reviewedBy, reviewedAt, sarDueOn } = activity;
  const [isReopening, setIsReopening] = useState(() => readDraft(`reopen.${activity.id}`) !== null);
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
            Discard note
          </Button>
        </div>
      )}
      <Button onClick={() => setIsReopening(true)}>Reopen</Button>
      {isReopening && <ReopenDialog activity={activity} onClose={() => setIsReopening(false)} />}
    </>
  );
}
