import type { PolicyChange, RuleInPolicy, RuleParameter } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useState } from 'react';
import { formatQuantity } from '../../lib/number-format.ts';
import { formatParameter } from './policy-draft.ts';

type KnownRule = Pick<RuleInPolicy, 'activityType'> & {
  parameters: Pick<RuleParameter, 'name' | 'unit' | 'meaning'>[];
};

/** Rules and numbers that no longer exist keep their stored names. */
function formatPolicyChange({ activityType, name, from, to }: PolicyChange, rules: KnownRule[]) {
  if (activityType === null) return { what: 'Sensitivity', from: from ?? NO_VALUE, to: to ?? NO_VALUE };
  const label = activityLabel(activityType);
  if (name === 'switchedOff') return { what: label, from: formatSwitch(from), to: formatSwitch(to) };
  const parameter = rules
    .find((rule) => rule.activityType === activityType)
    ?.parameters.find((candidate) => candidate.name === name);
  const format = (value: string | null): string => {
    if (value === null) return NO_VALUE;
    return parameter === undefined ? value : formatParameter(Number(value), parameter.unit);
  };
  return { what: `${label}: ${parameter?.meaning ?? name}`, from: format(from), to: format(to) };
}

const NO_VALUE = 'none';

function formatSwitch(reason: string | null): string {
  return reason === null ? 'on' : `off (${reason})`;
}

/** A reset may change more than a hundred numbers. */
const INITIALLY_SHOWN = 8;

export function ChangeList({ changes, rules }: { changes: PolicyChange[]; rules: KnownRule[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? changes : changes.slice(0, INITIALLY_SHOWN);
  const more = changes.length - shown.length;
  return (
    <>
      <ul className="change-list">
        {shown.map((change) => {
          const { what, from, to } = formatPolicyChange(change, rules);
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
          {formatQuantity(more, 'more change')}
        </button>
      )}
    </>
  );
}
