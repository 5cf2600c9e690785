import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { defaultPolicy, validatePolicy } from '@clearwatch/domain/detection/policy-document';
import { type EntryKind, entryKindOf } from '@clearwatch/domain/ledger/ledger-row';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import {
  type InjectedBehavior,
  injectedBehaviors,
} from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import {
  DEFAULT_DAYS,
  DEFAULT_LEDGER_OPTIONS,
  type LedgerOptions,
} from '@clearwatch/sample-data/ledger-options';
import type { SampleEntry } from '@clearwatch/sample-data/sample-entry';
import type { Client } from 'pg';

/** All accounts that detection reads side by side. */
interface EvaluationMember {
  memberKey: string | null;
  entries: Entry[];
}

/** A ledger with planted behaviours in it. */
export interface EvaluationLedger {
  /** Begins anew with each call: a drill reads the ledger twice. */
  members(): Iterable<EvaluationMember> | AsyncIterable<EvaluationMember>;
  behaviours: readonly InjectedBehavior[];
  /** Id of the behaviour that an entry is part of; null for ordinary life. */
  behaviourOf(entryId: string): string | null;
}

/** Generated entries as the ledger would hold them, numbered `{prefix}1`, `{prefix}2` … in their order. */
function toLedgerEntries(entries: Iterable<SampleEntry>, prefix = ''): Entry[] {
  return [...entries].map((entry, index) =>
    toDetectionEntry(entry, { id: `${prefix}${index + 1}`, line: index + 1 }),
  );
}

/** Puts accounts of one name together, as analysis does: an account is called as its newest entry says. */
function membersOf(entries: readonly Entry[]): EvaluationMember[] {
  const accounts = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const groups = Map.groupBy(accounts.values(), keyOfNewest);
  return [...groups].flatMap(([key, held]) =>
    key === null || held.length > MAX_ACCOUNTS_PER_MEMBER
      ? held.map((account) => ({ memberKey: key, entries: account }))
      : [{ memberKey: key, entries: held.flat() }],
  );
}

function keyOfNewest(entries: readonly Entry[]): string | null {
  const newest = entries.reduce((one, other) => ((other.day ?? '') >= (one.day ?? '') ? other : one));
  const [firstName = null, ...rest] = (newest.receiverName ?? '').split(' ');
  return memberKey({ firstName, lastName: rest.join(' ') });
}

function toDetectionEntry(entry: SampleEntry, { id, line }: { id: string; line: number }): Entry {
  return {
    id,
    accountNumber: entry.accountNumber,
    company: entry.company,
    companyKey: companyKey(entry.company),
    receiverName: `${entry.firstName} ${entry.lastName}`,
    day: entry.postingDate,
    epochDay: epochDay(entry.postingDate),
    minuteOfDay: entry.postingMinute,
    amountCents: entry.cents,
    transactionType: entry.transactionType,
    entryKind: entryKindOf({
      transactionCode: entry.transactionCode,
      amountCents: entry.cents,
      class: entry.secCode,
      entryDescription: entry.entryDescription,
      addenda: entry.addenda,
    }),
    entryDescription: entry.entryDescription,
    addenda: entry.addenda,
    class: entry.secCode,
    transactionCode: entry.transactionCode,
    traceNumber: entry.traceNumber,
    importId: '1',
    line,
  };
}

/** One that lies in memory. */
interface GeneratedLedger extends EvaluationLedger {
  members(): readonly EvaluationMember[];
}

/** A generated credit union, held in memory: same options, same ledger. @throws RangeError on impossible options */
export function generatedLedger(options: LedgerOptions): GeneratedLedger {
  const generated = [...generateLedger(options)];
  const entries = toLedgerEntries(generated);
  const behaviours = new Map(entries.map(({ id }, index) => [id, generated[index]?.behaviour ?? null]));
  const members = membersOf(entries);
  return {
    members: () => members,
    behaviours: injectedBehaviors(options),
    behaviourOf: (entryId) => behaviours.get(entryId) ?? null,
  };
}

const ENTRY_COLUMNS = `id::text, account_number, company, first_name, last_name, event_date::text, posting_minute,
  amount::text, transaction_type::text, entry_kind::text, entry_description, addenda, class, transaction_code,
  check_tracer_number, import_id::text, line`;

interface EntryRow {
  id: string;
  account_number: string;
  company: string;
  first_name: string;
  last_name: string;
  event_date: string | null;
  posting_minute: number | null;
  amount: string;
  transaction_type: 'Credit' | 'Debit';
  entry_kind: EntryKind;
  entry_description: string | null;
  addenda: string | null;
  class: string | null;
  transaction_code: string;
  check_tracer_number: string | null;
  import_id: string;
  line: number;
}

/** A row of the ledger as detection reads it. */
function rowToEntry(row: EntryRow): Entry {
  const name = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    accountNumber: row.account_number,
    company: row.company,
    companyKey: companyKey(row.company),
    receiverName: name === '' ? null : name,
    day: row.event_date,
    epochDay: row.event_date === null ? null : epochDay(row.event_date),
    minuteOfDay: row.posting_minute,
    amountCents: parseCents(row.amount),
    transactionType: row.transaction_type,
    entryKind: row.entry_kind,
    entryDescription: row.entry_description,
    addenda: row.addenda,
    class: row.class,
    transactionCode: row.transaction_code,
    traceNumber: row.check_tracer_number,
    importId: row.import_id,
    line: row.line,
  };
}

const ACCOUNTS_AT_ONCE = 2_000;

