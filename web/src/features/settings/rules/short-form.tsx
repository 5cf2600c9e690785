import type { ActivityType } from '@clearwatch/contracts/alerts';
import type { DraftParameter } from '../draft/draft-policy.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { ParameterField } from './parameter-field.tsx';
import { SensitivityChoice } from './sensitivity-choice.tsx';
import './short-form.css';

/** The settings of spec section 3 that are a number of one rule. */
const SETTINGS: { label: string; note: string; activityType: ActivityType; name: string }[] = [
  {
    label: 'Large transaction amount',
    note: 'A credit from this amount on may be a large credit. The $10,000 reporting line of structuring is set by regulation and stays.',
    activityType: 'large_credit',
    name: 'largeTransactionAmount',
  },
  {
    label: 'Frequent transaction count',
    note: 'So many debits of one account on one day, or within 24 hours, may be frequent debits.',
    activityType: 'frequent_debits',
    name: 'frequentTransactionCount',
  },
];

interface ShortFormProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** The three thresholds of the settings: the same numbers that stand with their rules below. */
export function ShortForm({ editing, mayEdit }: ShortFormProps) {
  const parameters = editing.draft.rules.flatMap((rule) => rule.parameters);
  return (
    <div className="short-form">
      {SETTINGS.map(({ label, note, activityType, name }) => {
        const parameter = parameters.find(isThis(activityType, name));
        if (parameter === undefined) return null;
        return (
          <div key={name} className="short-setting">
            <h3>{label}</h3>
            <ParameterField
              parameter={parameter}
              label={label}
              mayEdit={mayEdit}
              onChange={(text) => editing.setNumber(activityType, name, text)}
            />
            <p className="quiet">{note}</p>
          </div>
        );
      })}
      <SensitivityChoice editing={editing} mayEdit={mayEdit} />
    </div>
  );
}

function isThis(activityType: string, name: string): (parameter: DraftParameter) => boolean {
  return (parameter) => parameter.activityType === activityType && parameter.name === name;
}
