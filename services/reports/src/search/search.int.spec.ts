import type { Transaction } from '@clearwatch/contracts/http/transactions';
import { ReportRig } from '../testing/report-rig.ts';
import { naiveReport } from './testing/naive-report.ts';
import { pick, type Random, randomEntry, randomFilters, seeded } from './testing/random-reports.ts';

const PATIENCE_MS = 60_000;
const QUESTIONS = 12;

let rig: ReportRig;
beforeAll(async () => {
  rig = await ReportRig.start();
});
afterAll(() => rig.stop());

const some = (random: Random, most: number) =>
  Array.from({ length: 1 + random(most) }, () => randomEntry(random));

/** Asks many random questions; every answer must be what a look at all entries gives. */
async function expectRightAnswers(random: Random, when: string): Promise<void> {
  const entries = await rig.ledger.entries();
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const filters = randomFilters(random);
    const expected = naiveReport(entries, filters);
    const answer = await rig.report(filters, '?pageSize=500');
    const { status, headers } = answer;
    const ids = status === 200 ? (answer.body as Transaction[]).map(({ id }) => id) : answer.text;
    expect({
      when,
      filters,
      status,
      ids,
      total: headers['x-total-count'],
      kind: headers['x-total-count-kind'],
    }).toEqual({
      when,
      filters,
      status: 200,
      ids: expected.slice(0, 500).map(({ id }) => id),
      total: String(expected.length),
      kind: 'exact',
    });
  }
}

describe('a search', () => {
  it.each([1, 2])(
    'finds what a look at every entry finds, at every moment of the life of imports (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const first = await rig.ledger.import(some(random, 150));
      const second = await rig.ledger.import(some(random, 150));
      await expectRightAnswers(random, 'before anything is searchable');
      await rig.settle([first]);
      await expectRightAnswers(random, 'when one import is searchable');
      await rig.settle();
      await expectRightAnswers(random, 'when all are searchable');
      const kept = await rig.ledger.keep(pick(random, await rig.ledger.entries()).id);
      await expectRightAnswers(random, 'when a duplicate was kept');
      await rig.settle();

      const entries = await rig.ledger.entries();
      const { rows } = await rig.owner.query<{ id: string }>(
        'SELECT id FROM ledger.transactions WHERE import_id = $1 ORDER BY id LIMIT 20',
        [first],
      );
      await rig.ledger.undo(first, { entries: rows.map(({ id }) => Number(id)), to: second });
      expect((await rig.ledger.entries()).length).toBeLessThanOrEqual(entries.length);
      await expectRightAnswers(random, 'when an import was undone whose entries another holds');
      expect(await rig.openWork()).toEqual(expect.arrayContaining([first, second]));
      await rig.settle(pick(random, [[second], [first]]));
      await expectRightAnswers(random, 'when half of that is done');
      await rig.settle();
      await expectRightAnswers(random, 'when the undo is settled');

      const unsearchable = await rig.ledger.import(some(random, 60));
      const moved = await rig.owner.query<{ id: string }>(
        'SELECT id FROM ledger.transactions WHERE import_id = $1 ORDER BY id LIMIT 5',
        [unsearchable],
      );
      await rig.ledger.undo(unsearchable, { entries: moved.rows.map(({ id }) => Number(id)), to: second });
      await expectRightAnswers(random, 'when an import was undone before it was ever searchable');
      await rig.settle();
      await expectRightAnswers(random, 'and when that is settled');

      await rig.ledger.undo(kept);
      await rig.ledger.undo(second);
      await expectRightAnswers(random, 'when the last imports were undone');
      await rig.settle();
      expect(await rig.openWork()).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('keeps nothing of what has left: no entry, no name, no import', async () => {
    for (const { id } of (
      await rig.owner.query<{ id: string }>(`SELECT id FROM ledger.imports WHERE state = 'stored'`)
    ).rows)
      await rig.ledger.undo(Number(id));
    await rig.settle();
    const kept: string[] = [];
    for (const table of [
      'entries',
      'imports',
      'days',
      'streams',
      'first_names',
      'last_names',
      'descriptions',
      'addenda',
      'batches',
    ]) {
      const { rows } = await rig.owner.query<{ rows: string }>(
        `SELECT count(*) AS rows FROM reports.search_${table}`,
      );
      if (rows[0]?.rows !== '0') kept.push(table);
    }
    expect(kept).toEqual([]);
  });
});
