import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { DataSource } from 'typeorm';
import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import { burstOfDebits, largeCredit, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { AlertChain, AlertChainSealer } from './alert-chain.service.ts';
import { CHAIN_BREAKS_SQL } from './alert-chain-breaks.ts';

let context: DetectionTestContext;
let api: RunningAnalytics;
beforeAll(async () => {
  const database = await createTestDatabase();
  context = await DetectionTestContext.at(database);
  api = await startAnalytics(database);
});
afterAll(async () => {
  await api.stop();
  await context.stop();
});
beforeEach(async () => {
  await deleteDetectionData(context.ledger.client);
  await owner('DELETE FROM analytics.audit_outbox');
});

const PAULA: TestUser = { id: 1, name: 'paula', role: 'Admin' };
const owner = (sql: string) => context.ledger.client.query(sql);
const verify = async () => (await api.get('/api/detection/chain', PAULA)).body;
const links = async () =>
  (await owner('SELECT position::integer, alert_id::integer, event FROM analytics.alert_links ORDER BY position')).rows;
const more = (amount: string, day: string) => ({ ...largeCredit(personFixture(1), day), amount });

async function someAlerts(): Promise<void> {
  await context.analyze([...ordinaryEntries(1, 2), ...structuredDeposits(personFixture(1), '2026-08-03')]);
  await context.analyze([more('9700.10', '2026-08-11'), ...burstOfDebits(personFixture(2), '2026-08-10')]);
}

describe('alert chain', () => {
  it('the alert chain is intact when it is empty', async () => {
    expect(await verify()).toEqual({ intact: true, links: 0, alerts: 0, head: null, breaks: [] });
  });

  it('the alert chain contains a link for every alert that is raised, grows or is removed, and reports its head', async () => {
    await someAlerts();
    expect(await links()).toEqual([
      { position: 1, alert_id: 1, event: 'raised' },
      { position: 2, alert_id: 1, event: 'grown' },
      { position: 3, alert_id: 2, event: 'raised' },
    ]);
    await context.undone(2);
    expect((await links()).slice(3)).toEqual([
      { position: 4, alert_id: 2, event: 'removed' },
      { position: 5, alert_id: 1, event: 'revised' },
    ]);
    const { rows } = await owner(
      `SELECT encode(hash, 'hex') AS head FROM analytics.alert_links ORDER BY position DESC LIMIT 1`,
    );
    expect(await verify()).toEqual({ intact: true, links: 5, alerts: 1, head: rows[0].head, breaks: [] });
  });

  it('the alert chain stays intact after reviews and reopening, and gains no link from a second analysis', async () => {
    await someAlerts();
    for (const id of [1, 2]) await api.patch(`/api/unusual-activities/${id}/review`, { outcome: 'explained' });
    await api.post('/api/unusual-activities/1/reopen', { reason: 'Looked too quickly.' });
    expect(await context.analyzeAll()).toBe(0);
    expect(await verify()).toMatchObject({ intact: true, links: 3, alerts: 2 });
  });

  it('the alert chain contains a link for each of many alerts, in order', async () => {
    await someAlerts();
    const ids = Array.from({ length: 450 }, (_, index) => String(1 + (index % 2)));
    await context.the(DataSource).transaction((manager) => context.the(AlertChain).append(manager, 'grown', ids));
    expect((await links()).slice(3).map((link) => String(link.alert_id))).toEqual(ids);
    expect(await verify()).toMatchObject({ intact: true, links: 453, alerts: 2 });
  });

  it('the alert chain stays intact when shards from several runs write at the same time', async () => {
    const people = [1, 2, 3, 4, 5, 6];
    await context.analyze(ordinaryEntries(...people));
    const runs: number[] = [];
    for (const number of people) runs.push(await context.opened([largeCredit(personFixture(number), '2026-08-17')]));
    await Promise.all(runs.map((runId) => context.finished(runId)));
    expect(await verify()).toMatchObject({ intact: true, links: 6, alerts: 6 });
  });

  it.each([
    ['amount', 'amount = amount + 1'],
    ['risk', `risk_level = 'low'`],
    ['description', `description = 'Nothing.'`],
    ['percentage', 'percentage_change = 1'],
    ['entries', `evidence = jsonb_set(evidence, '{entries,0,amount}', '"1.00"')`],
    ['day of detection', `created_at = created_at + interval '1 day'`],
    ['trigger', 'transaction_id = transaction_id + 1'],
  ])('the alert chain detects a change to the %s of an alert', async (_what, change) => {
    await someAlerts();
    await owner(`UPDATE analytics.unusual_activities SET ${change} WHERE id = 2`);
    expect(await verify()).toMatchObject({
      intact: false,
      breaks: [{ position: 3, alertId: 2, problem: 'Link 3 for alert 2: the alert does not match its last link.' }],
    });
  });

  it('the alert chain detects a missing alert and an alert without a link', async () => {
    await someAlerts();
    await owner('DELETE FROM analytics.unusual_activities WHERE id = 2');
    await owner(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         description, evidence, rule_version, policy_version)
       VALUES ('large_credit', 'x', 1, '2026-08-17', 1, '', '{"companies": []}', 1, 1)`,
    );
    expect((await verify()).breaks).toEqual([
      {
        position: 3,
        alertId: 2,
        problem: 'Link 3 for alert 2: the alert is missing and no link records its removal.',
      },
      { position: null, alertId: 3, problem: 'Alert 3: the alert has no link.' },
    ]);
  });

  it('the alert chain detects a removed alert that was restored', async () => {
    await someAlerts();
    await owner('CREATE TEMPORARY TABLE kept AS SELECT * FROM analytics.unusual_activities WHERE id = 2');
    await context.undone(2);
    await owner('INSERT INTO analytics.unusual_activities OVERRIDING SYSTEM VALUE SELECT * FROM kept');
    expect((await verify()).breaks).toMatchObject([{ position: 4, alertId: 2 }]);
  });

  it.each([
    ['missing', 'DELETE FROM analytics.alert_links WHERE position = 2', 'earlier links are missing'],
    [
      'altered',
      `UPDATE analytics.alert_links SET at = at - interval '1 hour' WHERE position = 3`,
      'it was changed after it was written',
    ],
  ])('the alert chain detects that a link is %s', async (_what, change, problem) => {
    await someAlerts();
    await owner(change);
    expect((await verify()).breaks).toContainEqual({
      position: 3,
      alertId: 2,
      problem: `Link 3 for alert 2: ${problem}.`,
    });
  });

  it('the alert chain reports only the first hundred breaks', async () => {
    await someAlerts();
    await owner(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         description, evidence, rule_version, policy_version)
       SELECT 'large_credit', 'x', n, '2026-08-17', 1, '', '{"companies": []}', 1, 1 FROM generate_series(1, 150) n`,
    );
    expect((await verify()).breaks).toHaveLength(100);
  });

  it('verifying the alert chain is audited', async () => {
    await verify();
    const { rows } = await owner('SELECT action, actor_name, detail FROM analytics.audit_outbox');
    expect(rows).toEqual([
      { action: 'alert_chain.verified', actor_name: 'paula', detail: { intact: true, links: 0, head: null } },
    ]);
  });

  it('only admins can verify the alert chain', async () => {
    expect((await api.get('/api/detection/chain')).status).toBe(403);
  });
});

