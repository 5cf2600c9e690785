import type { ApprovalKind } from '@clearwatch/contracts/approvals';
import type { ApprovalDecision, ApprovalRequest } from '@clearwatch/contracts/approvals.dto';
import { recordedEvents } from '../../../auth/src/testing/auth-test-context.ts';
import { accountColumns, insertUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import {
  createSignedInUser,
  type GatewayTestContext,
  type StaffMember,
  startGateway,
} from '../testing/gateway-test-context.ts';
import { ApprovalsService } from './approvals.service.ts';

let gateway: GatewayTestContext;
let anna: StaffMember;
let ben: StaffMember;

beforeAll(async () => {
  gateway = await startGateway();
  anna = await createSignedInUser(gateway, { username: 'anna', role: 'Admin' });
});

afterAll(() => gateway.close());

const newUser = async (username: string) => (await insertUserWithTwoFactor(gateway.auth.owner, { username })).id;
const roleOf = async (id: number) => (await accountColumns(gateway.auth.owner, id))?.role;

/** Sets the chosen approvals directly, because a change over HTTP may itself need approval. */
async function choose(...approvals: ApprovalKind[]): Promise<void> {
  await gateway.auth.owner.query(
    `INSERT INTO sessions.security_settings AS s (approvals, version, saved_by) VALUES ($1, 1, 'test')
     ON CONFLICT (id) DO UPDATE SET approvals = $1, version = s.version + 1`,
    [approvals],
  );
}

async function approvalEvents(id: number): Promise<{ action: string; actor_name: string }[]> {
  const { rows } = await gateway.auth.owner.query<{ action: string; actor_name: string }>(
    `SELECT action, actor_name FROM sessions.audit_outbox WHERE subject_type = 'approval' AND subject_id = $1
     ORDER BY at, action`,
    [String(id)],
  );
  return rows;
}

async function requestRole(user: number): Promise<ApprovalRequest> {
  const { status, body } = await anna.agent.put(`/api/users/${user}`).send({ role: 'Admin' });
  expect(status).toBe(202);
  return body as ApprovalRequest;
}

describe('two-person approval', () => {
  it('without the setting, admin actions need no second admin', async () => {
    const user = await newUser('alone');
    const { status } = await anna.agent.put(`/api/users/${user}`).send({ role: 'Admin' });
    expect([status, await roleOf(user)]).toEqual([200, 'Admin']);
    await gateway.auth.owner.query('DELETE FROM auth.users WHERE id = $1', [user]);
  });

  it('two-person approval cannot be turned on with a single admin', async () => {
    const body = { approvals: ['role_change'], basedOn: 0 };
    const { status, text } = await anna.agent.put('/api/settings/security').send(body);
    expect([status, text]).toEqual([422, expect.stringMatching(/at least two active admins/)]);
  });

  it('an admin turns two-person approval on, which is recorded, and an outdated change is refused', async () => {
    ben = await createSignedInUser(gateway, { username: 'ben', role: 'Admin' });
    const body = { approvals: ['role_change'], basedOn: 0 };
    const saved = await anna.agent.put('/api/settings/security').send(body);
    expect(saved.body).toMatchObject({ approvals: ['role_change'], version: 1, savedBy: 'anna' });
    await choose();
    const { status } = await ben.agent.put('/api/settings/security').send(body);
    expect(status).toBe(409);
    const { rows } = await gateway.auth.owner.query(
      "SELECT actor_name, detail FROM sessions.audit_outbox WHERE action = 'settings.security_saved'",
    );
    expect(rows).toEqual([{ actor_name: 'anna', detail: { approvals: 'role_change' } }]);
  });

  it('users other than admins neither see nor decide approval requests', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'no.admin' });
    for (const path of ['/api/approvals', '/api/settings/security']) expect((await agent.get(path)).status).toBe(403);
    expect((await agent.post('/api/approvals/1/approve').send({})).status).toBe(403);
  });

  it('a role change waits until a second admin approves it, and both are recorded', async () => {
    await choose('role_change');
    const user = await newUser('promoted');
    const request = await requestRole(user);
    expect(request).toMatchObject({
      kind: 'role_change',
      state: 'pending',
      action: `PUT /api/users/${user}`,
      subject: 'promoted',
      body: { role: 'Admin' },
      requestedBy: 'anna',
    });
    expect(await roleOf(user)).toBe('User');
    const { body } = await ben.agent.post(`/api/approvals/${request.id}/approve`).send({});
    expect(body).toMatchObject({ state: 'executed', decidedBy: 'ben', failure: null, activationCode: null });
    expect(await roleOf(user)).toBe('Admin');
    expect(await recordedEvents(gateway.auth.owner, user)).toMatchObject([
      { action: 'user.role_changed', actor_name: 'anna', address: null },
    ]);
    expect(await approvalEvents(request.id)).toEqual([
      { action: 'approval.requested', actor_name: 'anna' },
      { action: 'approval.approved', actor_name: 'ben' },
      { action: 'approval.executed', actor_name: 'ben' },
    ]);
  });

  it('the response to an action that waits names its request in a header', async () => {
    const answer = await anna.agent.put(`/api/users/${await newUser('headed')}`).send({ role: 'Admin' });
    expect(answer.headers['x-approval-requested']).toBe(String((answer.body as ApprovalRequest).id));
  });

  it('the requester cannot approve their own request but can withdraw it', async () => {
    const user = await newUser('own.request');
    const { id } = await requestRole(user);
    const refused = await anna.agent.post(`/api/approvals/${id}/approve`).send({});
    expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(/another admin/)]);
    expect((await anna.agent.post(`/api/approvals/${id}/reject`).send({})).body).toMatchObject({ state: 'withdrawn' });
    expect((await ben.agent.post(`/api/approvals/${id}/approve`).send({})).status).toBe(409);
    expect(await roleOf(user)).toBe('User');
  });

  it('a rejected action is not carried out', async () => {
    const user = await newUser('rejected');
    const { id } = await requestRole(user);
    expect((await ben.agent.post(`/api/approvals/${id}/reject`).send({})).body).toMatchObject({
      state: 'rejected',
      decidedBy: 'ben',
    });
    expect((await ben.agent.post(`/api/approvals/${id}/approve`).send({})).status).toBe(409);
    expect(await roleOf(user)).toBe('User');
  });

  it('concurrent approvals carry the action out once', async () => {
    const third = await createSignedInUser(gateway, { username: 'cora', role: 'Admin' });
    await choose('import_undo');
    const { id } = (await anna.agent.delete('/api/imports/7')).body as ApprovalRequest;
    gateway.ingest.requests.length = 0;
    const answers = await Promise.all(
      [ben, third, ben, third, ben].map(({ agent }) => agent.post(`/api/approvals/${id}/approve`).send({})),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(gateway.ingest.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['DELETE /api/imports/7']);
  });

  it('the approval of a role change needs the fresh code of the approver', async () => {
    await choose('role_change');
    const { id } = await requestRole(await newUser('needs.code'));
    await gateway.auth.owner.query(
      "UPDATE sessions.sessions SET sess = (sess::jsonb #- '{signedIn,codeAt}')::json WHERE user_id = $1",
      [ben.id],
    );
    const { status, headers } = await ben.agent.post(`/api/approvals/${id}/approve`).send({});
    expect([status, headers['x-error-code']]).toEqual([403, 'fresh_code_required']);
    ben = Object.assign({}, ben, { agent: await ben.signInElsewhere() });
    expect((await ben.agent.post(`/api/approvals/${id}/approve`).send({})).status).toBe(200);
  });

  it('an expired request cannot be approved, is recorded as expired and can be made again', async () => {
    const user = await newUser('expired');
    const { id } = await requestRole(user);
    await gateway.auth.owner.query('UPDATE sessions.approval_requests SET expires_at = now() WHERE id = $1', [id]);
    const { status, text } = await ben.agent.post(`/api/approvals/${id}/approve`).send({});
    expect([status, text]).toEqual([409, expect.stringMatching(/expired/)]);
    await gateway.app.get(ApprovalsService, { strict: false }).runNow();
    expect(await approvalEvents(id)).toContainEqual({ action: 'approval.expired', actor_name: 'system' });
    expect((await requestRole(user)).id).not.toBe(id);
  });

  it('the same action cannot wait twice', async () => {
    const user = await newUser('twice');
    await requestRole(user);
    expect((await ben.agent.put(`/api/users/${user}`).send({ role: 'Admin' })).status).toBe(409);
  });

  it('an action whose requester is no longer an admin fails', async () => {
    const leaving = await createSignedInUser(gateway, { username: 'leaving', role: 'Admin' });
    const user = await newUser('friend');
    const { body } = await leaving.agent.put(`/api/users/${user}`).send({ role: 'Admin' });
    await gateway.auth.owner.query("UPDATE auth.users SET role = 'User' WHERE id = $1", [leaving.id]);
    const decided = await ben.agent.post(`/api/approvals/${(body as ApprovalRequest).id}/approve`).send({});
    expect(decided.body).toMatchObject({ state: 'failed', failure: expect.stringMatching(/no longer/) as string });
    expect(await roleOf(user)).toBe('User');
  });

  it('an approved action that the service refuses fails with its message', async () => {
    const user = await newUser('deleted.meanwhile');
    const { id } = await requestRole(user);
    await gateway.auth.owner.query('DELETE FROM auth.users WHERE id = $1', [user]);
    const { body } = await ben.agent.post(`/api/approvals/${id}/approve`).send({});
    expect(body).toMatchObject({ state: 'failed', failure: 'This user does not exist.' });
    expect(await approvalEvents(id)).toContainEqual({ action: 'approval.failed', actor_name: 'ben' });
  });

  it('the deactivation of a user does not wait, but the reactivation and the deletion do', async () => {
    const user = await newUser('urgent');
    expect((await anna.agent.put(`/api/users/${user}`).send({ isActive: false })).status).toBe(200);
    expect((await accountColumns(gateway.auth.owner, user))?.is_active).toBe(false);
    expect((await anna.agent.put(`/api/users/${user}`).send({ isActive: true })).status).toBe(202);
    expect((await anna.agent.delete(`/api/users/${user}`)).status).toBe(202);
  });

  it('no admin can add a second admin who would approve, and other new users are added at once', async () => {
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
    const asAdmin = await anna.agent.post('/api/users').send({ username: 'puppet', role: 'Admin', ...passwords });
    expect([asAdmin.status, asAdmin.text]).toEqual([409, expect.stringMatching(/with the role User/)]);
    const asUser = await anna.agent.post('/api/users').send({ username: 'not.a.puppet', ...passwords });
    expect([asUser.status, asUser.body]).toEqual([201, expect.objectContaining({ username: 'not.a.puppet' })]);
    const { rows } = await gateway.auth.owner.query(
      "SELECT id FROM sessions.approval_requests WHERE body::text LIKE '%password%'",
    );
    expect(rows).toEqual([]);
  });

  it('a two-factor reset waits too, and the approver gets the activation code', async () => {
    await choose('two_factor_reset');
    const user = await newUser('lost.phone');
    const { body } = await anna.agent.post(`/api/users/${user}/reset-two-factor`).send({});
    expect((await accountColumns(gateway.auth.owner, user))?.two_factor_enabled).toBe(true);
    const decided = await ben.agent.post(`/api/approvals/${(body as ApprovalRequest).id}/approve`).send({});
    expect((decided.body as ApprovalDecision).activationCode).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect((await accountColumns(gateway.auth.owner, user))?.two_factor_enabled).toBe(false);
    const list = (await ben.agent.get('/api/approvals')).text;
    expect(list).not.toContain((decided.body as ApprovalDecision).activationCode);
  });

  it.each([
    ['policy_change', 'post', '/api/detection/policy', 'analytics'],
    ['policy_change', 'delete', '/api/detection/suppressions/3', 'analytics'],
    ['hold_release', 'post', '/api/legal-holds/4/release', 'ingest'],
    ['import_undo', 'delete', '/api/imports/9', 'ingest'],
  ] as const)('with %s chosen, %s %s waits for approval', async (kind, method, path, service) => {
    await choose(kind);
    gateway[service].requests.length = 0;
    const body = { reason: 'a reason' };
    const held = await (method === 'delete' ? anna.agent.delete(path) : anna.agent.post(path).send(body));
    expect([held.status, gateway[service].requests.length]).toEqual([202, 0]);
    await ben.agent.post(`/api/approvals/${(held.body as ApprovalRequest).id}/approve`).send({});
    expect(gateway[service].requests.map(({ url }) => url)).toEqual([path]);
  });

  it('while an action needs approval, a single admin cannot turn approvals off', async () => {
    await choose('role_change');
    const { version } = (await anna.agent.get('/api/settings/security')).body as { version: number };
    const off = await anna.agent.put('/api/settings/security').send({ approvals: [], basedOn: version });
    expect(off.status).toBe(202);
    expect((await anna.agent.get('/api/settings/security')).body).toMatchObject({ approvals: ['role_change'] });
    await ben.agent.post(`/api/approvals/${(off.body as ApprovalRequest).id}/approve`).send({});
    expect((await anna.agent.get('/api/settings/security')).body).toMatchObject({ approvals: [], savedBy: 'anna' });
  });

  it('an action that a stopped gateway left unfinished is shown as failed', async () => {
    await choose('role_change');
    const { id } = await requestRole(await newUser('unfinished'));
    await gateway.auth.owner.query(
      "UPDATE sessions.approval_requests SET state = 'approved', decided_at = now() - interval '1 hour' WHERE id = $1",
      [id],
    );
    await gateway.app.get(ApprovalsService, { strict: false }).runNow();
    const list = (await ben.agent.get('/api/approvals')).body as ApprovalRequest[];
    expect(list.find((request) => request.id === id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/check before/) as string,
    });
  });
});
