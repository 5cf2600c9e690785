import type { PolicyChange, RuleInPolicy, RuleParameter } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { formatParameter } from '../draft/number-text.ts';

export interface ChangeWords {
  what: string;
  from: string;
  to: string;
}

type KnownRule = Pick<RuleInPolicy, 'activityType'> & {
  parameters: Pick<RuleParameter, 'name' | 'unit' | 'meaning'>[];
};

/** A change as people read it. Rules and numbers that are gone since keep the names they had. */
export function changeWords({ activityType, name, from, to }: PolicyChange, rules: KnownRule[]): ChangeWords {
  if (activityType === null) return { what: 'Sensitivity', from: from ?? NONE, to: to ?? NONE };
  const label = activityLabel(activityType);
  if (name === 'switchedOff') return { what: label, from: switchWords(from), to: switchWords(to) };
  const parameter = rules
    .find((rule) => rule.activityType === activityType)
    ?.parameters.find((candidate) => candidate.name === name);
  const say = (value: string | null): string => {
    if (value === null) return NONE;
    return parameter === undefined ? value : formatParameter(Number(value), parameter.unit);
  };
  return { what: `${label}: ${parameter?.meaning ?? name}`, from: say(from), to: say(to) };
}

const NONE = 'none';

function switchWords(reason: string | null): string {
  return reason === null ? 'on' : `off (${reason})`;
}
