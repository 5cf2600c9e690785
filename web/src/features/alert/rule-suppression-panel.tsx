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
import {
  addSuppression,
  liftSuppression,
  listSuppressions,
  SUPPRESSIONS_KEY,
} from '../../api/suppressions-api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { useIsPrinting } from '../../lib/browser-state.ts';
import { formatDay } from '../../lib/date-format.ts';
import { readDraft, readDraftText, useDraft } from '../../lib/form-drafts.ts';
import { localDay, useServerNow } from '../../lib/server-clock.ts';
import { AlertActionDialog } from './reviewed-alert-panel.tsx';

function LiftSuppression({ suppression }: { suppression: Suppression }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [isOpen, setIsOpen] = useState(false);
  const lifting = useMutation({
    mutationFn: () => liftSuppression(suppression.id),
    onSuccess: () => toasts.success({ title: 'Silence Lifted', description: 'The rule speaks again.' }),
    onError: (error) => toasts.failed('Silence Not Lifted', error, 'Nothing was changed.'),
    onSettled: async () => {
      await refreshQueries(client, [SUPPRESSIONS_KEY]);
      setIsOpen(false);
    },
  });
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Lift
      </Button>
      {isOpen && (
        <ConfirmDialog
          question={{
            title: 'Lift this silence?',
            text: 'The next analysis raises what the rule finds on this account, also from the days of silence.',
            verb: 'Lift silence',
            busyVerb: 'Lifting...',
          }}
          busy={lifting.isPending}
          onCancel={() => setIsOpen(false)}
          onConfirm={() => lifting.mutate()}
        />
      )}
    </>
  );
}

const DEFAULT_DAYS = 90;
/** The server allows one year; in a leap year it refuses the extra day. */
const MAX_DAYS = 365;

type SuppressRuleDialogProps = { activity: UnusualActivityDetail; today: Day; onClose: () => void };

function SuppressRuleDialog({ activity, today, onClose }: SuppressRuleDialogProps) {
  const { accountNumber, activityType } = activity;
  const { value, change, discard } = useDraft(`silence.${activity.id}`, {
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
      title={`Silence ${activityLabel(activityType)} on account ${maskAccount(accountNumber)}`}
      verb="Silence rule"
      busyVerb="Silencing..."
      isComplete={isDayValid && reason !== ''}
      // The server refuses types it does not know.
      action={() =>
        addSuppression({ accountNumber, activityType: activityType as ActivityType, until, reason })
      }
      done={() => ({ title: 'Rule Silenced', description: `Until ${formatDay(until)}, on this account.` })}
      failed={{ title: 'Rule Not Silenced', text: 'Nothing was changed.' }}
      outdated={[SUPPRESSIONS_KEY]}
      onDiscard={discard}
      onClose={onClose}
    >
      <p>
        Analyses raise nothing new of this rule on this account for entries up to that day. Alerts that stand
        stay, and the other rules go on.
      </p>
      <label htmlFor={`${id}day`}>Last day of silence</label>
      <Input
        id={`${id}day`}
        className="silence-day"
        type="date"
        min={today}
        max={latest}
        value={until}
        onChange={({ target }) => change({ ...value, until: target.value })}
      />
      {!isDayValid && (
        <p className="field-complaint" role="alert">
          From today to {formatDay(latest)}.
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
  const [isOpen, setIsOpen] = useState(() => readDraft(`silence.${activity.id}`) !== null);
  if (suppressions === undefined) return null;
  const suppression = suppressions.items.find(
    ({ accountNumber, activityType, liftedAt, until }) =>
      accountNumber === activity.accountNumber &&
      activityType === activity.activityType &&
      liftedAt === null &&
      until >= today,
  );
  // On paper the heading would stand above nothing.
  if (suppression === undefined && (!isAdmin || isPrinting)) return null;
  return (
    <section className="silence">
      <h3>This rule on this account</h3>
      {suppression === undefined ? (
        <Button size="small" onClick={() => setIsOpen(true)}>
          Silence until a day
        </Button>
      ) : (
        <>
          <p>
            <StopOutlined aria-hidden /> Silent until <strong>{formatDay(suppression.until)}</strong>, by{' '}
            {suppression.createdBy}
          </p>
          <p className="evidence-review-note quiet">{suppression.reason}</p>
          {isAdmin && <LiftSuppression suppression={suppression} />}
        </>
      )}
      {isOpen && <SuppressRuleDialog activity={activity} today={today} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
