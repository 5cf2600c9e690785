import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';
import type { LedgerOptions } from '@clearwatch/sample-data/options';
import { plantedBehaviours } from '@clearwatch/sample-data/plants/planted-behaviours';
import type { DrillLedger, DrillMember } from './drill-ledger.ts';
import { membersOf, toLedgerEntries } from './sample-members.ts';

/** One that lies in memory. */
interface GeneratedLedger extends DrillLedger {
  members(): readonly DrillMember[];
}

/** A generated credit union, held in memory: same options, same ledger. @throws RangeError on impossible options */
export function generatedLedger(options: LedgerOptions): GeneratedLedger {
  const generated = [...generateLedger(options)];
  const entries = toLedgerEntries(generated);
  const behaviours = new Map(entries.map(({ id }, index) => [id, generated[index]?.behaviour ?? null]));
  const members = membersOf(entries);
  return {
    members: () => members,
    behaviours: plantedBehaviours(options),
    behaviourOf: (entryId) => behaviours.get(entryId) ?? null,
  };
}
