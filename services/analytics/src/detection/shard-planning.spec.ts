import { shardCount } from './shard-planning.service.ts';

it.each([
  [1, 1],
  [2_000, 1],
  [2_001, 2],
  [126_000, 63],
  [2_000_000, 1_000],
  [10_000_000, 1_024],
])('a run over %i accounts is divided into %i shards', (accounts, shards) => {
  expect(shardCount(accounts)).toBe(shards);
});
