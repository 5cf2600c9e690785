import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import { Radio } from 'antd';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { SENSITIVITY_LABELS, SENSITIVITY_MEANINGS } from './sensitivity-words.ts';

interface SensitivityChoiceProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** How much staff wants to see, and what that does to the numbers. */
export function SensitivityChoice({ editing: { draft, setSensitivity }, mayEdit }: SensitivityChoiceProps) {
  const { sensitivity, isSensitivityChanged } = draft;
  return (
    <div className="short-setting">
      <h3>
        Suspicious pattern sensitivity
        {isSensitivityChanged && <span className="changed-mark">changed</span>}
      </h3>
      {mayEdit ? (
        <Radio.Group
          aria-label="Suspicious pattern sensitivity"
          optionType="button"
          options={SENSITIVITIES.map((value) => ({ value, label: SENSITIVITY_LABELS[value] }))}
          value={sensitivity}
          onChange={({ target }) => setSensitivity(target.value as Sensitivity)}
        />
      ) : (
        <strong>{SENSITIVITY_LABELS[sensitivity]}</strong>
      )}
      <p className="quiet">{SENSITIVITY_MEANINGS[sensitivity]}</p>
    </div>
  );
}
