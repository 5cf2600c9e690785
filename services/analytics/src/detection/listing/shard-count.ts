const ACCOUNTS_PER_SHARD = 2_000;
/** Enough for two million accounts; beyond that shards grow. */
const MOST_SHARDS = 1_024;

/**
 * Into how many shards so many accounts are cut: small enough that a lost worker loses little, large enough that
 * reading the companies once per shard does not matter.
 */
export function shardCount(accounts: number): number {
  return Math.min(MOST_SHARDS, Math.max(1, Math.ceil(accounts / ACCOUNTS_PER_SHARD)));
}
