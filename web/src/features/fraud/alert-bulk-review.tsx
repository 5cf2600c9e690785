import { MAX_BULK_REVIEW_ALERTS, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { BulkReviewResponse, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { NOTE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal, Radio } from 'antd';
import { useId, useRef, useState } from 'react';
import { QUERIES_CHANGED_BY_REVIEW, reviewAlertsInBulk, searchAlerts } from '../../api/alerts-api.ts';
import type { Page } from '../../api/api-client.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { reviewFailedToast, useDecisionDraft, useReviewAlertWithToast } from '../../components/alerts/alert-review.ts';
import { useToasts } from '../../components/toasts.tsx';
import { OUTCOME_CONSEQUENCES, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { type AlertListState, alertListQuery } from './alert-list-state.ts';

export function formatBulkReview({ reviewed, alreadyReviewed, locked, missing }: BulkReviewResponse): string {
  const done = `${formatQuantity(reviewed, 'alert')} marked as reviewed.`;
  const reasons = [
    alreadyReviewed > 0 && `${formatCount(alreadyReviewed)} already reviewed`,
    locked > 0 && `${formatCount(locked)} locked by a colleague`,
    missing > 0 && `${formatCount(missing)} deleted`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? done : `${done} Skipped: ${reasons.join(', ')}.`;
}

/** `name` is null for selected alerts, even if only one is selected. */
export interface ReviewTarget {
  ids: readonly number[];
  name: string | null;
}

type BulkReviewDialogProps = { target: ReviewTarget; onClose: () => void; onDecided: () => void };

const OUTCOME_OPTIONS = Object.entries(REVIEW_OUTCOME_LABELS).map(([value, label]) => ({ value, label }));

export function BulkReviewDialog({ target: { ids, name }, onClose, onDecided }: BulkReviewDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const one = useReviewAlertWithToast();
  const several = useMutation({
    mutationFn: reviewAlertsInBulk,
    onMutate: () => toasts.clear(),
    onSuccess: (answer) => toasts.success({ title: 'Activities Reviewed', description: formatBulkReview(answer) }),
    onError: (error) => toasts.failure(reviewFailedToast(error)),
    onSettled: () => refreshQueries(client, QUERIES_CHANGED_BY_REVIEW),
  });
  const draft = useDecisionDraft(name === null ? null : (ids[0] ?? null));
  const { outcome, note } = draft.value;
  const [result, setResult] = useState<BulkReviewResponse | null>(null);
  const noteId = useId();
  const form = useRef<HTMLDivElement>(null);
  useRestoreFocus(true);

  const what = name ?? formatQuantity(ids.length, 'alert');
  const busy = one.isPending || several.isPending;
  const close = (): void => {
    if (busy) return;
    draft.discard();
    onClose();
  };
  const decide = async (): Promise<void> => {
    if (outcome === null) return;
    const finding = { outcome, ...(note.trim() !== '' && { note: note.trim() }) };
    const [first] = ids;
    const isSingle = name !== null && first !== undefined;
    const answer = isSingle ? null : await several.mutateAsync({ ids: [...ids], ...finding });
    if (isSingle) await one.mutateAsync({ id: first, finding });
    draft.discard();
    onDecided();
    const skipped = answer === null ? 0 : answer.alreadyReviewed + answer.locked + answer.missing;
    if (skipped === 0) onClose();
    else setResult(answer);
  };

  if (result !== null) {
    return (
      <Modal
        open
        title="Some alerts were skipped"
        width={520}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p>{formatBulkReview(result)}</p>
      </Modal>
    );
  }
  const question = ids.length === 1 ? 'What did you find?' : 'The same outcome and note are saved for each alert.';
  return (
    <Modal
      open
      title={`Review ${what}`}
      width={520}
      onCancel={close}
      // A toast shows the failure; the dialog keeps the input.
      onOk={() => void decide().catch(() => undefined)}
      okText={busy ? 'Reviewing...' : `Review ${name === null ? what : 'alert'}`}
      okButtonProps={{ disabled: busy || outcome === null }}
      cancelButtonProps={{ disabled: busy }}
      afterOpenChange={(isOpen) => isOpen && form.current?.querySelector('input')?.focus()}
    >
      <div className="decide-dialog" ref={form}>
        <Radio.Group
          aria-label="Outcome"
          options={OUTCOME_OPTIONS}
          value={outcome}
          onChange={({ target }) => draft.change({ outcome: target.value as ReviewOutcome, note })}
        />
        <p className="quiet">{outcome === null ? question : OUTCOME_CONSEQUENCES[outcome]}</p>
        <label htmlFor={noteId}>Note (optional)</label>
        <Input.TextArea
          id={noteId}
          rows={3}
          maxLength={NOTE_MAX_LENGTH}
          value={note}
          onChange={({ target }) => draft.change({ outcome, note: target.value })}
        />
      </div>
    </Modal>
  );
}

export interface AlertSelection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  add: (ids: readonly number[]) => void;
  clear: () => void;
}

/** Alerts selected across pages. A new `scope` (filters) starts empty, so that only listed alerts are reviewed. */
export function useAlertSelection(scope: string): AlertSelection {
  const [chosen, setChosen] = useState({ scope, ids: NO_SELECTION });
  const ids = chosen.scope === scope ? chosen.ids : NO_SELECTION;
  const set = (changed: ReadonlySet<number>): void => setChosen({ scope, ids: changed });
  return {
    ids,
    toggle: (id) => {
      const changed = new Set(ids);
      if (!changed.delete(id)) changed.add(id);
      set(changed);
    },
    add: (more) => set(new Set([...ids, ...more])),
    clear: () => set(NO_SELECTION),
  };
}

const NO_SELECTION: ReadonlySet<number> = new Set();

interface SelectionBarProps {
  state: AlertListState;
  page: Page<UnusualActivity>;
  selection: AlertSelection;
  onReview: () => void;
}

export function SelectionBar({ state, page: { items, total }, selection, onReview }: SelectionBarProps) {
  const open = items.filter(({ reviewed }) => !reviewed).map(({ id }) => id);
  const chosen = selection.ids.size;
  const isPageChosen = open.length > 0 && open.every((id) => selection.ids.has(id));
  return (
    <div className="selection-bar">
      <span className="quiet figures">{formatQuantity(total, 'alert')}</span>
      {!isPageChosen && open.length > 0 && (
        <Button size="small" onClick={() => selection.add(open)}>
          Select these {formatCount(open.length)}
        </Button>
      )}
      {isPageChosen && total > items.length && <SelectMatching state={state} selection={selection} />}
      {chosen > 0 && (
        <>
          <output className="figures">
            <strong>{formatQuantity(chosen, 'alert')} selected</strong>
          </output>
          <Button size="small" type="primary" disabled={chosen > MAX_BULK_REVIEW_ALERTS} onClick={onReview}>
            Review {formatQuantity(chosen, 'alert')}
          </Button>
          <Button size="small" type="link" onClick={selection.clear}>
            Clear selection
          </Button>
          {chosen > MAX_BULK_REVIEW_ALERTS && (
            <span>You can review up to {formatCount(MAX_BULK_REVIEW_ALERTS)} alerts at a time.</span>
          )}
        </>
      )}
    </div>
  );
}

function SelectMatching({ state, selection }: { state: AlertListState; selection: AlertSelection }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const query = alertListQuery({ ...state, page: 1, reviewed: 'false' }, MAX_BULK_REVIEW_ALERTS);
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.fetchQuery({ ...searchAlerts(query), staleTime: 0 }),
    onSuccess: ({ items }) => selection.add(items.map(({ id }) => id).slice(0, MAX_BULK_REVIEW_ALERTS)),
    onError: (error) => toasts.failed('Error', error, 'The alerts could not be loaded.'),
  });
  return (
    <Button size="small" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Selecting...' : `Select all unreviewed matches (up to ${formatCount(MAX_BULK_REVIEW_ALERTS)})`}
    </Button>
  );
}
