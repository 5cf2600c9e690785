import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { type Anchor, type Chain, parseAnchor } from './anchor.ts';

const BATCH_SIZE = 1_000;

/** In expired months of the audit log, only the seals remain. */
const HASHES: Readonly<Record<Chain, string>> = {
  audit: `
    SELECT seq AS position, hash FROM auth.audit_events WHERE seq = ANY ($1)
     UNION SELECT last_seq, last_hash FROM auth.audit_seals WHERE last_seq = ANY ($1)`,
  alerts: `SELECT position, encode(hash, 'hex') AS hash FROM analytics.alert_links WHERE position = ANY ($1)`,
};
const HASH = new RowReader({ integer: ['position'], text: ['hash'] });

const NAMES: Readonly<Record<Chain, { chain: string; item: string }>> = {
  audit: { chain: 'audit log', item: 'event' },
  alerts: { chain: 'alert chain', item: 'link' },
};

const EXTENT = new RowReader({ integer: ['expired', 'audit', 'alerts'] });

export interface AnchorComparison {
  /** Anchors found in the database. */
  matching: Record<Chain, number>;
  /** Anchors of events that have expired. */
  expired: number;
  /** About the first anchor that does not match; null when all match. */
  difference: string | null;
}

/**
 * Compares the chains with all anchors in a file. A chain that contains an anchor is unchanged up to it, so this detects
 * chains that the owner of the database cut off, replaced with an older copy, or rewrote with the right keys.
 * @throws Error when the file cannot be read or contains no anchor
 */
export async function compareWithAnchors(path: string, client: SqlReader): Promise<AnchorComparison> {
  const extent = await EXTENT.one(
    client,
    `SELECT coalesce((SELECT max(last_seq) FROM auth.audit_seals JOIN auth.audit_expiries USING (month)), 0) AS expired,
            coalesce((SELECT max(seq) FROM auth.audit_events), 0) AS audit,
            coalesce((SELECT max(position) FROM analytics.alert_links), 0) AS alerts`,
  );
  const comparison: AnchorComparison = { matching: { audit: 0, alerts: 0 }, expired: 0, difference: null };
  const compare = async (anchors: readonly Anchor[]): Promise<void> => {
    const hashes = { audit: new Map<number, string>(), alerts: new Map<number, string>() };
    for (const chain of ['audit', 'alerts'] as const) {
      const positions = anchors.filter((anchor) => anchor.chain === chain).map(({ position }) => position);
      const rows = await HASH.all(client, HASHES[chain], [positions]);
      for (const { position, hash } of rows) hashes[chain].set(position, hash);
    }
    for (const anchor of anchors) {
      const { chain, position } = anchor;
      const hash = hashes[chain].get(position);
      if (hash === undefined && chain === 'audit' && position <= extent.expired) comparison.expired += 1;
      else if (hash === anchor.hash) comparison.matching[chain] += 1;
      else comparison.difference ??= differenceOf(anchor, extent[chain]);
    }
  };

  let [batch, found]: [Anchor[], number] = [[], 0];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    const anchor = parseAnchor(line);
    if (anchor === null) continue;
    found += 1;
    batch.push(anchor);
    if (batch.length < BATCH_SIZE) continue;
    await compare(batch);
    batch = [];
  }
  await compare(batch);
  if (found === 0) throw new Error(`${path} contains no anchors. Name the file in which Clearwatch stores them.`);
  return comparison;
}

function differenceOf({ chain, position, at }: Anchor, end: number): string {
  const { chain: name, item } = NAMES[chain];
  return position > end
    ? `The ${name} ends with ${item} ${end}, but it already had ${item} ${position} when it was anchored at ${at}.`
    : `In the ${name}, ${item} ${position} is not the one that was anchored at ${at}: the ${name} was rewritten.`;
}
