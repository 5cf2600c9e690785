import type { RuleReference } from '@clearwatch/contracts/alerts';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { getPolicyVersion } from '../../../../api/get-policy-version.ts';
import { formatFigure } from '../figures/format-figure.ts';
import { changedParameters } from './changed-parameters.ts';

/** Which rule spoke, in which version, with which parameters, and on whose authority. */
export function EvidenceRule({ rule }: { rule: RuleReference }) {
  // Without it nothing is missing but the marks: it has no states of its own.
  const policy = useQuery(getPolicyVersion(rule.policyVersion));
  const changed = changedParameters(rule, policy.data);
  return (
    <section aria-label="The rule">
      <h3>Rule</h3>
      <p className="evidence-note">
        {activityLabel(rule.activityType)}, rule version {rule.ruleVersion}, policy version{' '}
        {rule.policyVersion}
      </p>
      <dl className="evidence-list evidence-parameters">
        {rule.parameters.map(({ name, value, unit, meaning }) => {
          const usual = changed.get(name);
          return (
            <div key={name}>
              <dt>{meaning}</dt>
              <dd className="figures">
                {formatFigure({ value: String(value), unit })}
                {usual !== undefined && (
                  <span className="evidence-mark">
                    Default {formatFigure({ value: String(usual), unit })}
                  </span>
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
