import { CheckCircleOutlined } from '@ant-design/icons';
import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { UnusualActivityDetail } from '@clearwatch/contracts/http/unusual-activities';
import { Button, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { formatDateTime } from '../../../formats/dates.ts';
import { NOTE_MAX_LENGTH, OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import { useDecideAlert } from '../../../review/use-decide-alert.ts';

/** Marks the alert reviewed, with what was found if the analyst wants to say it; afterwards shows what was said. */
export function ReviewForm({ activity }: { activity: UnusualActivityDetail }) {
  const review = useDecideAlert();
  const [outcome, setOutcome] = useState<ReviewOutcome>();
  const [note, setNote] = useState('');
  const noteId = useId();
  if (activity.reviewed) return <Reviewed activity={activity} />;

  const said = outcome !== undefined || note.trim() !== '';
  const finding = { ...(outcome && { outcome }), ...(note.trim() !== '' && { note: note.trim() }) };
  return (
    <section className="evidence-review" aria-label="Review">
      <Radio.Group
        aria-label="Outcome (optional)"
        value={outcome}
        onChange={({ target }) => setOutcome(target.value as ReviewOutcome)}
        options={Object.entries(OUTCOME_WORDS).map(([value, label]) => ({ value, label }))}
      />
      <label htmlFor={noteId} className="visually-hidden">
        Note
      </label>
      <Input.TextArea
        id={noteId}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        maxLength={NOTE_MAX_LENGTH}
        rows={2}
        placeholder="Note (optional)"
      />
      <Button
        type="primary"
        disabled={review.isPending}
        onClick={() => review.mutate({ id: activity.id, ...(said && { finding }) })}
      >
        {review.isPending ? 'Reviewing...' : 'Mark Reviewed'}
      </Button>
    </section>
  );
}

function Reviewed({ activity }: { activity: UnusualActivityDetail }) {
  const { reviewOutcome, reviewNote, reviewedBy, reviewedAt } = activity;
  return (
    <section className="evidence-review" aria-label="Review">
      <p>
        <CheckCircleOutlined aria-hidden /> <strong>Reviewed</strong>
        {reviewedBy !== null && ` by ${reviewedBy}`}
        {reviewedAt !== null && ` on ${formatDateTime(reviewedAt)}`}
        {reviewOutcome !== null && `: ${OUTCOME_WORDS[reviewOutcome]}`}
      </p>
      {reviewNote !== null && <p className="evidence-review-note">{reviewNote}</p>}
    </section>
  );
}
