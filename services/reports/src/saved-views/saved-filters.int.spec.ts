import {
  ADA,
  BEN,
  PAULA,
  type Staff,
  TransactionReportTestContext,
} from '../testing/transaction-report-test-context.ts';

let context: TransactionReportTestContext;
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.owner.query('TRUNCATE reports.saved_views CASCADE; DELETE FROM reports.audit_outbox');
});

const PATH = '/api/report-filters';
const filters = { company: ['acme'], amount: { operator: 'gt', value: '10' } };
const save = (name: string, visibility: string, user: Staff = PAULA) =>
  context.ask('post', PATH, { name, visibility, filters }, user);
const listed = async (user: Staff): Promise<[string, string, boolean][]> =>
  (await context.ask('get', PATH, undefined, user)).body.map(
    ({ name, owner, mayChange }: { name: string; owner: string; mayChange: boolean }) => [name, owner, mayChange],
  );

describe('saved filters', () => {
  it('a saved filter is stored as private or shared', async () => {
    const { status, body } = await save(' Large ACME ', 'own');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Large ACME',
        visibility: 'own',
        filters,
        owner: 'paula',
        mayChange: true,
        updatedAt: expect.any(String),
      },
    ]);
    await save('Shared', 'shared', BEN);

    expect(await listed(PAULA)).toEqual([
      ['Large ACME', 'paula', true],
      ['Shared', 'ben', false],
    ]);
    expect(await listed(BEN)).toEqual([['Shared', 'ben', true]]);
    expect(await listed(ADA)).toEqual([['Shared', 'ben', true]]);
  });

  it('a saved filter can be changed and deleted only by its owner and admins', async () => {
    const shared = (await save('Shared', 'shared')).body.id;
    const own = (await save('Own', 'own')).body.id;
    const change = (id: number, user: Staff) =>
      context.ask('put', `${PATH}/${id}`, { name: 'Changed', visibility: 'shared', filters: { batch: '7' } }, user);

    expect((await change(shared, BEN)).status).toBe(403);
    expect((await change(own, BEN)).status).toBe(404);
    expect((await context.ask('delete', `${PATH}/${shared}`, undefined, BEN)).status).toBe(403);
    expect((await context.ask('delete', `${PATH}/${own}`, undefined, BEN)).status).toBe(404);
    const { status, body } = await change(shared, ADA);
    expect([status, body]).toMatchObject([200, { owner: 'paula', name: 'Changed', filters: { batch: '7' } }]);
    expect((await context.ask('delete', `${PATH}/${own}`, undefined, PAULA)).status).toBe(204);
    expect((await context.ask('delete', `${PATH}/${own}`, undefined, PAULA)).status).toBe(404);
    expect((await context.ask('delete', `${PATH}/x`, undefined, PAULA)).status).toBe(404);
    expect(await listed(PAULA)).toEqual([['Changed', 'paula', true]]);
  });

  it('a saved filter has a name that is unique per owner, ignoring case', async () => {
    await save('Payroll', 'own');
    const { status, text } = await save('PAYROLL', 'shared');
    expect([status, text]).toEqual([409, 'You already have a saved filter named “PAYROLL”. Choose another name.']);
    expect((await save('Payroll', 'own', BEN)).status).toBe(201);
    const other = (await save('Other', 'own')).body.id;
    expect((await context.ask('put', `${PATH}/${other}`, { name: 'payroll', visibility: 'own', filters })).status).toBe(
      409,
    );
  });

  it('a saved filter is rejected beyond 200 per owner, even with concurrent requests', async () => {
    await context.owner.query(
      `INSERT INTO reports.saved_filters (owner_id, owner_name, name, visibility, filters)
       SELECT 7, 'paula', 'filter ' || n, 'own', '{}' FROM generate_series(1, 198) n`,
    );
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(name, 'own')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
  });

  it.each([
    [{ name: ' ', visibility: 'own', filters }],
    [{ name: 'x', visibility: 'everybody', filters }],
    [{ name: 'x', visibility: 'own', filters: {} }],
    [{ name: 'x', visibility: 'own', filters: { unknown: 'x' } }],
    [{ name: 'x', visibility: 'own' }],
    [{ name: 'x', visibility: 'own', filters, owner: 'ben' }],
  ])('a saved filter is rejected when invalid: %j', async (body) => {
    expect((await context.ask('post', PATH, body)).status).toBe(400);
  });

  it('a saved filter is audited when it is saved, changed and deleted', async () => {
    const { id } = (await save('Traced', 'own')).body;
    await context.ask('put', `${PATH}/${id}`, { name: 'Renamed', visibility: 'shared', filters }, ADA);
    await context.ask('delete', `${PATH}/${id}`);
    const { rows } = await context.owner.query(
      'SELECT actor_name, action, subject_id, subject_label, detail FROM reports.audit_outbox ORDER BY at',
    );
    const trace = (actor_name: string, action: string, subject_label: string, visibility: string) => ({
      actor_name,
      action,
      subject_id: String(id),
      subject_label,
      detail: { visibility, owner: 'paula' },
    });
    expect(rows).toEqual([
      trace('paula', 'report_filter.saved', 'Traced', 'own'),
      trace('ada', 'report_filter.saved', 'Renamed', 'shared'),
      trace('paula', 'report_filter.deleted', 'Renamed', 'shared'),
    ]);
  });
});
