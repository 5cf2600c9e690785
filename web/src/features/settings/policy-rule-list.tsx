import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Switch } from 'antd';
import { useId } from 'react';
import { getDetectionQuality } from '../../api/detection-api.ts';
import { PanelEmpty } from '../../components/panel.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { ChoiceSelect, DebouncedField } from '../../components/tables/list-filters.tsx';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import { formatPercent, formatQuantity } from '../../lib/number-format.ts';
import { useUrlNameSet } from '../../lib/use-url-state.ts';
import type { DraftRule } from './policy-draft.ts';
import {
  type FilteredRule,
  filterRules,
  RULE_FILTERS,
  type RuleFilterChoice,
  useRuleFilter,
} from './policy-rule-filter.ts';
import { parameterColumns } from './rule-parameter-fields.tsx';
import type { PolicyDraft } from './use-policy-draft.ts';

/** What the rule sees. A rule that is younger than this screen has nothing but its name. */
function RuleMeaning({ activityType }: { activityType: string }) {
  const [, meaning] = Object.entries(RULE_DESCRIPTIONS).find(([type]) => type === activityType) ?? [];
  return <span className="rule-meaning quiet">{meaning}</span>;
}

interface RuleQualityProps {
  /** Newest policy version first; undefined while it is not known. */
  quality: RuleQuality[] | undefined;
}

/** The rate under the newest version that has been judged. */
function RuleRate({ quality }: RuleQualityProps) {
  const judged = quality?.find(({ falsePositiveRate }) => falsePositiveRate !== null);
  if (judged === undefined) return <span className="rule-rate quiet">{quality && 'Not judged yet'}</span>;
  return (
    <span className="rule-rate figures">
      {formatPercent(Number(judged.falsePositiveRate))} false positives{' '}
      <span className="quiet">v{judged.policyVersion}</span>
    </span>
  );
}

/** The rule under every policy version that it raised alerts under. */
function RuleQualityList({ quality }: RuleQualityProps) {
  if (quality === undefined) return null;
  return (
    <section>
      <h5>False-positive rate by policy version</h5>
      {quality.length === 0 && <p className="quiet">It has not raised an alert yet.</p>}
      <ul>
        {quality.map(({ policyVersion, alerts, open, falsePositiveRate }) => (
          <li key={policyVersion} className="figures">
            Version {policyVersion}:{' '}
            {falsePositiveRate === null ? 'not judged yet' : formatPercent(Number(falsePositiveRate))} ·{' '}
            {formatQuantity(alerts, 'alert')}, {open} unreviewed
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RuleSwitchProps {
  rule: DraftRule;
  mayEdit: boolean;
  /** @param reason null: on */
  onSwitch: (reason: string | null) => void;
}

/** On, or off with the reason that an examiner will ask for. */
function RuleSwitch({ rule: { activityType, switchedOff, problem }, mayEdit, onSwitch }: RuleSwitchProps) {
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
function RuleCard({ filtered, quality, isOpen, onToggle, editing, mayEdit }: RuleCardProps) {
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
      {changed > 0 && <span className="changed-mark">{formatQuantity(changed, 'change')}</span>}
      {problems.length > 0 && <span className="problem-mark">{problems.length} not allowed</span>}
    </span>
  );
}

const RULE_FILTER_LABELS = { changed: 'Unsaved changes', customized: 'Other than default' };

interface RuleListProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** Every rule by category. While something is looked for, the rules stand open with the numbers that match. */
export function RuleList({ editing, mayEdit }: RuleListProps) {
  const { search, shown, change } = useRuleFilter();
  const opened = useUrlNameSet('open');
  const quality = useQuery(getDetectionQuality());
  const { rules } = editing.draft;
  const isFiltered = search !== '' || shown !== '';
  const found = filterRules(rules, { search, shown });
  const areAllOpen = rules.every(({ activityType }) => opened.has(activityType));
  return (
    <>
      <section className="list-filters" aria-label="Search rules and numbers">
        <div className="list-filters-line">
          <DebouncedField
            className="list-search"
            label="Search rules and numbers"
            placeholder="Rule, category or meaning of a number"
            value={search}
            onChange={(typed) => change({ search: typed })}
          />
          <ChoiceSelect<Exclude<RuleFilterChoice, ''>>
            label="Show"
            all="All numbers"
            words={mayEdit ? RULE_FILTERS : ['customized']}
            labels={RULE_FILTER_LABELS}
            value={shown}
            onChange={(chosen) => change({ shown: chosen })}
          />
          <output className="quiet figures">{formatQuantity(found.length, 'rule')}</output>
          <Button
            className="rules-toggle"
            disabled={isFiltered}
            onClick={() => opened.set(areAllOpen ? [] : rules.map(({ activityType }) => activityType))}
          >
            {areAllOpen ? 'Close all' : 'Open all'}
          </Button>
        </div>
      </section>
      {found.length === 0 && (
        <PanelEmpty text="No rule and no number matches.">
          <Button onClick={() => change({ search: '', shown: '' })}>Show all</Button>
        </PanelEmpty>
      )}
      {groupByCategory(found).map(([category, ofCategory]) => (
        <section key={category} className="rule-category" aria-label={category}>
          <h3>{category}</h3>
          {ofCategory.map((filtered) => (
            <RuleCard
              key={filtered.rule.activityType}
              filtered={filtered}
              quality={quality.data?.filter(
                ({ activityType }) => activityType === filtered.rule.activityType,
              )}
              isOpen={isFiltered || opened.has(filtered.rule.activityType)}
              onToggle={isFiltered ? null : () => opened.toggle(filtered.rule.activityType)}
              editing={editing}
              mayEdit={mayEdit}
            />
          ))}
        </section>
      ))}
    </>
  );
}

/** In the order in which all screens name them. A rule that is younger than this screen stands last. */
function groupByCategory(found: FilteredRule[]): [string, FilteredRule[]][] {
  const placeOf = ({ rule }: FilteredRule): number => {
    const place = ACTIVITY_TYPES.findIndex((type) => type === rule.activityType);
    return place === -1 ? ACTIVITY_TYPES.length : place;
  };
  const inOrder = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  return [...Map.groupBy(inOrder, ({ rule }) => rule.category)];
}
