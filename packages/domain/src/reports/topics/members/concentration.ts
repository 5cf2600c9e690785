import type { IncomeBand } from '../../../members/income-band.ts';
import type { Cents } from '../../../money/cents.ts';

/** On how few members the credits of a period rest. */
export interface Concentration {
  /** Members with credits in the period, and all of these. */
  receiving: number;
  creditCents: Cents;
  /** The one percent with the most credits (at least one member). */
  onePercent: { members: number; cents: Cents };
  /** How many of the largest together received half of all credits. */
  halfMembers: number;
  /** Members by the monthly income of the member list, with their credits in the period. */
  bands: Readonly<Record<IncomeBand, { members: number; cents: Cents }>>;
}
