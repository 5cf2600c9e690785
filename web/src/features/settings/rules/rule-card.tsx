import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useId } from 'react';
import { formatCounted } from '../../../formats/count.ts';
import { DataTable } from '../../../tables/data-table.tsx';
import type { DraftRule } from '../draft/draft-policy.ts';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { parameterColumns } from './parameter-columns.tsx';
import type { FilteredRule } from './rule-filter.ts';
import { RuleMeaning } from './rule-meaning.tsx';
import { RuleQualityList, RuleRate } from './rule-quality.tsx';
import { RuleSwitch } from './rule-switch.tsx';

interface RuleCardProps {
  filtered: FilteredRule;
  /** Newest policy version first; undefined while it is not known. */
  quality: RuleQuality[] | undefined;
  isOpen: boolean;
  /** Null while the rule stands open because something is looked for. */
  onToggle: (() => void) | null;
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** One rule: what it sees and how well in one line; its numbers, its switch and its sources below. */
export function RuleCard({ filtered, quality, isOpen, onToggle, editing, mayEdit }: RuleCardProps) {
  const { rule, parameters } = filtered;
  const { activityType } = rule;
  const bodyId = useId();
  const label = activityLabel(activityType);
  return (
    <article className="rule-card" aria-label={label}>
      <div className="rule-head">
        <h4>
          <button
            type="button"
            className="rule-toggle"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            disabled={onToggle === null}
            onClick={() => onToggle?.()}
          >
            {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            {label}
          </button>
        </h4>
        <RuleMeaning activityType={activityType} />
        <RuleMarks rule={rule} />
        <RuleRate quality={quality} />
      </div>
      <div id={bodyId} className="rule-body" hidden={!isOpen}>
        {isOpen && (
          <>
            <RuleSwitch
              rule={rule}
              mayEdit={mayEdit}
              onSwitch={(reason) => editing.setSwitch(activityType, reason)}
            />
            {parameters.length > 0 && (
              <DataTable
                caption={`Numbers of ${label}`}
                columns={parameterColumns({
                  mayEdit,
                  onChange: ({ name }, text) => editing.setNumber(activityType, name, text),
                })}
                rows={parameters}
                rowKey={({ name }) => name}
              />
            )}
            <div className="rule-foot">
              <section>
                <h5>Sources</h5>
                <ul>
                  {rule.sources.map((source) => (
                    <li key={source}>{source}</li>
                  ))}
                </ul>
                <p className="quiet">Rule version {rule.ruleVersion}</p>
              </section>
              <RuleQualityList quality={quality} />
            </div>
          </>
        )}
      </div>
    </article>
  );
}

/** What of a rule is not as it was, said where it is closed. */
function RuleMarks({ rule: { switchedOff, isSwitchChanged, parameters, problem } }: { rule: DraftRule }) {
  const changed = parameters.filter(({ isChanged }) => isChanged).length + Number(isSwitchChanged);
  const problems = [problem, ...parameters.map((parameter) => parameter.problem)].filter(
    (one) => one !== null,
  );
  return (
    <span className="rule-marks">
      {switchedOff !== null && <span className="off-mark">Off</span>}
      {changed > 0 && <span className="changed-mark">{formatCounted(changed, 'change')}</span>}
      {problems.length > 0 && <span className="problem-mark">{problems.length} not allowed</span>}
    </span>
  );
}
