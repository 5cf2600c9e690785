import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import type {
  AlertEvidence,
  EvidenceCompany,
  EvidenceFact,
  EvidenceFigure,
  RuleReference,
} from '@clearwatch/contracts/alerts';
import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getPolicyVersion } from '../../api/detection-api.ts';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { formatDay, formatDaysInText } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatPercent } from '../../lib/number-format.ts';
import { companyPath } from '../../lib/page-paths.ts';

export function EvidenceCompanies({ evidence }: { evidence: AlertEvidence }) {
  const { companies, window } = evidence;
  if (companies.length === 0) return null;
  return (
    <section aria-label="Companies in the pattern">
      <h3>Companies</h3>
      <DataTable
        caption="Companies"
        columns={companyColumns(window.firstDay)}
        rows={companies}
        rowKey={({ company }) => company}
      />
    </section>
  );
}

/** Companies first seen on or after `firstDay` are new to the account. */
function companyColumns(firstDay: string): Column<EvidenceCompany>[] {
  return [
    { title: 'Company', cell: ({ company }) => <Link to={companyPath(company)}>{company}</Link> },
    {
      title: 'First seen on this account',
      cell: ({ firstSeenOnAccount }) => (
        <span className="evidence-first-seen">
          {formatDay(firstSeenOnAccount)}
          {firstSeenOnAccount >= firstDay && <span className="evidence-mark">New in the window</span>}
        </span>
      ),
    },
    {
      title: 'Other accounts',
      cell: ({ otherAccounts }) =>
        otherAccounts === 0 ? <span className="quiet">None</span> : formatCount(otherAccounts),
      numeric: true,
    },
  ];
}

export function formatFigure({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'USD':
      return formatMoney(value);
    case 'percent':
      return formatPercent(Number(value));
    case 'days':
      return `${formatCount(Number(value))} ${Number(value) === 1 ? 'day' : 'days'}`;
    case 'ratio':
      return `${value}×`;
    case 'count':
      return formatCount(Number(value));
    default:
      return `${value} ${unit}`;
  }
}

const COMPARISON_LABELS: Record<EvidenceFigure['comparison'], string> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

export const formatThreshold = ({ comparison, threshold, unit }: EvidenceFigure): string =>
  `${COMPARISON_LABELS[comparison]} ${formatFigure({ value: threshold, unit })}`;

const MAX_LINE_LENGTH = 34;

export function EvidenceFacts({ facts }: { facts: readonly EvidenceFact[] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-label="Additional facts">
      <h3>Additional facts</h3>
      <dl className="evidence-list">
        {facts.map((fact, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- labels can repeat, and the order never changes
          <div
            key={at}
            className={
              fact.unit === 'text' && fact.label.length + fact.value.length > MAX_LINE_LENGTH
                ? 'evidence-long'
                : undefined
            }
          >
            <dt>{fact.label}</dt>
            <dd className={fact.unit === 'text' ? 'evidence-text' : 'figures'}>{formatFact(fact)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function formatFact({ value, unit }: EvidenceFact): string {
  if (unit === 'day') return formatDay(value);
  return unit === 'text' ? formatDaysInText(value) : formatFigure({ value, unit });
}

/** Leaves space beyond the larger value, so that the threshold line stays visible. */
const HEADROOM = 1.12;

export function barScale({ value, threshold }: Pick<EvidenceFigure, 'value' | 'threshold'>) {
  const [observed, limit] = [Number(value), Number(threshold)];
  if (!(observed >= 0) || !(limit >= 0)) return null;
  const longest = Math.max(observed, limit);
  if (longest === 0 || !Number.isFinite(longest)) return null;
  const percentOf = (part: number) => (part / longest / HEADROOM) * 100;
  return { filled: percentOf(observed), line: percentOf(limit) };
}

function FigureBar({ figure }: { figure: EvidenceFigure }) {
  const scale = barScale(figure);
  if (scale === null) return null;
  return (
    <svg className="figure-bar" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className="figure-bar-ground" x="0" y="5" width="100" height="6" />
      <rect
        className={figure.met ? 'figure-bar-met' : 'figure-bar-unmet'}
        x="0"
        y="5"
        width={scale.filled}
        height="6"
      />
      <line
        className="figure-bar-line"
        x1={scale.line}
        x2={scale.line}
        y1="1"
        y2="15"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const FIGURE_COLUMNS: Column<EvidenceFigure>[] = [
  { title: 'Figure', cell: ({ label }) => label },
  { title: 'Observed', cell: formatFigure, numeric: true },
  { title: 'Compared with threshold', cell: (figure) => <FigureBar figure={figure} /> },
  { title: 'Threshold', cell: formatThreshold, numeric: true },
  {
    title: 'Met',
    cell: ({ met }) => (
      <span className={met ? 'evidence-met' : 'evidence-met quiet'}>
        {met ? <CheckOutlined aria-hidden /> : <MinusOutlined aria-hidden />} {met ? 'Yes' : 'No'}
      </span>
    ),
  },
];

export function EvidenceFigures({ evidence: { figures, baseline } }: { evidence: AlertEvidence }) {
  return (
    <section aria-label="Figures against thresholds">
      <h3>Figures against thresholds</h3>
      <DataTable
        caption="Figures and thresholds"
        columns={FIGURE_COLUMNS}
        rows={figures}
        rowKey={({ label }) => label}
      />
      <p className="evidence-note">
        {baseline === null
          ? 'This rule does not use the member’s usual figures. The member page shows the usual month if one is available.'
          : `Baseline: ${baseline.label} ${formatFigure(baseline)}, from ${formatDay(baseline.firstDay)} to ${formatDay(baseline.lastDay)}.`}
      </p>
    </section>
  );
}

export function NonTriggerConditions({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section aria-label="What would have prevented this alert">
      <h3>What would have prevented this alert</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{formatDaysInText(sentence)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Default of each changed parameter. Empty while the policy is loading, or if its rule version differs. */
function changedParameters(reference: RuleReference, policy: DetectionPolicyView | undefined) {
  const { activityType, ruleVersion, parameters } = reference;
  const rule = policy?.rules.find((one) => one.activityType === activityType);
  if (rule === undefined || rule.ruleVersion !== ruleVersion) return new Map<string, number>();
  const inForce = new Map(parameters.map(({ name, value }) => [name, value]));
  return new Map(
    rule.parameters
      .filter((one) => inForce.has(one.name) && inForce.get(one.name) !== one.default)
      .map((one) => [one.name, one.default]),
  );
}

export function EvidenceRule({ rule }: { rule: RuleReference }) {
  // Only the marks depend on the policy, so no loading or error state is needed.
  const policy = useQuery(getPolicyVersion(rule.policyVersion));
  const changed = changedParameters(rule, policy.data);
  return (
    <section aria-label="The rule">
      <h3>Rule</h3>
      <p className="evidence-note">
        {activityLabel(rule.activityType)}, rule version {rule.ruleVersion}, policy version {rule.policyVersion}
      </p>
      <dl className="evidence-list evidence-parameters">
        {rule.parameters.map(({ name, value, unit, meaning }) => {
          const defaultValue = changed.get(name);
          return (
            <div key={name}>
              <dt>{meaning}</dt>
              <dd className="figures">
                {formatFigure({ value: String(value), unit })}
                {defaultValue !== undefined && (
                  <span className="evidence-mark">Default {formatFigure({ value: String(defaultValue), unit })}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <h3>Sources</h3>
      <ul>
        {rule.sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
    </section>
  );
}
