import type { AlertHistoryItem, AlertStep, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { formatDateTime } from '../../../formats/dates.ts';
import { OUTCOME_WORDS } from '../../../review/outcome-words.ts';

const STEP_WORDS: Record<AlertStep, string> = {
  reviewed: 'Reviewed',
  reopened: 'Reopened',
  assigned: 'Taken on',
  released: 'Given back',
};

/** What became of the alert, from the day it was raised. */
export function AlertHistory({ activity: { createdAt, history } }: { activity: UnusualActivityDetail }) {
  return (
    <section>
      <h3>History</h3>
      <ol className="alert-history" aria-label="History">
        <li>
          <strong>Raised</strong> <span className="quiet">{formatDateTime(createdAt)}</span>
        </li>
        {history.map((item) => (
          <HistoryItem key={`${item.step} ${item.at}`} item={item} />
        ))}
      </ol>
    </section>
  );
}

function HistoryItem({ item: { step, at, by, outcome, note } }: { item: AlertHistoryItem }) {
  return (
    <li>
      <strong>{STEP_WORDS[step]}</strong>
      {outcome !== null &&
        (step === 'reopened' ? ` (was ${OUTCOME_WORDS[outcome]})` : `: ${OUTCOME_WORDS[outcome]}`)}{' '}
      <span className="quiet">
        {by}, {formatDateTime(at)}
      </span>
      {note !== null && <p className="alert-history-note">{note}</p>}
    </li>
  );
}
