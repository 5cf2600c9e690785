import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatDay } from '../../../formats/dates.ts';
import { formatFigure } from './figures/format-figure.ts';

/** Characters that stand beside what they are; longer ones stand below. */
const LONGEST_BESIDE = 20;

/** What the rule looked at beside its figures: names, reasons, the last normal debit. */
export function EvidenceFacts({ facts }: { facts: readonly EvidenceFact[] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-label="What else was looked at">
      <h3>What else was looked at</h3>
      <dl className="evidence-list">
        {facts.map((fact, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a label may come twice, and facts never change places
          <div key={at} className={fact.value.length > LONGEST_BESIDE ? 'evidence-long' : undefined}>
            <dt>{fact.label}</dt>
            <dd className={fact.unit === 'text' ? 'evidence-text' : 'figures'}>{written(fact)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function written({ value, unit }: EvidenceFact): string {
  if (unit === 'day') return formatDay(value);
  return unit === 'text' ? value : formatFigure({ value, unit });
}
