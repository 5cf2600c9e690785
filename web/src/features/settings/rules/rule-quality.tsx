import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { formatCounted } from '../../../formats/count.ts';
import { formatPercent } from '../../../formats/percent.ts';

interface RuleQualityProps {
  /** Newest policy version first; undefined while it is not known. */
  quality: RuleQuality[] | undefined;
}

/** The rate under the newest version that has been judged. */
export function RuleRate({ quality }: RuleQualityProps) {
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
export function RuleQualityList({ quality }: RuleQualityProps) {
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
            {formatCounted(alerts, 'alert')}, {open} unreviewed
          </li>
        ))}
      </ul>
    </section>
  );
}
