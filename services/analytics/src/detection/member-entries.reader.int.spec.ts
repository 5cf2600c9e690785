import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let context: DetectionTestContext;
let runId: number;
beforeAll(async () => {
  context = await DetectionTestContext.start();
  runId = await context.opened(ordinaryEntries(1, 2));
  await context.the(ShardPlanningService).list(runId);
  // More data than socket buffers can hold, so PostgreSQL cannot finish sending a shard before it is read.
  await context.ledger.client.query(`UPDATE ledger.transactions SET addenda = repeat('x', 300_000)`);
});
afterAll(() => context.stop());

const read = () => context.the(MemberEntriesReader).read({ runId, shard: 0 });

/** Process ids of the sessions that are reading a shard, oldest first. */
async function readers(): Promise<number[]> {
  const { rows } = await context.ledger.client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE application_name = 'clearwatch-analytics-detect' AND datname = current_database() AND wait_event = 'ClientWrite'
      ORDER BY backend_start`,
  );
  return rows.map(({ pid }) => pid);
}

const twoWait = () => waitUntil('PostgreSQL has begun both', async () => (await readers()).length === 2);

describe('simultaneous shards', () => {
  it('two shards in one process are read one after the other while PostgreSQL already runs both queries', async () => {
    const [one, other] = [read(), read()];
    const first = await one.next();
    const order: string[] = [];
    const second = other.next().then((result) => {
      order.push('second');
      return result;
    });
    await twoWait();
    expect(first.value?.entries.length).toBeGreaterThan(10);

    order.push('first');
    await one.return(undefined);
    expect((await second).value).toEqual(first.value);
    expect(order).toEqual(['first', 'second']);
    await other.return(undefined);
  });

  it('shards in one process do not block each other when a connection breaks before its turn', async () => {
    const [one, other] = [read(), read()];
    await one.next();
    const second = other.next().catch((error: unknown) => error);
    await twoWait();
    await context.ledger.client.query('SELECT pg_terminate_backend($1)', [(await readers())[1]]);
    await waitUntil('it is gone', async () => (await readers()).length < 2);

    await one.return(undefined);
    expect(await second).toBeInstanceOf(Error);
    const third = read();
    expect((await third.next()).done).toBe(false);
    await third.return(undefined);
  });
});

describe('old statistics', () => {
  const readByAccount = async (): Promise<number> => {
    const { rows } = await context.ledger.client.query<{ tuples: string }>(
      `SELECT idx_tup_read AS tuples FROM pg_stat_user_indexes WHERE indexrelname = 'transactions_account'`,
    );
    return Number(rows[0]?.tuples);
  };

  it('a shard is read by account, without a full scan for each, on a ledger with statistics from its first import', async () => {
    const { client } = context.ledger;
    const accounts = Array.from({ length: 12 }, (_, index) => 11 + index);
    const many = await context.opened(ordinaryEntries(...accounts));
    await context.the(ShardPlanningService).list(many);
    // Statistics left by an ANALYZE that ran before the entries were committed.
    await client.query(`
      ALTER TABLE ledger.transactions SET (autovacuum_enabled = off);
      SELECT pg_restore_relation_stats('schemaname', 'ledger', 'relname', 'transactions', 'relpages', 2000, 'reltuples', 0::real)`);
    const before = await readByAccount();
    let entries = 0;
    for await (const member of context.the(MemberEntriesReader).read({ runId: many, shard: 0 }))
      entries += member.entries.length;
    expect(entries).toBeGreaterThan(400);
    // PostgreSQL reports a session's statistics only when the session ends.
    await waitUntil('its reading is counted', async () => (await readByAccount()) > before);
    // Includes rows read by other sessions in the meantime.
    expect((await readByAccount()) - before).toBeLessThan((entries * accounts.length) / 4);
  });
});
