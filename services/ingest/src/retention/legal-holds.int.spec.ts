import request from 'supertest';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, identity, importFile, startIngest } from '../testing/ingest-test-context.ts';

const HOLDS = '/api/legal-holds';
const ACCOUNT = '1000000001';
const WANTED = { accountNumber: ACCOUNT, reason: 'Subpoena of a district court', reference: '26-CV-1042' };

let ingest: IngestApp;
beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 14, jobs: 'left' });
  await emptyLedger(ingest);
  await importFile(
    ingest,
    extractionFile([
      extractionRow({ account_number: ACCOUNT, first_name: 'Robin', last_name: 'Sample' }),
      extractionRow({ account_number: '2' }),
    ]),
  );
});
afterAll(() => ingest.stop());
beforeEach(async () => {
  await ingest.owner.query('TRUNCATE ledger.legal_holds RESTART IDENTITY; TRUNCATE ledger.audit_outbox');
});

const server = () => request(ingest.app.getHttpServer());
const place = async (body: object = {}, role: 'User' | 'Admin' = 'Admin') =>
  server()
    .post(HOLDS)
    .set(await identity(role))
    .send({ ...WANTED, ...body });
const release = async (id: number | string, reason = 'The case is closed', role: 'User' | 'Admin' = 'Admin') =>
  server()
    .post(`${HOLDS}/${id}/release`)
    .set(await identity(role))
    .send({ reason });
const list = async (query = '') =>
  server()
    .get(`${HOLDS}${query}`)
    .set(await identity());

describe('placement and release', () => {
  it('a legal hold is stored with account, reason, reference, user and time', async () => {
    const { status, body } = await place();
    expect(status).toBe(201);
    expect(body).toEqual({
      ...WANTED,
      id: 1,
      member: { id: expect.any(Number), firstName: 'Robin', lastName: 'Sample', company: expect.any(String) },
      state: 'standing',
      placedBy: 'paula',
      placedAt: expect.any(String),
      releasedBy: null,
      releasedAt: null,
      releaseReason: null,
    });
    expect((await list()).body).toEqual([body]);
  });

  it('a legal hold may cover everything, and an account may have several holds', async () => {
    expect((await place({ accountNumber: null, reference: ' ' })).body).toMatchObject({
      accountNumber: null,
      member: null,
      reference: null,
    });
    expect([(await place()).status, (await place({ reference: 'another' })).status]).toEqual([201, 201]);
  });

  it('a legal hold is released once with a reason and stays in the list', async () => {
    await place();
    const { status, body } = await release(1);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'released',
      releasedBy: 'paula',
      releasedAt: expect.any(String),
      releaseReason: 'The case is closed',
    });
    const again = await release(1);
    expect([again.status, again.text]).toEqual([409, 'paula has already released this hold.']);
    expect((await list()).body).toEqual([body]);
  });

  it.each([
    ['it has no reason', { reason: ' ' }, 400],
    ['its reason is not text', { reason: 7 }, 400],
    ['its account does not exist', { accountNumber: '4711' }, 404],
    ['its account number is invalid', { accountNumber: 'a\0b' }, 404],
  ])('a legal hold is rejected when %s', async (_name, body, status) => {
    expect((await place(body)).status).toBe(status);
    expect((await list()).body).toEqual([]);
  });

  it('releasing a legal hold requires a reason and an existing hold', async () => {
    await place();
    expect((await release(1, ' ')).status).toBe(400);
    expect([(await release(99)).status, (await release('x')).status]).toEqual([404, 404]);
    expect((await list('?state=standing')).body).toHaveLength(1);
  });

  it('admins place and release legal holds, and all staff can see them', async () => {
    expect((await place({}, 'User')).status).toBe(403);
    await place();
    expect((await release(1, 'Some reason', 'User')).status).toBe(403);
    expect((await list()).body).toHaveLength(1);
  });

  it('a legal hold is in the audit log by number and member, without account, name and reason', async () => {
    const { body } = await place();
    await release(1);
    const { rows } = await ingest.owner.query(
      'SELECT action, actor_name, subject_type, subject_id, subject_label, detail FROM ledger.audit_outbox ORDER BY at, action',
    );
    const entry = {
      actor_name: 'paula',
      subject_type: 'hold',
      subject_id: '1',
      subject_label: null,
      detail: { holds: 'one account', memberId: body.member.id },
    };
    expect(rows).toEqual([
      { action: 'hold.placed', ...entry },
      { action: 'hold.released', ...entry },
    ]);
  });
});

describe('list', () => {
  beforeEach(async () => {
    await place();
    await place({ accountNumber: '2', reason: 'Examination', reference: null });
    await place({ accountNumber: null, reason: 'Litigation', reference: null });
    await release(3);
  });
  const ids = async (query: string) => (await list(query)).body.map(({ id }: { id: number }) => id);

  it('the list of legal holds shows active holds first, then the newest, page by page', async () => {
    expect(await ids('')).toEqual([2, 1, 3]);
    const { body, headers } = await list('?page=2&pageSize=2');
    expect([body.map(({ id }: { id: number }) => id), headers['x-total-count']]).toEqual([[3], '3']);
  });

  it('the list of legal holds can be filtered by state, account and text', async () => {
    expect([await ids('?state=standing'), await ids('?state=released')]).toEqual([[2, 1], [3]]);
    expect(await ids(`?accountNumber=${ACCOUNT}`)).toEqual([1, 3]);
    expect(await ids(`?accountNumber=${ACCOUNT}&state=standing`)).toEqual([1]);
    expect([await ids('?search=robin'), await ids('?search=26-cv'), await ids('?search=exam')]).toEqual([
      [1],
      [1],
      [2],
    ]);
    expect((await list('?state=kept')).status).toBe(400);
  });
});
