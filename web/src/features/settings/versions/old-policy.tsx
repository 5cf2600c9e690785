import type { DetectionPolicyView, RuleParameter } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button } from 'antd';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { differences } from '../draft/draft-policy.ts';
import { formatParameter } from '../draft/number-text.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { SENSITIVITY_LABELS } from '../rules/sensitivity-words.ts';
import { ChangeList } from '../saving/change-list.tsx';

interface OldPolicyProps {
  old: DetectionPolicyView;
  editing: PolicyDraft;
  mayEdit: boolean;
  onStarted: () => void;
}

interface NumberOfRule extends RuleParameter {
  activityType: string;
}

const COLUMNS: Column<NumberOfRule>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  { title: 'Number', cell: ({ meaning }) => meaning },
  { title: 'Value', numeric: true, cell: ({ value, unit }) => formatParameter(value, unit) },
  {
    title: 'With sensitivity',
    numeric: true,
    cell: ({ effective, unit }) => formatParameter(effective, unit),
  },
];

/** All that a version says, beside the policy in force. */
export function OldPolicy({ old, editing, mayEdit, onStarted }: OldPolicyProps) {
  const { base, isEdited, startFrom } = editing;
  const ways = differences(base, old);
  const isInForce = old.version === base.version;
  const off = old.rules.filter(({ switchedOff }) => switchedOff !== null);
  const numbers = old.rules.flatMap(({ activityType, parameters }) =>
    parameters.map((parameter) => Object.assign({ activityType }, parameter)),
  );
  return (
    <>
      {isInForce ? (
        <p>It is in force.</p>
      ) : (
        <section>
          <h3>Going back from version {base.version} to it would change</h3>
          {ways.length === 0 ? (
            <p className="quiet">Nothing: both say the same.</p>
          ) : (
            <ChangeList changes={ways} rules={base.rules} />
          )}
          {mayEdit && ways.length > 0 && (
            <p>
              <Button
                type="primary"
                onClick={() => {
                  startFrom(old);
                  onStarted();
                }}
              >
                Take as starting point
              </Button>{' '}
              <span className="quiet">
                {isEdited
                  ? 'Your unsaved changes are replaced. Nothing is saved by it.'
                  : 'Fills the fields. Nothing is saved by it.'}
              </span>
            </p>
          )}
        </section>
      )}
      <section>
        <h3>What it says</h3>
        <p>
          Sensitivity {SENSITIVITY_LABELS[old.sensitivity].toLowerCase()}.{' '}
          {off.length === 0 && 'Every rule is on.'}
        </p>
        {off.map(({ activityType, switchedOff }) => (
          <p key={activityType}>
            {activityLabel(activityType)} is off: {switchedOff}
          </p>
        ))}
        <DataTable
          caption={`Numbers of version ${old.version}`}
          columns={COLUMNS}
          rows={numbers}
          rowKey={({ activityType, name }) => `${activityType} ${name}`}
        />
      </section>
    </>
  );
}