interface AccountHolder {
  account_number: string;
  /** Names the member; an account without a name, or with a name that too many share, names itself. */
  group_key: string;
  member_key: string | null;
}

/** The members of the institution's own ledger, some thousand accounts at a time. The client is in a transaction. */
async function* readOwnMembers(client: Pick<Client, 'query'>): AsyncGenerator<EvaluationMember> {
  let after = '';
  for (;;) {
    const holders = await holdersAfter(client, after);
    const last = holders.at(-1);
    if (last === undefined) return;
    yield* membersAmong(client, holders);
    after = last.group_key;
  }
}

/** Whole members only: all accounts of the last one come too. */
async function holdersAfter(client: Pick<Client, 'query'>, after: string): Promise<AccountHolder[]> {
  const { rows } = await client.query<AccountHolder>(
    `WITH shared AS (
       SELECT member_key FROM ledger.members WHERE member_key IS NOT NULL
        GROUP BY 1 HAVING count(*) <= $1),
     holders AS (
       SELECT account_number, member_key,
              CASE WHEN member_key IN (SELECT member_key FROM shared) THEN 'member:' || member_key
                   ELSE 'account:' || account_number END COLLATE "C" AS group_key
         FROM ledger.members)
     SELECT account_number, member_key, group_key FROM holders
      WHERE group_key > $2 ORDER BY group_key FETCH FIRST $3 ROWS WITH TIES`,
    [MAX_ACCOUNTS_PER_MEMBER, after, ACCOUNTS_AT_ONCE],
  );
  return rows;
}

async function* membersAmong(
  client: Pick<Client, 'query'>,
  holders: readonly AccountHolder[],
): AsyncGenerator<EvaluationMember> {
  const { rows } = await client.query<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM ledger.transactions
      WHERE account_number = ANY ($1) ORDER BY account_number, event_date, id`,
    [holders.map(({ account_number: account }) => account)],
  );
  const entries = Map.groupBy(rows.map(rowToEntry), ({ accountNumber }) => accountNumber);
  for (const accounts of Map.groupBy(holders, ({ group_key: group }) => group).values()) {
    yield {
      memberKey: accounts[0]?.member_key ?? null,
      entries: accounts.flatMap(({ account_number: account }) => entries.get(account) ?? []),
    };
  }
}

/** Behaviours need months before them, and a dormant account half a year of silence. */
const MIN_DAYS = 300;
/** No institution numbers accounts like this. */
const INJECTED_ACCOUNT_PREFIX = 'DRILL-';

/**
 * The institution's own ledger with planted members among its own, as one snapshot shows it: the copy lives in memory, some
 * accounts at a time, and goes with the drill. Nothing is written.
 *
 * @param client in a transaction of one snapshot
 * @throws RangeError when the ledger covers less than 300 days
 */
export async function ownLedger(client: Pick<Client, 'query'>, seed: number): Promise<EvaluationLedger> {
  const options = await optionsFor(client, seed);
  const behaviours = injectedBehaviors(options);
  const numbers = new Set(behaviours.flatMap(({ accountNumbers }) => accountNumbers));
  const generated = [...generateLedger(options)].filter(({ accountNumber }) => numbers.has(accountNumber));
  const entries = toLedgerEntries(generated.map(withInjectedPrefix), INJECTED_ACCOUNT_PREFIX);
  const planted = membersOf(entries);
  const behaviourOf = new Map(entries.map(({ id }, index) => [id, generated[index]?.behaviour ?? null]));
  return {
    async *members() {
      yield* planted;
      yield* readOwnMembers(client);
    },
    behaviours: behaviours.map((behaviour) => ({
      ...behaviour,
      accountNumbers: behaviour.accountNumbers.map((number) => INJECTED_ACCOUNT_PREFIX + number),
    })),
    behaviourOf: (entryId) => behaviourOf.get(entryId) ?? null,
  };
}

function withInjectedPrefix(entry: SampleEntry): SampleEntry {
  return { ...entry, accountNumber: INJECTED_ACCOUNT_PREFIX + entry.accountNumber };
}

async function optionsFor(client: Pick<Client, 'query'>, seed: number): Promise<LedgerOptions> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    'SELECT min(event_date)::text AS first, max(event_date)::text AS last FROM ledger.transactions',
  );
  const { first = null, last = null } = rows[0] ?? {};
  const days = first === null || last === null ? 0 : epochDay(last) - epochDay(first) + 1;
  if (last === null || days < MIN_DAYS) {
    throw new RangeError(
      `The ledger covers ${days} days; a drill on it needs ${MIN_DAYS}. Without --own-ledger it runs on generated ones.`,
    );
  }
  const { transactions, accounts } = DEFAULT_LEDGER_OPTIONS;
  return { seed, transactions, accounts, lastDay: last, days: Math.min(days, DEFAULT_DAYS) };
}

/** The institution's newest policy, the catalogue's before it has one. @throws Error when it cannot be used */
export async function policyInForce(client: Pick<Client, 'query'>): Promise<DetectionPolicy> {
  const { rows } = await client.query<{ body: unknown }>(
    'SELECT body FROM analytics.detection_policies ORDER BY version DESC LIMIT 1',
  );
  const [newest] = rows;
  if (newest === undefined) return defaultPolicy();
  const checked = validatePolicy(newest.body);
  if ('problems' in checked)
    throw new Error(`The detection policy cannot be used: ${checked.problems.join(' ')}`);
  return checked.policy;
}
