import { parseArgs } from 'node:util';
import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import { USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { HexKeys } from '@clearwatch/service-kit/config/service-environment';
import { queryInteger, queryTexts, RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { DataSource, EntityManager } from 'typeorm';
import { NEXT_SESSION_VERSION, RecoveryCodeEntity, sameUsername, UserEntity } from '../accounts/user.entity.ts';
import { type AnchorComparison, compareWithAnchors } from '../anchors/anchor-verification.ts';
import { retentionMonths } from '../audit/audit-chain-walk.ts';
import { type AuditLog, userSubject } from '../audit/audit-log.service.ts';
import { verifyChain, withSnapshot } from '../audit/audit-verification.ts';
import { HexKey } from '../auth-environment.ts';
import { FIRST_ADMIN, generatePassword } from '../first-start/first-admin.service.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { reencryptTwoFactorSecrets } from '../two-factor/two-factor-secrets.ts';
import { AuditCommandEnvironment, CommandError, operatorActor, reasonOf, withAuditLog } from './operator-command.ts';

class ResetAdminEnvironment extends AuditCommandEnvironment {
  @HexKey()
  PASSWORD_PEPPER!: string;
}

class RetireKeyEnvironment extends AuditCommandEnvironment {
  @HexKeys()
  TWO_FACTOR_KEYS!: string;
}

/** What must happen before old keys can be removed, by key name. Each returns a sentence for the operator. */
const RETIREMENTS = {
  session: async () => 'Sessions signed with old keys end. Their users must sign in again.',
  identity: async () => 'Identity tokens expire after one minute. The old keys are no longer needed.',
  'two-factor': async ({ TWO_FACTOR_KEYS }: RetireKeyEnvironment, manager: EntityManager) =>
    `Secrets encrypted with the newest key: ${await reencryptTwoFactorSecrets(TWO_FACTOR_KEYS, manager)}.`,
  audit: async ({ AUDIT_KEYS }: RetireKeyEnvironment, manager: EntityManager) => {
    await assertKeysUnused(new ChainKeys(AUDIT_KEYS), manager);
    return 'No stored event needs the old keys.';
  },
  alert: async (_environment: RetireKeyEnvironment, manager: EntityManager, oldIds: readonly string[]) => {
    const sql = 'SELECT count(*) FROM analytics.alert_links WHERE key_id = ANY ($1)';
    const links = await queryInteger(manager, sql, [oldIds]);
    if (links === 0) return 'No link of the alert chain needs the old keys.';
    throw new CommandError(
      `Alert keys are needed as long as their links are kept. Links made with the old keys: ${links}.`,
    );
  },
} as const;
const KEY_NAMES = Object.keys(RETIREMENTS) as (keyof typeof RETIREMENTS)[];

/** @throws CommandError for an unknown name */
function parseKey([first, ...ids]: readonly string[]) {
  const name = KEY_NAMES.find((candidate) => candidate === first);
  if (name === undefined) throw new CommandError(`Enter the name of the key: ${KEY_NAMES.join(', ')}.`);
  return { name, ids };
}

function parseKeyIds(ids: readonly string[]): string {
  if (ids.every((id) => /^[0-9a-f]{8}$/.test(id))) return ids.join(', ');
  throw new CommandError('A key id has 8 hex digits. Never enter the key itself.');
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

function parseUsername(args: readonly string[]): string {
  if (args.length > 1) throw new CommandError('Enter one username, or none for the user admin.');
  const name = (args[0] ?? FIRST_ADMIN).trim();
  if (name === '' || name.length > USERNAME_MAX_LENGTH || UNPRINTABLE.test(name) || name.startsWith('--')) {
    throw new CommandError(`A username has 1 to ${USERNAME_MAX_LENGTH} printable characters.`);
  }
  return name;
}

const PROGRAMS = {
  /** `key-rotated <name> <id of the new key>`: records a key rotation. */
  'key-rotated': async (args: readonly string[]) => {
    const { name, ids } = parseKey(args);
    if (ids.length !== 1) throw new CommandError('Enter the id of the new key.');
    const detail = { name, keyId: parseKeyIds(ids) };
    const entry = { action: 'key.rotated', subject: { type: 'key', id: name }, detail } as const;
    await withAuditLog(readEnvironment(AuditCommandEnvironment), ({ database, log }) =>
      database.transaction((manager) => log.append(operatorActor(), entry, manager)),
    );
    return 0;
  },

  /** `retire-key <name> [ids of the old keys]`: makes sure that only the first key is needed, and records that. */
  'retire-key': async (args: readonly string[]) => {
    const { name, ids } = parseKey(args);
    const keyId = parseKeyIds(ids);
    const detail = { name, ...(keyId !== '' && { keyId }) };
    const environment = readEnvironment(RetireKeyEnvironment);
    const summary = await withAuditLog(environment, ({ database, log }) =>
      database.transaction(async (manager) => {
        const outcome = await RETIREMENTS[name](environment, manager, ids);
        const entry = { action: 'key.retired', subject: { type: 'key', id: name }, detail } as const;
        await log.append(operatorActor(), entry, manager);
        return outcome;
      }),
    );
    return print(0, summary);
  },

  'reset-admin': async (args: readonly string[]) => {
    const username = parseUsername(args);
    const environment = readEnvironment(ResetAdminEnvironment);
    const password = generatePassword();
    const passwordHash = await new PasswordHasher(environment).hash(password);
    const recovered = await withAuditLog(environment, (target) =>
      recoverAdmin(operatorActor(), { username, passwordHash }, target),
    );
    return print(
      0,
      '',
      recovered.isNew
        ? `User ${recovered.username} did not exist and has been created as an admin.`
        : `${recovered.username} is an active admin again. Sessions, lock and second factor have been removed.`,
      '',
      `  Sign in as         ${recovered.username}`,
      `  with the password  ${password}`,
      '',
      'The password is shown only once and must be changed at the first sign-in. This recovery is recorded in the audit log.',
    );
  },

  /** Read-only, so that it works on a restored copy. */
  'verify-audit': async (args: readonly string[]) => {
    const options = { expect: { type: 'string' }, anchor: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const checkpoint = values.expect === undefined ? null : parseCheckpoint(values.expect);
    const { DATABASE_URL: url, AUDIT_KEYS } = readEnvironment(AuditCommandEnvironment);
    return withSnapshot({ url, purpose: 'audit-verify' }, async (client) => {
      const verification = await verifyChain(client, new ChainKeys(AUDIT_KEYS));
      const difference =
        verification.brokenAt?.sentence ??
        (checkpoint === null ? null : await differenceFromCheckpoint(checkpoint, verification, client));
      if (difference !== null) return print(1, `The audit log is BROKEN. ${difference}`);
      if (values.anchor === undefined) return print(0, ...summaryOf(verification));
      const anchors = await compareWithAnchors(values.anchor, client);
      if (anchors.difference !== null) return print(1, `An anchor does NOT match. ${anchors.difference}`);
      return print(0, ...summaryOf(verification), ...summaryOfAnchors(anchors));
    });
  },
} as const;

/** Sets the exit code: 1 for a failure, except that `verify-audit` reports a broken log with 1 and a failure with 2. */
export async function runOperatorProgram(name: keyof typeof PROGRAMS): Promise<void> {
  try {
    process.exitCode = await PROGRAMS[name](process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = name === 'verify-audit' ? 2 : 1;
  }
}

function print(code: number, ...lines: string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return code;
}

function summaryOf({ events, firstSeq, lastSeq, lastHash, expiredMonths }: AuditVerification): string[] {
  if (lastSeq === null) return ['The audit log is intact. It has no events.'];
  const months = expiredMonths === 1 ? '1 month has' : `${expiredMonths} months have`;
  return [
    `The audit log is intact. Events verified: ${events}, from ${firstSeq ?? lastSeq + 1} to ${lastSeq}.`,
    ...(expiredMonths === 0 ? [] : [`${months} expired; for expired months, only the seals were checked.`]),
    `Save this head outside Clearwatch: ${lastSeq}:${lastHash}`,
  ];
}

function summaryOfAnchors({ matching, expired }: AnchorComparison): string[] {
  return [
    `All anchors match: ${matching.audit} of the audit log, ${matching.alerts} of the alert chain.`,
    ...(expired === 0 ? [] : [`Anchors of expired events that could not be compared: ${expired}.`]),
  ];
}

/** Restores or creates an active admin without a lock or second factor. Forces a new password and ends sessions. */
export async function recoverAdmin(
  actor: Actor,
  { username, passwordHash }: Pick<UserEntity, 'username' | 'passwordHash'>,
  { database, log }: { database: DataSource; log: AuditLog },
): Promise<{ username: string; isNew: boolean }> {
  const where = { username: sameUsername(username) };
  const credentials = { passwordHash, role: 'Admin', forcePasswordReset: true } as const;
  return database.transaction(async (manager) => {
    await manager.update(UserEntity, where, {
      ...credentials,
      isActive: true,
      passwordResetToken: null,
      passwordResetExpires: null,
      failedLoginAttempts: 0,
      lockedUntil: null,
      twoFactorEnabled: false,
      twoFactorSecret: null,
      twoFactorLastStep: 0,
      activationCodeHash: null,
      activationCodeExpires: null,
      sessionVersion: NEXT_SESSION_VERSION,
    });
    const existing = await manager.findOneBy(UserEntity, where);
    const admin = existing ?? (await manager.save(manager.create(UserEntity, { username, ...credentials })));
    await manager.delete(RecoveryCodeEntity, { userId: admin.id });
    const isNew = existing === null;
    const entry = { action: 'admin.recovered', subject: userSubject(admin), detail: { isNew } } as const;
    await log.append(actor, entry, manager);
    return { username: admin.username, isNew };
  });
}

const KEY_USE = new RowReader({ text: ['keyId'], integer: ['events'], day: ['freeFrom'] });

/**
 * A key is needed while its events are kept, and until a newer key has signed a seal, which covers all earlier seals.
 * @throws CommandError that says how long the key is needed
 */
export async function assertKeysUnused({ currentId }: { currentId: string }, manager: EntityManager): Promise<void> {
  const use = await KEY_USE.first(
    manager,
    `SELECT key_id, count(*) AS events,
       (date_trunc('month', max(recorded_at) AT TIME ZONE 'UTC') + interval '${retentionMonths(MIN_RETENTION_YEARS)} months')::date::text
         AS free_from
     FROM auth.audit_events WHERE key_id <> $1 GROUP BY key_id ORDER BY max(seq) DESC LIMIT 1`,
    [currentId],
  );
  if (use !== null) {
    throw new CommandError(
      `The audit key ${use.keyId} is still needed until at least ${use.freeFrom}. Stored events signed with it: ${use.events}.`,
    );
  }
  const [sealedBy = currentId] = await queryTexts(
    manager,
    'SELECT key_id FROM auth.audit_seals ORDER BY month DESC LIMIT 1',
  );
  if (sealedBy !== currentId) {
    throw new CommandError(
      `The audit key ${sealedBy} is still needed because it signed the newest seal. The new key will sign the next one.`,
    );
  }
}

/** A head of the log that an operator saved outside Clearwatch. */
interface AuditCheckpoint {
  seq: number;
  hash: string;
}

/** @throws CommandError for anything but `<number>:<hash>` */
export function parseCheckpoint(text: string): AuditCheckpoint {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  if (match === null) throw new CommandError('--expect needs a head in the printed format: <number>:<64 hex digits>.');
  return { seq: Number(match[1]), hash: match[2] ?? '' };
}

/**
 * An intact chain that contains the saved event is unchanged up to it. This detects an old copy restored by an attacker
 * who has both the database and the keys.
 * @returns null when the log matches
 * @throws CommandError when the saved event has expired
 */
export async function differenceFromCheckpoint(
  checkpoint: AuditCheckpoint,
  { firstSeq, lastSeq }: Pick<AuditVerification, 'firstSeq' | 'lastSeq'>,
  client: SqlReader,
): Promise<string | null> {
  if (lastSeq === null || lastSeq < checkpoint.seq) {
    return `The log ends with event ${lastSeq ?? 0}, but it already had event ${checkpoint.seq} when the head was saved.`;
  }
  const [hash] = await queryTexts(
    client,
    `SELECT hash FROM auth.audit_events WHERE seq = $1
     UNION ALL SELECT last_hash FROM auth.audit_seals WHERE last_seq = $1`,
    [checkpoint.seq],
  );
  if (hash === undefined) {
    throw new CommandError(
      `Event ${checkpoint.seq} has expired. The log begins with event ${firstSeq ?? lastSeq + 1}. Use a newer head.`,
    );
  }
  return hash === checkpoint.hash
    ? null
    : `Event ${checkpoint.seq} differs from the saved head: this is not the same log.`;
}
