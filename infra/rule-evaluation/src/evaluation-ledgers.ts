import { epochDay } from '@clearwatch/domain/calendar/day';
import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Entry } from '@clearwatch/domain/detection/detection-entry';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { defaultPolicy, validatePolicy } from '@clearwatch/domain/detection/policy-document';
import { entryKindOf } from '@clearwatch/domain/ledger/ledger-row';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { parseCents } from '@clearwatch/domain/money/cents';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { type InjectedBehavior, injectedBehaviors } from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import { DEFAULT_DAYS, DEFAULT_LEDGER_OPTIONS, type LedgerOptions } from '@clearwatch/sample-data/ledger-options';
import type { SampleEntry } from '@clearwatch/sample-data/sample-entry';
import type { Client } from 'pg';

interface EvaluationMember {
  memberKey: string | null;
  entries: Entry[];
}

export interface EvaluationLedger {
  /** Starts over with each call: an evaluation reads the ledger twice. */
  members(): Iterable<EvaluationMember> | AsyncIterable<EvaluationMember>;
  behaviors: readonly InjectedBehavior[];
  /** Id of the behavior that an entry belongs to; null for ordinary entries. */
  behaviorOf(entryId: string): string | null;
}

/** Generated entries as the ledger would store them, with the behavior of each. Ids are `{prefix}1`, `{prefix}2` … */
function toLedger(generated: readonly SampleEntry[], prefix = '') {
  const entries = generated.map((entry, index) => toDetectionEntry(entry, `${prefix}${index + 1}`, index + 1));
  const behaviorById = new Map(entries.map(({ id }, index) => [id, generated[index]?.behavior ?? null]));
  return { members: membersOf(entries), behaviorOf: (entryId: string) => behaviorById.get(entryId) ?? null };
}

/** Groups accounts by name, as the analysis does. The newest entry names the account. */
function membersOf(entries: readonly Entry[]): EvaluationMember[] {
  const accounts = Map.groupBy(entries, ({ accountNumber }) => accountNumber);
  const groups = Map.groupBy(accounts.values(), keyOfNewest);
  return [...groups].flatMap(([key, own]) =>
    key === null || own.length > MAX_ACCOUNTS_PER_MEMBER
      ? own.map((account) => ({ memberKey: key, entries: account }))
      : [{ memberKey: key, entries: own.flat() }],
  );
}

function keyOfNewest(entries: readonly Entry[]): string | null {
  const newest = entries.reduce((one, other) => ((other.day ?? '') >= (one.day ?? '') ? other : one));
  const [firstName = null, ...rest] = (newest.receiverName ?? '').split(' ');
  return memberKey({ firstName, lastName: rest.join(' ') });
}

function toDetectionEntry(generated: SampleEntry, id: string, line: number): Entry {
  const { accountNumber, company, transactionType, transactionCode, entryDescription, addenda, traceNumber } =
    generated;
  const entry = {
    transactionCode,
    amountCents: generated.cents,
    class: generated.secCode,
    entryDescription,
    addenda,
  };
  return {
    ...entry,
    id,
    accountNumber,
    company,
    companyKey: companyKey(company),
    receiverName: `${generated.firstName} ${generated.lastName}`,
    day: generated.postingDate,
    epochDay: epochDay(generated.postingDate),
    minuteOfDay: generated.postingMinute,
    transactionType,
    entryKind: entryKindOf(entry),
    traceNumber,
    importId: '1',
    line,
  };
}

/** A generated credit union in memory; the same options give the same ledger. @throws RangeError for invalid options */
export function generatedLedger(options: LedgerOptions) {
  const { members, behaviorOf } = toLedger([...generateLedger(options)]);
  return { members: () => members, behaviors: injectedBehaviors(options), behaviorOf };
}

/** A row of `ledger.transactions`, with the columns named as in `Entry`. */
interface EntryRow extends Omit<Entry, 'companyKey' | 'epochDay' | 'amountCents'> {
  receiverName: string;
  amount: string;
}

const SELECT_ENTRIES = `
  SELECT id::text, account_number AS "accountNumber", company, first_name || ' ' || last_name AS "receiverName",
         event_date::text AS day, posting_minute AS "minuteOfDay", amount::text,
         transaction_type::text AS "transactionType", entry_kind::text AS "entryKind",
         entry_description AS "entryDescription", addenda, class, transaction_code AS "transactionCode",
         check_tracer_number AS "traceNumber", import_id::text AS "importId", line
    FROM ledger.transactions WHERE account_number = ANY ($1) ORDER BY account_number, event_date, id`;

const toEntry = ({ amount, receiverName, ...row }: EntryRow): Entry => ({
  ...row,
  companyKey: companyKey(row.company),
  receiverName: receiverName.trim() || null,
  epochDay: row.day === null ? null : epochDay(row.day),
  amountCents: parseCents(amount),
});

