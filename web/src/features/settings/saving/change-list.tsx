import type { PolicyChange } from '@clearwatch/contracts/detection-policy.dto';
import { useState } from 'react';
import { formatCounted } from '../../../formats/count.ts';
import { changeWords } from './change-words.ts';
import './saving.css';

/** A reset may change more than a hundred numbers. */
const FIRST = 8;

interface ChangeListProps {
  changes: PolicyChange[];
  rules: Parameters<typeof changeWords>[1];
}

/** What changes from what to what. */
export function ChangeList({ changes, rules }: ChangeListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? changes : changes.slice(0, FIRST);
  const more = changes.length - shown.length;
  return (
    <>
      <ul className="change-list">
        {shown.map((change) => {
          const { what, from, to } = changeWords(change, rules);
          return (
            <li key={`${change.activityType} ${change.name}`} className="figures">
              {what}: <del>{from}</del> <span aria-hidden>→</span>
              <span className="visually-hidden">becomes</span> <ins>{to}</ins>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {formatCounted(more, 'more change')}
        </button>
      )}
    </>
  );
}