describe('database role', () => {
  it.each([
    `UPDATE analytics.alert_links SET event = 'raised'`,
    'DELETE FROM analytics.alert_links',
    'TRUNCATE analytics.alert_links',
  ])('the service’s database role is denied %s', async (sql) => {
    await someAlerts();
    await expect(context.the(DataSource).query(sql)).rejects.toThrow('permission denied');
  });
});

describe('attacks with the database role of analytics', () => {
  const attack = (sql: string) => context.the(DataSource).query(sql);
  /** A link that fits the chain, without a MAC or with the MAC of another link. */
  const appendLink = (alertId: number, mac: 'none' | 'copied' = 'none') => `
    WITH newest AS (SELECT position, hash FROM analytics.alert_links ORDER BY position DESC LIMIT 1),
    other AS (SELECT key_id, mac FROM analytics.alert_links WHERE position = 3)
    INSERT INTO analytics.alert_links (position, alert_id, event, digest, previous, hash, at, key_id, mac)
    SELECT n.position + 1, a.id, 'revised', analytics.alert_digest(a), n.hash,
           analytics.alert_link_hash(n.hash, n.position + 1, a.id, 'revised', analytics.alert_digest(a), now()), now(),
           ${mac === 'copied' ? 'other.key_id, other.mac' : 'NULL::text, NULL::bytea'}
      FROM newest n, other, analytics.unusual_activities a WHERE a.id = ${alertId}`;
  const changeEvidence = (alertId: number) => `
    UPDATE analytics.unusual_activities SET evidence = jsonb_set(evidence, '{entries,0,amount}', '"1.00"')
     WHERE id = ${alertId}`;

  it('evidence that the role changed together with a matching link is found [security 5.13]', async () => {
    await someAlerts();
    await attack(changeEvidence(2));
    await attack(appendLink(2));
    expect((await verify()).breaks).toEqual([
      { position: 4, alertId: 2, problem: 'Link 4 for alert 2: it was not written with a key of the chain.' },
    ]);
  });

  it('a link with the MAC of another link is found', async () => {
    await someAlerts();
    await attack(changeEvidence(2));
    await attack(appendLink(2, 'copied'));
    expect((await verify()).breaks).toMatchObject([{ position: 4, alertId: 2 }]);
  });

  it('a later link of the service does not cover a forged link or changed evidence', async () => {
    await someAlerts();
    await attack(changeEvidence(1));
    await attack(appendLink(1));
    await context.analyze([more('9800.10', '2026-08-12')]);
    expect((await verify()).breaks).toContainEqual({
      position: 4,
      alertId: 1,
      problem: 'Link 4 for alert 1: it was not written with a key of the chain.',
    });
    const { rows } = await owner(`SELECT event FROM analytics.alert_links WHERE alert_id = 1 AND position > 4`);
    expect(rows).toEqual([]);
  });

  it('an alert with changed evidence neither grows nor is removed by an undo', async () => {
    await someAlerts();
    await attack(changeEvidence(2));
    await context.undone(2);
    const { rows } = await owner('SELECT id::integer FROM analytics.unusual_activities WHERE id = 2');
    expect(rows).toEqual([{ id: 2 }]);
    expect((await verify()).breaks).toMatchObject([{ position: 3, alertId: 2 }]);
  });

  it('the role may not use the function that adds links without a key', async () => {
    await someAlerts();
    await expect(attack(`SELECT analytics.append_alert_links('{1}', 'revised')`)).rejects.toThrow('permission denied');
  });
});

