import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import { formatDay, withFormattedDays } from '../../../formats/dates.ts';
import { formatFigure } from './figures/format-figure.ts';

/** Characters of a name and its words that fit on one line; longer words stand below their name. */
const LONGEST_LINE = 34;

/** What the rule looked at beside its figures: names, reasons, the last normal debit. */
export function EvidenceFacts({ facts }: { facts: readonly EvidenceFact[] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-label="What else was looked at">
      <h3>What else was looked at</h3>
      <dl className="evidence-list">
        {facts.map((fact, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a label may come twice, and facts never change places
          <div key={at} className={isLong(fact) ? 'evidence-long' : undefined}>
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
  return unit === 'text' ? withFormattedDays(value) : formatFigure({ value, unit });
}

function isLong({ label, value, unit }: EvidenceFact): boolean {
  return unit === 'text' && label.length + value.length > LONGEST_LINE;
}
