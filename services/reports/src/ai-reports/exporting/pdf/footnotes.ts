import type { Fact } from '@clearwatch/contracts/ai-reports';

/** Days and names say themselves what they are; what was counted or added up is asked about. */
const ASKED_ABOUT = ['money', 'count', 'share', 'number'];
/** How the source of a computed fact names the facts it is computed from: "(F1 − F2) ÷ F2". */
const REFERENCE = /\bF\d+\b/g;

/** The figures that a text states, and what these are computed from. A note is called as its fact is: "F12", which nobody
 * takes for an exponent. */
export class Footnotes {
  private readonly facts: readonly Fact[];
  private readonly known: ReadonlyMap<string, Fact>;
  private readonly noted = new Set<string>();

  constructor(facts: readonly Fact[]) {
    this.facts = facts;
    this.known = new Map(facts.map((fact) => [fact.id, fact]));
  }

  /** What stands behind the figure; undefined for what needs no note. */
  noteOf(factId: string): string | undefined {
    const fact = this.known.get(factId);
    if (fact === undefined || !ASKED_ABOUT.includes(fact.value.kind)) return undefined;
    this.note(fact);
    return factId;
  }

  /** What was noted, in the order of the facts. */
  list(): Fact[] {
    return this.facts.filter(({ id }) => this.noted.has(id));
  }

  private note(fact: Fact): void {
    if (this.noted.has(fact.id)) return;
    this.noted.add(fact.id);
    for (const [reference] of fact.source.matchAll(REFERENCE)) {
      const origin = this.known.get(reference);
      if (origin !== undefined) this.note(origin);
    }
  }
}
