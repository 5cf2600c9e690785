import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { REASON_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Switch } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getDetectionQuality } from '../../api/detection-api.ts';
import { PanelEmpty } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { ChoiceSelect, DebouncedField } from '../../components/tables/list-filters.tsx';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import { formatPercent, formatQuantity } from '../../lib/number-format.ts';
import { readChoice, readText, withParams } from '../../lib/url-params.ts';
import { useUrlNameSet } from '../../lib/use-url-state.ts';
import {
  type DraftParameter,
  type DraftRule,
  formatParameter,
  formatRange,
  type PolicyEditing,
} from './policy-draft.ts';

type ParameterFieldProps = { editing: PolicyEditing; parameter: DraftParameter; label: string };

export function ParameterField({ editing, parameter, label }: ParameterFieldProps) {
  const id = useId();
  const { activityType, name, text, unit, problem, isChanged, saved, min, max } = parameter;
  // Values set by a regulation cannot change.
  if (!editing.mayEdit || min === max) return <strong className="figures">{formatParameter(saved, unit)}</strong>;
  return (
    <span className="parameter-field">
      <Input
        aria-label={label}
        aria-invalid={problem !== null}
        {...(problem !== null && { status: 'error', 'aria-describedby': id })}
        className={isChanged ? 'parameter-changed' : ''}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...(unit === 'USD' && { prefix: '$' })}
        {...(unit === 'days' && { suffix: 'days' })}
        {...(unit === 'ratio' && { suffix: '×' })}
        value={text}
        onChange={({ target }) => editing.setNumber(activityType, name, target.value)}
      />
      {problem !== null && (
        <span id={id} className="field-problem">
          {problem}
        </span>
      )}
    </span>
  );
}

export function parameterColumns(editing: PolicyEditing): Column<DraftParameter>[] {
  return [
    {
      title: 'Parameter',
      cell: ({ meaning, example, isChanged }) => (
        <>
          {meaning}
          {isChanged && <span className="changed-mark">changed</span>}
          <span className="parameter-example quiet">Example: {example}</span>
        </>
      ),
    },
    {
      title: 'Value',
      cell: (parameter) => <ParameterField editing={editing} parameter={parameter} label={parameterLabel(parameter)} />,
    },
    {
      title: 'Allowed',
      numeric: true,
      cell: (parameter) => (parameter.min === parameter.max ? 'Fixed' : formatRange(parameter)),
    },
    {
      title: 'Default',
      numeric: true,
      cell: (parameter) => <DefaultValue editing={editing} parameter={parameter} />,
    },
    {
      title: 'With sensitivity',
      numeric: true,
      cell: ({ effective, value, unit }) => {
        if (effective === null) return <span className="quiet">—</span>;
        const text = formatParameter(effective, unit);
        return effective === value ? <span className="quiet">{text}</span> : <strong>{text}</strong>;
      },
    },
  ];
}

function parameterLabel({ activityType, meaning }: DraftParameter): string {
  return `${activityLabel(activityType)}: ${meaning}`;
}

function DefaultValue({ editing, parameter }: Omit<ParameterFieldProps, 'label'>) {
  const { default: standard, value, unit, activityType, name, saved, text } = parameter;
  if (value === standard) return <span className="quiet">{formatParameter(standard, unit)} in use</span>;
  if (!editing.mayEdit) return formatParameter(standard, unit);
  const button = (which: 'default' | 'saved', number: number) => (
    <Button
      type="link"
      size="small"
      aria-label={`Use the ${which} ${formatParameter(number, unit)} for ${parameterLabel(parameter)}`}
      onClick={() => editing.setNumber(activityType, name, String(number))}
    >
      {which === 'saved' && 'saved '}
      {formatParameter(number, unit)}
    </Button>
  );
  return (
    <>
      {button('default', standard)}
      {saved !== standard && text !== String(saved) && button('saved', saved)}
    </>
  );
}

