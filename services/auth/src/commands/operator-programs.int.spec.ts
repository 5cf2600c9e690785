import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { withSnapshot } from '../audit/audit-verification.ts';
import { TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { AUDIT_KEY } from '../testing/auth-test-context.ts';
import { insertUser, TWO_FACTOR_KEY } from '../testing/user-fixtures.ts';
import { reencryptTwoFactorSecrets, SecretBox } from '../two-factor/two-factor-secrets.ts';
import { openOperatorAuditLog, operatorActor } from './operator-command.ts';
import { assertKeysUnused, differenceFromCheckpoint, parseCheckpoint, recoverAdmin } from './operator-programs.ts';

const NEW_KEY = '7'.repeat(64);
let audit: TestAuditLog;

beforeEach(async () => {
  audit = await TestAuditLog.open();
});
afterEach(() => audit.close());

const user = async (id: number) =>
  (await audit.owner.query<Record<string, unknown>>('SELECT * FROM auth.users WHERE id = $1', [id])).rows[0];

async function withSecret(username: string, key = TWO_FACTOR_KEY): Promise<number> {
  const id = await insertUser(audit.owner, { username });
  const sealed = new SecretBox(key).seal(`SECRET${id}`, id);
  await audit.owner.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [id, sealed]);
  return id;
}

describe('re-encryption of two-factor secrets', () => {
  const reseal = (keys: string) => audit.source.transaction((manager) => reencryptTwoFactorSecrets(keys, manager));

  it('re-encryption keeps every two-factor secret and encrypts it with the new key only', async () => {
    const ids = [await withSecret('anna'), await withSecret('ben', NEW_KEY), await withSecret('cleo')];
    await insertUser(audit.owner, { username: 'without' });
    expect(await reseal(`${NEW_KEY},${TWO_FACTOR_KEY}`)).toBe(3);
    for (const id of ids) {
      const sealed = String((await user(id))?.['two_factor_secret']);
      expect(new SecretBox(NEW_KEY).open(sealed, id)).toBe(`SECRET${id}`);
    }
  });

  it('re-encryption changes nothing when one two-factor secret cannot be decrypted', async () => {
    const anna = await withSecret('anna');
    await withSecret('ben', '8'.repeat(64));
    const before = await user(anna);
    await expect(reseal(`${NEW_KEY},${TWO_FACTOR_KEY}`)).rejects.toThrow(/No key [0-9a-f]{8} in TWO_FACTOR_KEYS/);
    expect(await user(anna)).toEqual(before);
  });
});

describe('retirement of an audit key', () => {
  const assert = (key: string) => audit.source.transaction((manager) => assertKeysUnused(new ChainKeys(key), manager));

  it('an audit key cannot be retired while its events are stored, and the message has their number and the end date', async () => {
    await audit.append({ at: '2026-10-05T10:00:00.000Z' });
    await audit.append({ at: '2026-11-30T23:59:59.000Z' });
    await expect(assert(NEW_KEY)).rejects.toThrow(
      /still needed until at least 2032-12-01\. Stored events signed with it: 2\./,
    );
  });

  it('an audit key cannot be retired while it signed the newest seal', async () => {
    await audit.owner.query(`INSERT INTO auth.audit_seals
      VALUES ('2026-10-01', 1, 1, 1, '', '', now(), '', 'aaaaaaaa', '')`);
    await expect(assert(NEW_KEY)).rejects.toThrow(/aaaaaaaa is still needed because it signed the newest seal/);
  });

  it('an audit key can be retired when the new key signed everything stored', async () => {
    await audit.append({ keys: NEW_KEY });
    await expect(assert(NEW_KEY)).resolves.toBeUndefined();
  });
});

describe('operator command during a key rotation', () => {
  const both = { AUDIT_KEYS: `${NEW_KEY},${AUDIT_KEY}` };
  const act = async () =>
    recoverAdmin(
      operatorActor(),
      { username: 'admin', passwordHash: 'a new hash' },
      { database: audit.source, log: await openOperatorAuditLog(both, audit.source) },
    );

  it('an operator command during a key rotation records an event that a service with the old keys can verify', async () => {
    await audit.append();
    await act();
    await audit.append();
    expect(await audit.verify({ keys: AUDIT_KEY })).toMatchObject({ intact: true, events: 3 });
  });

  it('an operator command signs with the new key once the service uses it or the audit log is empty', async () => {
    await act();
    await audit.append({ keys: NEW_KEY });
    await act();
    expect(await audit.verify({ keys: NEW_KEY })).toMatchObject({ intact: true, events: 3 });
  });
});

