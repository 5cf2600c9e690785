import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';
import type { LedgerOptions } from '@clearwatch/sample-data/options';
import { plantedBehaviours } from '@clearwatch/sample-data/plants/planted-behaviours';
import type { DrillLedger } from './drill-ledger.ts';
import { membersOf, toLedgerEntries } from './sample-members.ts';

/** A generated credit union, held in memory: same options, same ledger. @throws RangeError on impossible options */
export function generatedLedger(options: LedgerOptions): DrillLedger {
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