const MEMBERS_PER_READ = 2_000;

/** An account forms its own group if it has no member key or too many accounts share the key. */
const SELECT_HOLDERS = `
  WITH shared AS (
    SELECT member_key FROM ledger.members WHERE member_key IS NOT NULL
     GROUP BY 1 HAVING count(*) <= $1),
  holders AS (
    SELECT account_number, member_key,
           CASE WHEN member_key IN (SELECT member_key FROM shared) THEN 'member:' || member_key
                ELSE 'account:' || account_number END COLLATE "C" AS "groupKey"
      FROM ledger.members)
  SELECT "groupKey", max(member_key) AS "memberKey", array_agg(account_number::text) AS accounts FROM holders
   WHERE "groupKey" > $2 GROUP BY 1 ORDER BY 1 LIMIT $3`;

type Holder = Pick<EvaluationMember, 'memberKey'> & { groupKey: string; accounts: string[] };

/** The members in the institution's own ledger, read in batches. The client must be in a transaction. */
async function* readOwnMembers(client: Pick<Client, 'query'>): AsyncGenerator<EvaluationMember> {
  for (let after = ''; ; ) {
    const parameters = [MAX_ACCOUNTS_PER_MEMBER, after, MEMBERS_PER_READ];
    const { rows: holders } = await client.query<Holder>(SELECT_HOLDERS, parameters);
    const last = holders.at(-1);
    if (last === undefined) return;
    const { rows } = await client.query<EntryRow>(SELECT_ENTRIES, [holders.flatMap(({ accounts }) => accounts)]);
    const entries = Map.groupBy(rows.map(toEntry), ({ accountNumber }) => accountNumber);
    for (const { memberKey, accounts } of holders)
      yield { memberKey, entries: accounts.flatMap((account) => entries.get(account) ?? []) };
    after = last.groupKey;
  }
}

/** Behaviors need months of entries before them, and a dormant account needs half a year of inactivity. */
const MIN_DAYS = 300;
/** No institution numbers accounts like this. */
const INJECTED_ACCOUNT_PREFIX = 'EVAL-';

/** Includes injected members. The client must be in a snapshot transaction. @throws RangeError below 300 days */
export async function ownLedger(client: Pick<Client, 'query'>, seed: number): Promise<EvaluationLedger> {
  const options = await optionsFor(client, seed);
  const injected = injectedBehaviors(options);
  const numbers = new Set(injected.flatMap(({ accountNumbers }) => accountNumbers));
  const renumber = (accountNumber: string) => INJECTED_ACCOUNT_PREFIX + accountNumber;
  const generated = [...generateLedger(options)].filter(({ accountNumber }) => numbers.has(accountNumber));
  const { members, behaviorOf } = toLedger(
    generated.map((entry) => ({ ...entry, accountNumber: renumber(entry.accountNumber) })),
    INJECTED_ACCOUNT_PREFIX,
  );
  return {
    async *members() {
      yield* members;
      yield* readOwnMembers(client);
    },
    behaviors: injected.map((one) => ({ ...one, accountNumbers: one.accountNumbers.map(renumber) })),
    behaviorOf,
  };
}

async function optionsFor(client: Pick<Client, 'query'>, seed: number): Promise<LedgerOptions> {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    'SELECT min(event_date)::text AS first, max(event_date)::text AS last FROM ledger.transactions',
  );
  const { first = null, last = null } = rows[0] ?? {};
  const days = first === null || last === null ? 0 : epochDay(last) - epochDay(first) + 1;
  if (last === null || days < MIN_DAYS) {
    throw new RangeError(
      `An evaluation on your own ledger needs entries over at least ${MIN_DAYS} days. The ledger covers ${days}. Without --own-ledger, the command evaluates generated ledgers.`,
    );
  }
  const { transactions, accounts } = DEFAULT_LEDGER_OPTIONS;
  return { seed, transactions, accounts, lastDay: last, days: Math.min(days, DEFAULT_DAYS) };
}

/** The institution's newest policy, or the default policy if it has none. @throws Error if the policy is invalid */
export async function policyInForce(client: Pick<Client, 'query'>): Promise<DetectionPolicy> {
  const { rows } = await client.query<{ body: unknown }>(
    'SELECT body FROM analytics.detection_policies ORDER BY version DESC LIMIT 1',
  );
  const [newest] = rows;
  if (newest === undefined) return defaultPolicy();
  const checked = validatePolicy(newest.body);
  if ('problems' in checked) throw new Error(`The detection policy cannot be used: ${checked.problems.join(' ')}`);
  return checked.policy;
}