const RULE_FILTERS = ['changed', 'customized'] as const;
const RULE_FILTER_LABELS = { changed: 'Unsaved changes', customized: 'Not at default' };

interface RuleFilter {
  search: string;
  /** Empty: all. */
  shown: '' | (typeof RULE_FILTERS)[number];
}

interface FilteredRule {
  rule: DraftRule;
  parameters: DraftParameter[];
}

function filterRules(rules: DraftRule[], { search, shown }: RuleFilter): FilteredRule[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return rules.flatMap((rule) => {
    const { activityType, category, isSwitchChanged, switchedOff } = rule;
    const ruleText = `${activityLabel(activityType)} ${activityType} ${category} ${describeRule(activityType)}`;
    const parameters = rule.parameters.filter(
      ({ isChanged, value, default: standard, meaning, name }) =>
        (shown === '' || (shown === 'changed' ? isChanged : value !== standard)) &&
        matches(`${ruleText} ${meaning} ${name}`),
    );
    const isRuleShown = shown === '' || (shown === 'changed' ? isSwitchChanged : switchedOff !== null);
    return parameters.length > 0 || (isRuleShown && matches(ruleText)) ? [{ rule, parameters }] : [];
  });
}

/** Empty for a rule that this version of the web application does not have. */
function describeRule(activityType: string): string {
  return Object.entries(RULE_DESCRIPTIONS).find(([type]) => type === activityType)?.[1] ?? '';
}

/** The filter is in the URL. Changing it adds no entry to the browser history. */
function useRuleFilter(): RuleFilter & { change: (part: Partial<RuleFilter>) => void } {
  const [params, setParams] = useSearchParams();
  const filter = { search: readText(params, 'rule'), shown: readChoice(params, 'numbers', RULE_FILTERS) };
  return {
    ...filter,
    change: (part) =>
      setParams(
        (current) => {
          const { search, shown } = { ...filter, ...part };
          return withParams(current, { rule: search, numbers: shown });
        },
        { replace: true },
      ),
  };
}

function RuleRate({ quality }: { quality: RuleQuality[] | undefined }) {
  const judged = quality?.find(({ falsePositiveRate }) => falsePositiveRate !== null);
  if (judged === undefined) return <span className="rule-rate quiet">{quality && 'No decisions yet'}</span>;
  return (
    <span className="rule-rate figures">
      {formatPercent(Number(judged.falsePositiveRate))} false positives{' '}
      <span className="quiet">v{judged.policyVersion}</span>
    </span>
  );
}

function RuleQualityList({ quality }: { quality: RuleQuality[] }) {
  return (
    <section>
      <h5>False-positive rate by policy version</h5>
      {quality.length === 0 && <p className="quiet">This rule has not raised an alert yet.</p>}
      <ul>
        {quality.map(({ policyVersion, alerts, open, falsePositiveRate }) => (
          <li key={policyVersion} className="figures">
            Version {policyVersion}:{' '}
            {falsePositiveRate === null ? 'no decisions yet' : formatPercent(Number(falsePositiveRate))} ·{' '}
            {formatQuantity(alerts, 'alert')}, {open} unreviewed
          </li>
        ))}
      </ul>
    </section>
  );
}

