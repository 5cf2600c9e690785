import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { PlantedBehaviour } from '@clearwatch/sample-data/plants/planted-behaviours';

/** All accounts that detection reads side by side. */
export interface DrillMember {
  memberKey: string | null;
  entries: Entry[];
}

/** A ledger with planted behaviours in it. */
export interface DrillLedger {
  /** Begins anew with each call: a drill reads the ledger twice. */
  members(): Iterable<DrillMember> | AsyncIterable<DrillMember>;
  behaviours: readonly PlantedBehaviour[];
  /** Id of the behaviour that an entry is part of; null for ordinary life. */
  behaviourOf(entryId: string): string | null;
}