describe('alerts from versions without a key', () => {
  const withoutKeys = () =>
    owner(
      `TRUNCATE analytics.alert_links;
       SELECT analytics.append_alert_links(array_agg(id ORDER BY id), 'raised') FROM analytics.unusual_activities`,
    );

  it('links without a key verify, and the first worker seals them and records that', async () => {
    await someAlerts();
    await withoutKeys();
    expect(await verify()).toMatchObject({ intact: true, links: 2, alerts: 2 });
    await context.the(AlertChainSealer).round();
    await context.the(AlertChainSealer).round();
    expect(await verify()).toMatchObject({ intact: true, links: 3, alerts: 2 });
    const { rows } = await owner(`SELECT detail FROM analytics.audit_outbox WHERE action = 'alert_chain.sealed'`);
    expect(rows).toEqual([{ detail: { links: 2 } }]);
    expect((await owner(CHAIN_BREAKS_SQL)).rows).toEqual([]);
  });

  it('an alert from before the seal can grow, and its chain stays intact', async () => {
    await someAlerts();
    await withoutKeys();
    await context.the(AlertChainSealer).round();
    await context.analyze([more('9800.10', '2026-08-12')]);
    expect(await verify()).toMatchObject({ intact: true, alerts: 2 });
    expect((await links()).slice(2)).toMatchObject([{ event: 'sealed' }, { alert_id: 1, event: 'grown' }]);
  });

  it('a link that was changed before the seal is found', async () => {
    await someAlerts();
    await withoutKeys();
    await context.the(AlertChainSealer).round();
    await owner(
      `UPDATE analytics.alert_links SET at = at - interval '1 day' WHERE position = 2;
       UPDATE analytics.alert_links SET hash = analytics.alert_link_hash(previous, position, alert_id, event, digest, at)
        WHERE position = 2`,
    );
    expect((await verify()).breaks).toMatchObject([
      { position: 3, problem: 'Link 3 for alert 0: it does not match the previous link.' },
    ]);
  });

  it('an empty chain is not sealed', async () => {
    await context.the(AlertChainSealer).round();
    expect(await links()).toEqual([]);
  });
});
