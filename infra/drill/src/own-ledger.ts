import { epochDay } from '@clearwatch/domain/calendar/day';
import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';
import type { SampleEntry } from '@clearwatch/sample-data/ledger/sample-entry';
import { DEFAULT_DAYS, type LedgerOptions, SAMPLE } from '@clearwatch/sample-data/options';
import { plantedBehaviours } from '@clearwatch/sample-data/plants/planted-behaviours';
import type { Client } from 'pg';
import type { DrillLedger } from './drill-ledger.ts';
import { ownMembers } from './member-pages.ts';
import { membersOf, toLedgerEntries } from './sample-members.ts';

/** Behaviours need months before them, and a dormant account half a year of silence. */
const LEAST_DAYS = 300;
/** No institution numbers accounts like this. */
const PREFIX = 'DRILL-';

/**
 * The institution's own ledger with planted members among its own, as one snapshot shows it: the copy lives in memory, some
 * accounts at a time, and goes with the drill. Nothing is written.
 *
 * @param client in a transaction of one snapshot
 * @throws RangeError when the ledger covers less than 300 days
 */
export async function ownLedger(client: Pick<Client, 'query'>, seed: number): Promise<DrillLedger> {
  const options = await optionsFor(client, seed);
  const behaviours = plantedBehaviours(options);
  const numbers = new Set(behaviours.flatMap(({ accountNumbers }) => accountNumbers));
  const generated = [...generateLedger(options)].filter(({ accountNumber }) => numbers.has(accountNumber));
  const entries = toLedgerEntries(generated.map(marked), PREFIX);
  const planted = membersOf(entries);
  const behaviourOf = new Map(entries.map(({ id }, index) => [id, generated[index]?.behaviour ?? null]));
  return {
    async *members() {
      yield* planted;
      yield* ownMembers(client);
    },
    behaviours: behaviours.map((behaviour) => ({
      ...behaviour,
      accountNumbers: behaviour.accountNumbers.map((number) => PREFIX + number),
    })),
    behaviourOf: (entryId) => behaviourOf.get(entryId) ?? null,
  };
}

function marked(entry: SampleEntry): SampleEntry {
  return { ...entry, accountNumber: PREFIX + entry.accountNumber };
}

async function optionsFor(client: Pick<Client, 'query'>, seed: number): Promise<LedgerOptions> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    'SELECT min(event_date)::text AS first, max(event_date)::text AS last FROM ledger.transactions',
  );
  const { first = null, last = null } = rows[0] ?? {};
  const days = first === null || last === null ? 0 : epochDay(last) - epochDay(first) + 1;
  if (last === null || days < LEAST_DAYS) {
    throw new RangeError(
      `The ledger covers ${days} days; a drill on it needs ${LEAST_DAYS}. Without --own-ledger it runs on generated ones.`,
    );
  }
  const { transactions, accounts } = SAMPLE;
  return { seed, transactions, accounts, lastDay: last, days: Math.min(days, DEFAULT_DAYS) };
}
