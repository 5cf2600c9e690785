import { addDays } from '@clearwatch/domain/calendar/day';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { type LedgerEntry, TestLedger } from './analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from './analytics-test-context.ts';

/** Pay for several members, every other Friday in the year before 2026-06-26. */
function payroll(members: number): LedgerEntry[] {
  return Array.from({ length: 26 * members }, (_, at) => ({
    account: `STAFF${at % members}`,
    lastName: `Staff${at % members}`,
    company: 'ACME PAYROLL',
    amount: '1500.00',
    type: 'Credit' as const,
    day: addDays('2026-06-26', -14 * Math.floor(at / members)),
  }));
}

/** Four companies whose figures the company tests calculate by hand. The newest day is 2026-06-26. */
export const COMPANY_FIXTURES: readonly LedgerEntry[] = [
  ...payroll(10),
  {
    account: 'STAFF0',
    lastName: 'Staff0',
    company: 'LUCKY CASINO',
    amount: '20.00',
    type: 'Debit',
    day: '2026-06-26',
  },
  {
    account: 'STAFF0',
    lastName: 'Staff0',
    company: 'Café Ñandú / 100%',
    amount: '3.50',
    type: 'Debit',
    day: '2026-06-24',
  },
  {
    account: 'STAFF1',
    lastName: 'Staff1',
    company: 'Café Ñandú / 100%',
    amount: '0.00',
    type: 'Debit',
    day: '2026-06-25',
    kind: 'prenote',
  },
  {
    account: 'STAFF1',
    lastName: 'Staff1',
    company: 'DATELESS',
    amount: '7.00',
    type: 'Credit',
    day: null,
  },
];

/** A ledger, a service that uses it, and requests that list tests often need. */
export class ListFiguresTestContext {
  private constructor(
    private readonly database: TestDatabase,
    readonly ledger: TestLedger,
    readonly analytics: RunningAnalytics,
  ) {}

  static async start(): Promise<ListFiguresTestContext> {
    const database = await createTestDatabase();
    const ledger = await TestLedger.at(database.ownerUrl);
    return new ListFiguresTestContext(database, ledger, await startAnalytics(database, { role: 'all', jobs: 'left' }));
  }

  async stop(): Promise<void> {
    await this.analytics.stop();
    await this.ledger.close();
    await this.database.drop();
  }

  async imported(entries: readonly LedgerEntry[]): Promise<number> {
    const importId = await this.ledger.import(entries);
    await this.project(importId);
    return importId;
  }

  async project(importId: number): Promise<void> {
    await this.analytics.app.get(ProjectionService, { strict: false }).project(importId);
  }

  async idOf(account: string): Promise<number> {
    const { rows } = await this.ledger.client.query('SELECT id FROM ledger.members WHERE account_number = $1', [
      account,
    ]);
    return Number(rows[0].id);
  }

  /** @returns the new alert's id */
  async alerted(alert: { account: string; risk: string; day: string }): Promise<number> {
    const { rows } = await this.ledger.client.query(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         risk_level, description, evidence, rule_version, policy_version)
       SELECT 'structuring', $1, (SELECT coalesce(max(transaction_id), 0) + 1 FROM analytics.unusual_activities), $3, 100, $2,
              'Said so', '{"entries": []}', 1, 1 RETURNING id`,
      [alert.account, alert.risk, alert.day],
    );
    return Number(rows[0].id);
  }

  async members(query: string): Promise<string[]> {
    const { body } = await this.analytics.get(`/api/members?${query}`);
    return body.map(({ accountNumber }: { accountNumber: string }) => accountNumber);
  }

  async companies(query: string): Promise<string[]> {
    const { body } = await this.analytics.get(`/api/companies/summary?${query}`);
    return body.map(({ company }: { company: string }) => company);
  }

  detailsOf(company: string) {
    return this.analytics.get(`/api/companies/${encodeURIComponent(company)}/details`);
  }
}

/** Eight accounts whose figures the member tests calculate by hand. The newest day is 2026-06-30. */
export const MEMBER_FIXTURES: readonly LedgerEntry[] = [
  // The ledger covers more than a year, so a monthly figure is one twelfth of the year.
  {
    account: 'OLD',
    firstName: 'Olga',
    lastName: 'Old',
    amount: '50.00',
    type: 'Credit',
    day: '2024-01-01',
  },
  {
    account: 'ANA1',
    firstName: 'Ana',
    lastName: 'Núñez',
    amount: '36000.00',
    type: 'Credit',
    day: '2026-06-01',
  },
  {
    account: 'ANA1',
    firstName: 'Ana',
    lastName: 'Núñez',
    amount: '30000.00',
    type: 'Debit',
    day: '2026-06-02',
  },
  {
    account: 'ANA1',
    firstName: 'Ana',
    lastName: 'Núñez',
    amount: '9.00',
    type: 'Debit',
    day: '2026-06-03',
    kind: 'return',
  },
  {
    account: 'ANA2',
    firstName: 'ANA',
    lastName: 'NUNEZ',
    amount: '10.00',
    type: 'Debit',
    day: '2026-05-01',
    company: 'BILLS',
  },
  {
    account: 'RICH',
    firstName: 'Bo',
    lastName: "O'Hara/Lee 100%",
    amount: '90000.00',
    type: 'Credit',
    day: '2026-06-30',
  },
  {
    account: 'NONE1',
    firstName: '',
    lastName: '',
    amount: '1.00',
    type: 'Credit',
    day: '2026-03-31',
    company: 'UTIL CO',
  },
  {
    account: 'NONE2',
    firstName: '',
    lastName: '',
    amount: '1.00',
    type: 'Credit',
    day: '2026-04-01',
    company: 'UTIL CO',
  },
  { account: 'LAST', firstName: '', lastName: 'Cher', amount: '1.00', type: 'Credit', day: null },
  {
    account: 'LATER',
    firstName: 'Zoe',
    lastName: 'Future',
    amount: '1.00',
    type: 'Credit',
    day: '2026-11-21',
  },
];
