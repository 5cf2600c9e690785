import { CheckCircleOutlined, DiffOutlined } from '@ant-design/icons';
import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { AlertReplay, AlertStep, ReplayDifference, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Radio } from 'antd';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { replayAlert } from '../../api/alerts-api.ts';
import { request } from '../../api/api-client.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { type DecisionDraft, useDecisionDraft, useReviewAlertWithToast } from '../../components/alerts/alert-review.ts';
import { useDownload } from '../../components/file-download.ts';
import { KeyCaps } from '../../components/key-caps.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { OUTCOME_CONSEQUENCES, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { ALERT_REVIEW_SHORTCUTS, useDialogShortcuts, useShortcutsEnabled } from '../../lib/keyboard-shortcuts.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { AlertAssignmentBar, alertHolderOf, canDecide, useAssignment } from './alert-assignment-bar.tsx';
import { ReviewedAlert } from './reviewed-alert-panel.tsx';
import { RuleSuppression } from './rule-suppression-panel.tsx';

const replayKey = (alertId: number) => ['alert-replay', alertId] as const;

export function EvidenceActions({ alertId }: { alertId: number }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const exporting = useDownload({
    request: () => request(`/api/unusual-activities/${alertId}/evidence.pdf`),
    fileName: () => `alert-${alertId}-evidence.pdf`,
    done: () => 'The evidence was downloaded as a PDF.',
    failed: 'The evidence could not be exported.',
  });
  // A replay never starts automatically, because the audit log records every one.
  const replaying = useMutation({
    mutationFn: () => replayAlert(alertId),
    onMutate: () => toasts.clear(),
    onSuccess: (replay) => client.setQueryData(replayKey(alertId), replay),
    onError: (error) => toasts.failed('Recompute Failed', error, 'The alert could not be recomputed.'),
  });
  return (
    <section className="evidence-acts" aria-label="Evidence">
      <Button size="small" disabled={replaying.isPending} onClick={() => replaying.mutate()}>
        {replaying.isPending ? 'Recomputing...' : 'Recompute'}
      </Button>
      <Button size="small" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? 'Exporting...' : 'Export PDF'}
      </Button>
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </section>
  );
}

const REPLAY_COLUMNS: Column<ReplayDifference>[] = [
  { title: 'Field', cell: ({ what }) => what },
  { title: 'When raised', cell: ({ was }) => was ?? '—' },
  { title: 'Recomputed', cell: ({ is }) => is ?? '—' },
];

export function ReplayResult({ alertId }: { alertId: number }) {
  const { data: replay } = useQuery<AlertReplay>({ queryKey: replayKey(alertId), queryFn: skipToken });
  const result = useRef<HTMLElement>(null);
  // The result is above the clicked button and may be out of view.
  useEffect(() => {
    if (replay !== undefined) result.current?.scrollIntoView({ block: 'nearest' });
  }, [replay]);
  if (replay === undefined) return null;
  const { identical, summary, differences, replayedAt } = replay;
  return (
    <section className="replay-result" aria-label="Recomputed alert" ref={result}>
      <output>
        {identical ? <CheckCircleOutlined aria-hidden /> : <DiffOutlined aria-hidden />}{' '}
        <strong>{identical ? 'Identical' : 'Different'}</strong>{' '}
        <span className="quiet">recomputed {formatDateTime(replayedAt)}</span>
      </output>
      <p>{summary}</p>
      {differences.length > 0 && (
        <DataTable
          caption="Differences"
          columns={REPLAY_COLUMNS}
          rows={differences}
          rowKey={({ what, was, is }) => `${what} ${was} ${is}`}
        />
      )}
    </section>
  );
}

const STEP_LABELS: Record<AlertStep, string> = {
  reviewed: 'Reviewed',
  reopened: 'Reopened',
  assigned: 'Assigned',
  released: 'Released',
};

