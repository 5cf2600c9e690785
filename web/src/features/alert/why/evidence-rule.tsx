import type { RuleReference } from '@clearwatch/contracts/fraud/alert-evidence';
import { activityLabel } from '../../../risk/activity-label.ts';
import { formatFigure } from './format-figure.ts';

/** Which rule spoke, in which version, with which parameters, and on whose authority. */
export function EvidenceRule({ rule }: { rule: RuleReference }) {
  return (
    <section>
      <h3>Rule</h3>
      <p className="evidence-note">
        {activityLabel(rule.activityType)}, rule version {rule.ruleVersion}, policy version{' '}
        {rule.policyVersion}
      </p>
      <dl className="evidence-parameters">
        {rule.parameters.map(({ name, value, unit, meaning }) => (
          <div key={name}>
            <dt>{meaning}</dt>
            <dd className="figures">{formatFigure({ value: String(value), unit })}</dd>
          </div>
        ))}
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