function RuleSwitch({ rule, editing }: { rule: DraftRule; editing: PolicyEditing }) {
  const { activityType, switchedOff, problem } = rule;
  const reasonId = useId();
  const problemId = useId();
  const isOn = switchedOff === null;
  if (!editing.mayEdit) {
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
          onChange={(checked) => editing.setSwitch(activityType, checked ? null : '')}
        />
        {isOn ? 'The rule is on.' : 'The rule is off and raises no alerts.'}
      </span>
      {!isOn && (
        <span className="parameter-field switch-reason">
          <label htmlFor={reasonId}>Why is it off?</label>
          <Input
            id={reasonId}
            maxLength={REASON_MAX_LENGTH}
            aria-invalid={problem !== null}
            {...(problem !== null && { status: 'error', 'aria-describedby': problemId })}
            value={switchedOff}
            onChange={({ target }) => editing.setSwitch(activityType, target.value)}
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

interface RuleCardProps extends FilteredRule {
  /** Newest policy version first; undefined until loaded. */
  quality: RuleQuality[] | undefined;
  isOpen: boolean;
  /** Null while a filter keeps the rule open. */
  onToggle: (() => void) | null;
  editing: PolicyEditing;
}

function RuleCard({ rule, parameters, quality, isOpen, onToggle, editing }: RuleCardProps) {
  const { activityType, switchedOff, isSwitchChanged } = rule;
  const bodyId = useId();
  const label = activityLabel(activityType);
  const changes = rule.parameters.filter(({ isChanged }) => isChanged).length + Number(isSwitchChanged);
  const problems = [rule, ...rule.parameters].filter(({ problem }) => problem !== null).length;
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
        <span className="rule-meaning quiet">{describeRule(activityType)}</span>
        <span className="rule-marks">
          {switchedOff !== null && <span className="off-mark">Off</span>}
          {changes > 0 && <span className="changed-mark">{formatQuantity(changes, 'change')}</span>}
          {problems > 0 && <span className="problem-mark">{problems} not allowed</span>}
        </span>
        <RuleRate quality={quality} />
      </div>
      <div id={bodyId} className="rule-body" hidden={!isOpen}>
        {isOpen && (
          <>
            <RuleSwitch rule={rule} editing={editing} />
            {parameters.length > 0 && (
              <DataTable
                caption={`Parameters of ${label}`}
                columns={parameterColumns(editing)}
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
              {quality && <RuleQualityList quality={quality} />}
            </div>
          </>
        )}
      </div>
    </article>
  );
}

export function RuleList({ editing }: { editing: PolicyEditing }) {
  const { search, shown, change } = useRuleFilter();
  const opened = useUrlNameSet('open');
  const quality = useQuery(getDetectionQuality());
  const { rules } = editing.draft;
  const isFiltered = search !== '' || shown !== '';
  const found = filterRules(rules, { search, shown });
  const areAllOpen = rules.every(({ activityType }) => opened.has(activityType));
  return (
    <>
      <section className="list-filters" aria-label="Search rules and parameters">
        <div className="list-filters-line">
          <DebouncedField
            className="list-search"
            label="Search rules and parameters"
            placeholder="Rule, category or parameter"
            value={search}
            onChange={(typed) => change({ search: typed })}
          />
          <ChoiceSelect
            label="Show"
            all="All parameters"
            values={editing.mayEdit ? RULE_FILTERS : (['customized'] as const)}
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
        <PanelEmpty text="No rules or parameters match.">
          <Button onClick={() => change({ search: '', shown: '' })}>Show all</Button>
        </PanelEmpty>
      )}
      {groupByCategory(found).map(([category, ofCategory]) => (
        <section key={category} className="rule-category" aria-label={category}>
          <h3>{category}</h3>
          {ofCategory.map(({ rule, parameters }) => (
            <RuleCard
              key={rule.activityType}
              rule={rule}
              parameters={parameters}
              quality={quality.data?.filter(({ activityType }) => activityType === rule.activityType)}
              isOpen={isFiltered || opened.has(rule.activityType)}
              onToggle={isFiltered ? null : () => opened.toggle(rule.activityType)}
              editing={editing}
            />
          ))}
        </section>
      ))}
    </>
  );
}

/** Same order as on other screens. Rules that this version of the web application does not have are last. */
function groupByCategory(found: FilteredRule[]): [string, FilteredRule[]][] {
  const rankOf = ({ rule }: FilteredRule): number => {
    const index = ACTIVITY_TYPES.findIndex((type) => type === rule.activityType);
    return index === -1 ? ACTIVITY_TYPES.length : index;
  };
  const inOrder = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  return [...Map.groupBy(inOrder, ({ rule }) => rule.category)];
}