function AlertHistory({ activity: { createdAt, history } }: { activity: UnusualActivityDetail }) {
  return (
    <section>
      <h3>History</h3>
      <ol className="alert-history" aria-label="History">
        <li>
          <strong>Raised</strong> <span className="quiet">{formatDateTime(createdAt)}</span>
        </li>
        {history.map(({ step, at, by, outcome, note }) => {
          const label = outcome === null ? null : REVIEW_OUTCOME_LABELS[outcome];
          return (
            <li key={`${step} ${at}`}>
              <strong>{STEP_LABELS[step]}</strong>
              {label !== null && (step === 'reopened' ? ` (was ${label})` : `: ${label}`)}{' '}
              <span className="quiet">
                {by}, {formatDateTime(at)}
              </span>
              {note !== null && <p className="alert-history-note">{note}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface DecisionFormProps {
  draft: DecisionDraft;
  onChange: (draft: DecisionDraft) => void;
  onSave: () => void;
  isSaving: boolean;
  isLockedAway: boolean;
  container: RefObject<HTMLElement | null>;
}

function DecisionForm({ draft, onChange, onSave, isSaving, isLockedAway, container }: DecisionFormProps) {
  const [keys] = useShortcutsEnabled();
  const noteId = useId();
  const radioOf = (outcome: ReviewOutcome) =>
    container.current?.querySelector<HTMLInputElement>(`input[value="${outcome}"]`);
  const choose = (outcome: ReviewOutcome): void => {
    if (isLockedAway || isSaving) return;
    onChange({ ...draft, outcome });
    radioOf(outcome)?.focus();
  };
  useDialogShortcuts(container, {
    actions: ALERT_REVIEW_SHORTCUTS,
    enabled: keys,
    handlers: {
      review: () => radioOf(draft.outcome ?? REVIEW_OUTCOMES[0])?.focus(),
      choose: (at) => choose(REVIEW_OUTCOMES[at] ?? REVIEW_OUTCOMES[0]),
      save: () => {
        if (!isLockedAway && !isSaving) onSave();
      },
    },
  });
  return (
    <>
      <Radio.Group
        className="outcomes"
        aria-label="Outcome (optional)"
        disabled={isLockedAway}
        value={draft.outcome}
        onChange={({ target }) => onChange({ ...draft, outcome: target.value as ReviewOutcome })}
        options={REVIEW_OUTCOMES.map((value, at) => ({
          value,
          label: (
            <>
              <span>{REVIEW_OUTCOME_LABELS[value]}</span>
              {keys && <kbd aria-hidden>{ALERT_REVIEW_SHORTCUTS.choose.keys[at]}</kbd>}
            </>
          ),
        }))}
      />
      {draft.outcome !== null && <p className="quiet">{OUTCOME_CONSEQUENCES[draft.outcome]}</p>}
      <label htmlFor={noteId} className="visually-hidden">
        Note
      </label>
      <Input.TextArea
        id={noteId}
        value={draft.note}
        disabled={isLockedAway}
        onChange={({ target }) => onChange({ ...draft, note: target.value })}
        maxLength={NOTE_MAX_LENGTH}
        autoSize={{ minRows: 2, maxRows: 8 }}
        placeholder="Note (optional)"
      />
      <span className="decision-save">
        <Button type="primary" disabled={isLockedAway || isSaving} onClick={onSave}>
          {isSaving ? 'Reviewing...' : 'Mark Reviewed'}
        </Button>
        {!isLockedAway && (
          <span aria-hidden>
            <KeyCaps keys={ALERT_REVIEW_SHORTCUTS.save.keys} />
          </span>
        )}
      </span>
    </>
  );
}

export function ReviewForm({ activity }: { activity: UnusualActivityDetail }) {
  const { data: me } = useQuery(getCurrentUser());
  const { value: draft, change: setDraft, discard: discardDraft } = useDecisionDraft(activity.id);
  const review = useReviewAlertWithToast({ onReviewed: discardDraft });
  const holder = alertHolderOf(activity, { me: me?.id, now: useServerNow() });
  const assignment = useAssignment(activity, holder);
  const container = useRef<HTMLElement>(null);
  const { reviewed } = activity;
  const wasReviewed = useRef(reviewed);
  // Reviewing or reopening removes the focused element, so the focus moves to this section.
  useEffect(() => {
    if (wasReviewed.current === reviewed) return;
    wasReviewed.current = reviewed;
    if (document.activeElement === document.body) container.current?.focus();
  }, [reviewed]);
  const isAdmin = me?.role === 'Admin';

  const save = (): void => {
    if (review.isPending) return;
    const note = draft.note.trim();
    const finding = { ...(draft.outcome && { outcome: draft.outcome }), ...(note !== '' && { note }) };
    const isFilledIn = draft.outcome !== null || note !== '';
    review.mutate({ id: activity.id, ...(isFilledIn && { finding }) });
  };
  return (
    <>
      <section className="evidence-review" aria-label="Review" ref={container} tabIndex={-1}>
        {activity.reviewed ? (
          <ReviewedAlert activity={activity} unsaved={draft.note.trim()} onDiscard={discardDraft} />
        ) : (
          <>
            <AlertAssignmentBar holder={holder} assignment={assignment} isAdmin={isAdmin} />
            <DecisionForm
              draft={draft}
              onChange={(changed) => {
                setDraft(changed);
                assignment.beginWork();
              }}
              onSave={save}
              isSaving={review.isPending}
              isLockedAway={!canDecide(holder)}
              container={container}
            />
          </>
        )}
      </section>
      <EvidenceActions alertId={activity.id} />
      <AlertHistory activity={activity} />
      <RuleSuppression activity={activity} isAdmin={isAdmin} />
    </>
  );
}
