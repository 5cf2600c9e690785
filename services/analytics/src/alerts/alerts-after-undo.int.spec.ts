import { ProjectionService } from '../projection/projection.service.ts';
import type { LedgerEntry } from '../testing/analytics-ledger-fixtures.ts';
import { undoImport } from '../testing/detection-test-context.ts';
import { ListFiguresTestContext } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;
beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(Array.from({ length: 5 }, (_, at) => salary({ account: `${at}`, day: '2026-06-20' })));
});
afterAll(() => context.stop());

const salary = (change: Partial<LedgerEntry>): LedgerEntry => ({
  account: '1',
  company: 'PAYER',
  amount: '9500.00',
  type: 'Credit',
  day: '2026-06-10',
  ...change,
});

/** Creates a reviewed alert on the only entry in an import and returns the ids of the alert and the import. */
async function decidedOn(entry: LedgerEntry, outcome: string): Promise<{ alertId: number; importId: number }> {
  const importId = await context.imported([entry]);
  const { rows } = await context.ledger.client.query<{ id: string }>(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       risk_level, description, evidence, rule_version, policy_version, reviewed, review_outcome, reviewed_at)
     SELECT 'structuring', account_number, id, event_date, amount, 'high', 'Said so',
            jsonb_build_object('triggerEntryId', id::text, 'entries', jsonb_build_array(jsonb_build_object(
              'transactionId', id::text, 'accountNumber', account_number, 'company', company, 'day', event_date::text,
              'amount', amount::text, 'transactionType', transaction_type::text,
              'source', jsonb_build_object('importId', import_id::text, 'line', line)))),
            1, 1, true, $2, now()
       FROM ledger.transactions WHERE import_id = $1 RETURNING id`,
    [importId, outcome],
  );
  return { alertId: Number(rows[0]?.id), importId };
}

async function undone(importId: number): Promise<void> {
  await undoImport(context.ledger.client, importId);
  await context.analytics.app.get(ProjectionService, { strict: false }).takeBack(importId);
}

const get = async (path: string) => (await context.analytics.get(path)).body;
const listed = async (query: string) =>
  (await get(`/api/unusual-activities?${query}`)).map(({ id }: { id: number }) => id);
const riskOf = async (account: string) =>
  (await get('/api/members')).find((member: { accountNumber: string }) => member.accountNumber === account)?.riskLevel;

/** Returns every figure in the API that depends on which alerts are counted. */
async function counted() {
  const { total, high, reviewed } = await get('/api/unusual-activities/counts');
  const [quality] = await get('/api/detection/quality');
  const ofMember = await get(`/api/members/${await context.idOf('1')}/overview`);
  return {
    total,
    high,
    reviewed,
    listed: (await listed('')).length,
    decided: quality === undefined ? 0 : quality.alerts - quality.open,
    ofMember: ofMember.alerts.length,
    risk: await riskOf('1'),
  };
}

const ONE = { total: 1, high: 1, reviewed: 1, listed: 1, decided: 1, ofMember: 1, risk: 'medium' };
const NONE = { total: 0, high: 0, reviewed: 0, listed: 0, decided: 0, ofMember: 0, risk: 'low' };

describe('alerts with removed entries', () => {
  it('a decided alert whose entry was undone is not counted until another file contains the same entry', async () => {
    const { alertId, importId } = await decidedOn(salary({}), 'suspicious');
    expect(await counted()).toEqual(ONE);
    await undone(importId);
    expect(await counted()).toEqual(NONE);
    const again = await context.imported([salary({})]);
    expect(await counted()).toEqual(ONE);
    await undone(again);
    expect(await counted()).toEqual(NONE);

    // The decision is kept: the alert is still found by its number and in the list of SAR due dates.
    expect(await listed(`id=${alertId}`)).toEqual([alertId]);
    expect(await listed('due=true')).toEqual([alertId]);
    // A reopened alert returns to the queue.
    await context.ledger.client.query(
      'UPDATE analytics.unusual_activities SET reviewed = false, review_outcome = NULL WHERE id = $1',
      [alertId],
    );
    expect(await counted()).toEqual({ ...ONE, reviewed: 0, decided: 0, risk: 'high' });
    await context.ledger.client.query('DELETE FROM analytics.unusual_activities');
  });

  it('a decided alert is still counted after an undo when another file also contains its entry', async () => {
    const { importId } = await decidedOn(salary({ day: '2026-06-11' }), 'escalated');
    const later = await context.imported([salary({ day: '2026-06-12' })]);
    const { rows } = await context.ledger.client.query<{ id: string }>(
      'SELECT id FROM ledger.transactions WHERE import_id = $1',
      [importId],
    );
    await undoImport(context.ledger.client, importId, { entries: rows.map(({ id }) => id), to: later });
    await context.analytics.app.get(ProjectionService, { strict: false }).takeBack(importId);
    expect(await counted()).toEqual(ONE);
  });
});
