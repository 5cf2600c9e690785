import { MAX_BULK_REVIEW_ALERTS } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { searchUnusualActivities } from '../../../api/list-unusual-activities.ts';
import type { Page } from '../../../api/page.ts';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { type AlertListState, alertListQuery } from '../list/alert-list-state.ts';
import type { Selection } from './use-selection.ts';
import './decide.css';

interface SelectionBarProps {
  state: AlertListState;
  page: Page<UnusualActivity>;
  selection: Selection;
  onReview: () => void;
}

/** How many there are, and the choice of some for one decision about all of them. Reviewed ones cannot be chosen. */
export function SelectionBar({ state, page: { items, total }, selection, onReview }: SelectionBarProps) {
  const open = items.filter(({ reviewed }) => !reviewed).map(({ id }) => id);
  const chosen = selection.ids.size;
  const isPageChosen = open.length > 0 && open.every((id) => selection.ids.has(id));
  return (
    <div className="selection-bar">
      <span className="quiet figures">{formatCounted(total, 'alert')}</span>
      {!isPageChosen && open.length > 0 && (
        <Button size="small" onClick={() => selection.add(open)}>
          Select these {formatCount(open.length)}
        </Button>
      )}
      {isPageChosen && total > items.length && <SelectMatching state={state} selection={selection} />}
      {chosen > 0 && (
        <>
          <output className="figures">
            <strong>{formatCounted(chosen, 'alert')} selected</strong>
          </output>
          <Button size="small" type="primary" disabled={chosen > MAX_BULK_REVIEW_ALERTS} onClick={onReview}>
            Review {formatCounted(chosen, 'alert')}
          </Button>
          <Button size="small" type="link" onClick={selection.clear}>
            Clear selection
          </Button>
          {chosen > MAX_BULK_REVIEW_ALERTS && (
            <span>At most {formatCount(MAX_BULK_REVIEW_ALERTS)} are reviewed at once.</span>
          )}
        </>
      )}
    </div>
  );
}

/** Reads the numbers of all unreviewed alerts that match, as many as can be decided at once. */
function SelectMatching({ state, selection }: { state: AlertListState; selection: Selection }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const select = async (): Promise<void> => {
    setBusy(true);
    const query = alertListQuery({ ...state, page: 1, reviewed: 'false' }, MAX_BULK_REVIEW_ALERTS);
    try {
      const { items } = await client.fetchQuery({ ...searchUnusualActivities(query), staleTime: 0 });
      selection.add(items.map(({ id }) => id).slice(0, MAX_BULK_REVIEW_ALERTS));
    } catch (error) {
      toasts.failure({ title: 'Error', description: describeError(error, 'The alerts could not be read.') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" disabled={busy} onClick={() => void select()}>
      {busy
        ? 'Selecting...'
        : `Select all unreviewed that match (${formatCount(MAX_BULK_REVIEW_ALERTS)} at most)`}
    </Button>
  );
}
