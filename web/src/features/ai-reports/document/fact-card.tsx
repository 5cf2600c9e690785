import type { Fact } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';

/** What a stated figure is, and where it comes from. Announced when it appears. */
export function FactCard({ fact }: { fact: Fact }) {
  return (
    <output className="fact-card">
      <strong>{fact.label}</strong>
      <span className="figures fact-card-value">{formatFact(fact.value)}</span>
      <span className="quiet fact-card-source">{fact.source}</span>
      <span className="quiet">Fact {fact.id}</span>
    </output>
  );
}
