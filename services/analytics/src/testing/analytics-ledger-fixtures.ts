import { addDays } from '@clearwatch/domain/calendar/day';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { Client } from 'pg';

export interface LedgerEntry {
  account?: string;
  firstName?: string;
  lastName?: string;
  company?: string;
  amount: string;
  type: 'Credit' | 'Debit';
  kind?: 'money' | 'zero_dollar' | 'prenote' | 'notification_of_change' | 'return';
  /** Null for an undated entry. */
  day: string | null;
  description?: string;
  /** SEC code of the batch, PPD by default. */
  class?: string;
  /** By default, the code for a checking account that fits the type and kind. */
  code?: string;
}

const DEFAULTS = {
  account: '1000000001',
  firstName: 'Ana',
  lastName: 'Sample',
  company: 'ACME STORES',
  kind: 'money',
  description: null,
  class: 'PPD',
  code: null,
};

/** Writes entries directly to the ledger in the same form as ingest: rows, members and a stored import. */
export class TestLedger {
  private constructor(readonly client: Client) {}

  static async at(ownerUrl: string): Promise<TestLedger> {
    const client = new Client({ connectionString: ownerUrl });
    await client.connect();
    return new TestLedger(client);
  }

  /** @returns the new import's id */
  async import(entries: readonly LedgerEntry[], state = 'stored'): Promise<number> {
    const { rows } = await this.client.query<{ id: string }>(
      `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name, transaction_count, finished_at)
       VALUES ('test.json', 1, repeat('0', 64), $1, 'tester', $2, now()) RETURNING id`,
      [state, entries.length],
    );
    const importId = Number(rows[0]?.id);
    const full = entries.map((entry, index) => ({
      ...DEFAULTS,
      ...entry,
      line: index + 1,
      key: memberKey({
        firstName: entry.firstName ?? DEFAULTS.firstName,
        lastName: entry.lastName ?? DEFAULTS.lastName,
      }),
    }));
    await this.client.query(INSERT_ENTRIES, [importId, JSON.stringify(full)]);
    await this.client.query(UPSERT_MEMBERS, [JSON.stringify(full)]);
    return importId;
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}

const COLUMNS = `account text, "firstName" text, "lastName" text, company text, amount numeric, type text, kind text,
  day date, description text, class text, code text, line integer, key text`;

const INSERT_ENTRIES = `
  INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
    transaction_code, amount, transaction_type, entry_kind, posting_date, entry_description, class, transaction_hash)
  SELECT $1, line, company, "lastName", "firstName", account, account,
         coalesce(code, (CASE type WHEN 'Credit' THEN 22 ELSE 27 END - (kind = 'return')::integer)::text), amount, type::ledger.transaction_type,
         kind::ledger.entry_kind, day, description, class, gen_random_uuid()
    FROM jsonb_to_recordset($2::jsonb) AS e (${COLUMNS}) ORDER BY line`;

const UPSERT_MEMBERS = `
  INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers, member_key)
  SELECT DISTINCT ON (account) company, "lastName", "firstName", account, account, ARRAY[account], key
    FROM jsonb_to_recordset($1::jsonb) AS e (${COLUMNS}) ORDER BY account, line
  ON CONFLICT (account_number) DO NOTHING`;

interface Person {
  account: string;
  firstName: string;
  lastName: string;
}

/** A year of ordinary activity: pay every other week, rent, groceries and a tax refund. None of it is unusual. */
export function ordinaryActivity(person: Person, firstDay = '2026-01-02'): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (let week = 0; week < 44; week += 1) {
    const day = addDays(firstDay, week * 7);
    entries.push({
      ...person,
      company: 'CITY GROCERS',
      amount: '84.20',
      type: 'Debit',
      day: addDays(day, 2),
    });
    if (week % 2 === 0)
      entries.push({
        ...person,
        company: 'NORTH MILL',
        amount: '1850.00',
        type: 'Credit',
        day,
        description: 'PAYROLL',
      });
    if (week % 4 === 0)
      entries.push({
        ...person,
        company: 'OAK RENTALS',
        amount: '1200.00',
        type: 'Debit',
        day: addDays(day, 1),
      });
  }
  entries.push({
    ...person,
    company: 'IRS TREAS 310',
    amount: '9400.00',
    type: 'Credit',
    day: addDays(firstDay, 80),
    description: 'TAX REF',
  });
  return entries;
}

