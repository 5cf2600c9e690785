import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { type LedgerEntry, TestLedger } from './a-ledger.ts';
import { type RunningAnalytics, startAnalytics } from './start-analytics.ts';

/** A ledger, the service on it, and what tests of lists ask for again and again. */
export class ListsWorld {
  private constructor(
    private readonly database: TestDatabase,
    readonly ledger: TestLedger,
    readonly analytics: RunningAnalytics,
  ) {}

  static async start(): Promise<ListsWorld> {
    const database = await createTestDatabase();
    const ledger = await TestLedger.at(database.ownerUrl);
    return new ListsWorld(database, ledger, await startAnalytics(database, { role: 'all', jobs: 'left' }));
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
    const { rows } = await this.ledger.client.query(
      'SELECT id FROM ledger.members WHERE account_number = $1',
      [account],
    );
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

  /** Account numbers of a page of members. */
  async members(query: string): Promise<string[]> {
    const { body } = await this.analytics.get(`/api/members?${query}`);
    return body.map(({ accountNumber }: { accountNumber: string }) => accountNumber);
  }

  /** Names of a page of companies. */
  async companies(query: string): Promise<string[]> {
    const { body } = await this.analytics.get(`/api/companies/summary?${query}`);
    return body.map(({ company }: { company: string }) => company);
  }

  detailsOf(company: string) {
    return this.analytics.get(`/api/companies/${encodeURIComponent(company)}/details`);
  }
}
