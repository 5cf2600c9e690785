import type { ViewScreen } from '@clearwatch/contracts/saved-views.dto';
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

const aView = (part: object = {}) => ({
  screen: 'members',
  name: 'Watch list',
  visibility: 'own',
  query: 'search=a%26b&riskLevel=high',
  hiddenColumns: ['Monthly Bills'],
  ...part,
});
const save = (part: object = {}, user: Staff = PAULA) => context.ask('post', '/api/views', aView(part), user);
const list = (screen: ViewScreen, user: Staff = PAULA) =>
  context.ask('get', `/api/views?screen=${screen}`, undefined, user);
const choose = (screen: string, viewId: number | null, user: Staff = PAULA) =>
  context.ask('put', `/api/default-views/${screen}`, { viewId }, user);
const listed = async (screen: ViewScreen, user?: Staff): Promise<[string, boolean, boolean][]> =>
  (await list(screen, user)).body.map(
    ({ name, mayChange, isDefault }: { name: string; mayChange: boolean; isDefault: boolean }) => [
      name,
      mayChange,
      isDefault,
    ],
  );

describe('saved list views', () => {
  it('a saved list view is stored separately for each screen', async () => {
    const { status, body } = await save();
    expect([status, body]).toEqual([
      201,
      {
        ...aView(),
        id: expect.any(Number),
        owner: 'paula',
        mayChange: true,
        isDefault: false,
        updatedAt: expect.any(String),
      },
    ]);
    expect((await list('members')).body).toEqual([body]);
    expect(await listed('companies')).toEqual([]);
    // The same name is allowed on another screen. Views are not listed as report filters.
    expect((await save({ screen: 'companies' })).status).toBe(201);
    expect((await save({ name: 'WATCH LIST' })).text).toBe(
      'You already have a saved view named “WATCH LIST”. Choose another name.',
    );
    expect((await context.ask('get', '/api/report-filters')).body).toEqual([]);
  });

  it('a shared list view is visible to colleagues, but can be changed only by its owner and admins', async () => {
    const shared = (await save({ name: 'Shared', visibility: 'shared' })).body.id;
    const own = (await save({ name: 'Own' })).body.id;
    expect(await listed('members', BEN)).toEqual([['Shared', false, false]]);
    expect(await listed('members', ADA)).toEqual([['Shared', true, false]]);
    const { screen: _, ...change } = aView({ name: 'Changed', visibility: 'shared', query: '' });
    expect((await context.ask('put', `/api/views/${shared}`, change, BEN)).text).toBe(
      'Only paula and admins can change this view.',
    );
    expect((await context.ask('put', `/api/views/${own}`, change, BEN)).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${shared}`, undefined, BEN)).status).toBe(403);
    expect((await context.ask('put', `/api/views/${shared}`, change)).body).toMatchObject(change);
    expect((await context.ask('delete', `/api/views/${shared}`, undefined, ADA)).status).toBe(204);
    expect(await listed('members')).toEqual([['Own', true, false]]);
  });

  it('a saved view of the audit log is visible only to admins, even if shared', async () => {
    expect((await save({ screen: 'audit' })).status).toBe(403);
    const { id } = (await save({ screen: 'audit', visibility: 'shared' }, ADA)).body;
    expect((await list('audit')).status).toBe(403);
    expect((await choose('audit', id)).status).toBe(403);
    expect((await context.ask('delete', `/api/views/${id}`)).status).toBe(404);
    expect(await listed('audit', ADA)).toEqual([['Watch list', true, false]]);
  });

  it('a saved list view is the default for users who chose it for as long as they can see it', async () => {
    const { id } = (await save({ visibility: 'shared' })).body;
    const other = (await save({ name: 'Other' })).body.id;
    expect((await choose('members', id, BEN)).status).toBe(204);
    await choose('members', other);
    await choose('members', id);
    expect(await listed('members', BEN)).toEqual([['Watch list', false, true]]);
    expect(await listed('members')).toEqual([
      ['Other', true, false],
      ['Watch list', true, true],
    ]);
    await choose('members', null);
    expect((await listed('members')).some(([, , isDefault]) => isDefault)).toBe(false);

    expect((await choose('members', other, BEN)).status).toBe(404);
    expect((await choose('companies', id)).status).toBe(404);
    expect((await choose('reports', id)).status).toBe(404);
    expect((await choose('members', 9_999_999_999)).status).toBe(404);
    expect((await context.ask('delete', '/api/views/9999999999')).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${id}`)).status).toBe(204);
    expect(await listed('members', BEN)).toEqual([]);
  });

  it('a saved list view is not reachable through the report filter routes, and vice versa', async () => {
    const view = (await save()).body.id;
    const filters = { name: 'Large', visibility: 'own', filters: { batch: '7' } };
    const filter = (await context.ask('post', '/api/report-filters', filters)).body.id;
    expect((await context.ask('delete', `/api/report-filters/${view}`)).status).toBe(404);
    expect((await context.ask('delete', `/api/views/${filter}`)).status).toBe(404);
  });

  it.each([
    [{ screen: 'report' }],
    [{ name: ' ' }],
    [{ query: 'a b' }],
    [{ query: '?a=1' }],
    [{ query: 'x'.repeat(2_001) }],
    [{ hiddenColumns: 'Monthly Bills' }],
    [{ hiddenColumns: ['\0'] }],
    [{ visibility: 'everybody' }],
    [{ owner: 'ben' }],
  ])('a saved list view is rejected with %j', async (part) => {
    expect((await save(part)).status).toBe(400);
  });

  it('a saved list view is audited with its screen but without its query', async () => {
    const { id } = (await save()).body;
    await context.ask('delete', `/api/views/${id}`, undefined, ADA);
    const { rows } = await context.owner.query(
      'SELECT actor_name, action, subject_type, subject_label, detail FROM reports.audit_outbox ORDER BY at',
    );
    const trace = (actor_name: string, action: string) => ({
      actor_name,
      action,
      subject_type: 'view',
      subject_label: 'Watch list',
      detail: { visibility: 'own', owner: 'paula', screen: 'members' },
    });
    expect(rows).toEqual([trace('paula', 'view.saved'), trace('ada', 'view.deleted')]);
  });
});

describe('report filters from earlier versions', () => {
  it('report filters from earlier versions remain readable and writable through the old table name', async () => {
    await context.owner.query(
      `INSERT INTO reports.saved_filters (owner_id, owner_name, name, visibility, filters)
       VALUES (7, 'paula', 'Saved earlier', 'own', '{"batch": "7"}')`,
    );
    const { body } = await context.ask('get', '/api/report-filters');
    expect(body).toMatchObject([{ name: 'Saved earlier', filters: { batch: '7' } }]);
  });
});