/** Four deposits just below $10,000 within a week from unknown senders. None is a round amount. */
export function structuredDeposits(person: Person, firstDay: string): LedgerEntry[] {
  return ['9500.10', '9199.90', '9800.10', '9099.90'].map((amount, index) => ({
    ...person,
    company: `DEPOSIT SOURCE ${index}`,
    amount,
    type: 'Credit' as const,
    day: addDays(firstDay, index * 2),
  }));
}

/** Thirty small debits by one company on four days, on an account that usually has one a week. Never ten on one day. */
export function burstOfDebits(person: Person, firstDay: string): LedgerEntry[] {
  return Array.from({ length: 30 }, (_, index) => ({
    ...person,
    company: 'GAME CREDITS',
    amount: '19.99',
    type: 'Debit' as const,
    day: addDays(firstDay, index % 4),
  }));
}

export function largeCredit(person: Person, day: string): LedgerEntry {
  return { ...person, company: 'UNHEARD OF HOLDINGS', amount: '48000.00', type: 'Credit', day };
}

export function personFixture(number: number): Person {
  return {
    account: `50000000${String(number).padStart(2, '0')}`,
    firstName: `Test${number}`,
    lastName: 'Sampleton',
  };
}

const KINDS = ['money', 'money', 'money', 'zero_dollar', 'prenote', 'notification_of_change', 'return'] as const;

/** Two of them use two names each. */
const COMPANIES = [
  ...Array.from({ length: 10 }, (_, number) => `COMPANY ${number}`),
  'Company 1, Inc.',
  'company 2 llc',
];

/** Entries with few accounts, companies and days, so that imports overlap. Some are undated and some are very old. */
export function randomEntries(count: number, random: (below: number) => number): LedgerEntry[] {
  return Array.from({ length: count }, () => ({
    account: `40000000${10 + random(25)}`,
    company: COMPANIES[random(COMPANIES.length)] ?? '',
    amount: `${random(9000)}.${String(random(100)).padStart(2, '0')}`,
    type: random(2) === 0 ? ('Credit' as const) : ('Debit' as const),
    kind: KINDS[random(KINDS.length)] ?? 'money',
    class: random(10) === 0 ? 'IAT' : 'PPD',
    day: random(15) === 0 ? null : addDays('2026-01-01', random(300) - (random(20) === 0 ? 900 : 0)),
  }));
}

/**
 * Companies whose status changes as files are imported: billers that gain users over months or all at once, and one that debits six people
 * within two days. The amounts are large enough for rules that depend on the company's status.
 */
export function sharedCompanyEntries(people: readonly number[], random: (below: number) => number): LedgerEntry[] {
  const debit = (number: number, company: string, day: string): LedgerEntry => ({
    ...personFixture(number),
    company,
    amount: `${400 + random(2_000)}.${10 + random(90)}`,
    type: 'Debit',
    day,
  });
  const billers = ['LAKE UTILITIES', 'Hill Insurance, Inc.', 'RIVER PARKING', 'VALLEY FITNESS'].flatMap((company) => {
    const begin = addDays('2026-04-01', random(150));
    const span = random(2) === 0 ? 6 : 120;
    return people
      .filter(() => random(3) > 0)
      .flatMap((number) =>
        Array.from({ length: 1 + random(3) }, () => debit(number, company, addDays(begin, random(span)))),
      );
  });
  const struck = addDays('2026-05-01', random(150));
  const spray = people.map((number) => debit(number, 'PRIME SERVICES 24', addDays(struck, random(2))));
  return [...billers, ...spray];
}
