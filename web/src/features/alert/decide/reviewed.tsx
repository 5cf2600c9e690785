import { CheckCircleOutlined } from '@ant-design/icons';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { Button } from 'antd';
import { useState } from 'react';
import { readDraft } from '../../../drafts/drafts.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import { ReopenDialog } from './reopen-dialog.tsx';
import { SarDue } from './sar-due.tsx';

interface ReviewedProps {
  activity: UnusualActivityDetail;
  /** What was written here while somebody else decided; empty: nothing. */
  unsaved: string;
  onDiscard: () => void;
}

/** What was decided, by whom, what is due because of it, and the way to take it back. */
export function Reviewed({ activity, unsaved, onDiscard }: ReviewedProps) {
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
            : <strong>{OUTCOME_WORDS[reviewOutcome]}</strong>
          </>
        )}
      </p>
      {reviewNote !== null && <p className="evidence-review-note">{reviewNote}</p>}
      {sarDueOn !== null && <SarDue dueOn={sarDueOn} />}
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