describe('recovery of an admin', () => {
  const recover = (username: string) =>
    recoverAdmin(
      operatorActor(),
      { username, passwordHash: 'a new hash' },
      { database: audit.source, log: audit.log() },
    );

  it('recovery of an admin removes every obstacle to signing in and ignores the case of the name', async () => {
    const id = await withSecret('Admin');
    await audit.owner.query(
      `UPDATE auth.users SET is_active = false, role = 'User', failed_login_attempts = 3, two_factor_enabled = true,
         locked_until = now() + interval '15 minutes', two_factor_last_step = 99, session_version = 4 WHERE id = $1`,
      [id],
    );
    await audit.owner.query("INSERT INTO auth.recovery_codes (user_id, code_hash) VALUES ($1, 'x')", [id]);
    expect(await recover('admin')).toEqual({ username: 'Admin', isNew: false });
    expect(await user(id)).toMatchObject({
      password: 'a new hash',
      role: 'Admin',
      is_active: true,
      force_password_reset: true,
      failed_login_attempts: 0,
      locked_until: null,
      two_factor_enabled: false,
      two_factor_secret: null,
      two_factor_last_step: '0',
      session_version: 5,
    });
    expect((await audit.owner.query('SELECT 1 FROM auth.recovery_codes')).rows).toEqual([]);
    expect(await audit.verify()).toMatchObject({ intact: true, events: 1 });
  });

  it('recovery of an admin changes no other user', async () => {
    const ben = await withSecret('ben');
    const before = await user(ben);
    expect(await recover('admin')).toEqual({ username: 'admin', isNew: true });
    expect(await user(ben)).toEqual(before);
  });

  it('recovery of an admin does not happen when it cannot be recorded', async () => {
    const id = await withSecret('admin');
    const before = await user(id);
    await audit.owner.query('REVOKE INSERT ON auth.audit_events FROM clearwatch_auth');
    await expect(recover('admin')).rejects.toThrow(/permission denied/);
    expect(await user(id)).toEqual(before);
  });
});

describe('saved head of the audit log', () => {
  const compare = async (checkpoint: string) => {
    const verification = await audit.verify();
    return withSnapshot({ url: audit.database.urlFor('auth'), purpose: 'test' }, (client) =>
      differenceFromCheckpoint(parseCheckpoint(checkpoint), verification, client),
    );
  };

  it('a saved head of the audit log matches the same log after it has grown', async () => {
    await audit.appendMany(3);
    const { lastHash } = await audit.verify();
    await audit.appendMany(2);
    expect(await compare(`3:${lastHash}`)).toBeNull();
  });

  it('a saved head of the audit log detects an older copy and a new log with the right keys', async () => {
    await audit.appendMany(3);
    await audit.keep();
    await audit.appendMany(2);
    const { lastHash } = await audit.verify();
    await audit.restore();
    expect((await audit.verify()).intact).toBe(true);
    expect(await compare(`5:${lastHash}`)).toBe(
      'The log ends with event 3, but it already had event 5 when the head was saved.',
    );
    await audit.appendMany(4);
    expect(await compare(`5:${lastHash}`)).toMatch(/^Event 5 differs from the saved head/);
  });

  it('a saved head of the audit log cannot be compared after its event has expired', async () => {
    const checkpoint = { seq: 1, hash: 'a'.repeat(64) };
    await expect(differenceFromCheckpoint(checkpoint, { firstSeq: 2, lastSeq: 2 }, audit.owner)).rejects.toThrow(
      /Event 1 has expired. The log begins with event 2/,
    );
  });

  it.each(['', '5', '5:abc', `0:${'a'.repeat(64)}`, `-1:${'a'.repeat(64)}`, `5:${'g'.repeat(64)}`])(
    'a saved head of the audit log is rejected in the form %j',
    (text) => {
      expect(() => parseCheckpoint(text)).toThrow(/in the printed format/);
    },
  );

  it('a saved head of the audit log is accepted with surrounding spaces and in capitals', () => {
    expect(parseCheckpoint(` 5:${'A'.repeat(64)}\n`)).toEqual({ seq: 5, hash: 'a'.repeat(64) });
  });
});
