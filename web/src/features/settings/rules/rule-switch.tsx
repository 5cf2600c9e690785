import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Input, Switch } from 'antd';
import { useId } from 'react';
import type { DraftRule } from '../draft/draft-policy.ts';

interface RuleSwitchProps {
  rule: DraftRule;
  mayEdit: boolean;
  /** @param reason null: on */
  onSwitch: (reason: string | null) => void;
}

/** On, or off with the reason that an examiner will ask for. */
export function RuleSwitch({
  rule: { activityType, switchedOff, problem },
  mayEdit,
  onSwitch,
}: RuleSwitchProps) {
  const reasonId = useId();
  const problemId = useId();
  const isOn = switchedOff === null;
  if (!mayEdit) {
    return isOn ? null : (
      <p className="rule-switch">
        <span>
          <strong>Switched off:</strong> {switchedOff}
        </span>
      </p>
    );
  }
  return (
    <div className="rule-switch">
      <span className="rule-switch-line">
        <Switch
          aria-label={`${activityLabel(activityType)} is on`}
          checked={isOn}
          onChange={(checked) => onSwitch(checked ? null : '')}
        />
        {isOn ? 'The rule is on.' : 'The rule is off: it raises no alerts.'}
      </span>
      {!isOn && (
        <span className="parameter-field switch-reason">
          <label htmlFor={reasonId}>Why is it off?</label>
          <Input
            id={reasonId}
            maxLength={REASON_MAX_LENGTH}
            aria-invalid={problem !== null}
            {...(problem !== null && { status: 'error' as const, 'aria-describedby': problemId })}
            value={switchedOff}
            onChange={({ target }) => onSwitch(target.value)}
          />
          {problem !== null && (
            <span id={problemId} className="field-problem">
              {problem}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
