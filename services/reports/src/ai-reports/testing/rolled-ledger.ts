import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Client } from 'pg';
import { LedgerOfTexts, type TestEntry } from '../../testing/ledger-of-texts.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { ROLL_UP_SQL } from './roll-up.sql.ts';

export interface TestAlert {
  account: string;
  type: string;
  risk: 'low' | 'medium' | 'high';
  amount: string;
  day: string;
  reviewed?: boolean;
  /** Companies of its entries, as high alerts keep them. */
  companies?: readonly string[];
}

/** A ledger with its rollups, counted anew from all entries, as the role of the service reads it; nothing is booted. */
export class RolledLedger {
  private constructor(
    private readonly database: TestDatabase,
    private readonly owner: Client,
    private readonly reader: Client,
  ) {}

  static async start(): Promise<RolledLedger> {
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.ownerUrl });
    const reader = new Client({ connectionString: database.urlFor('reports') });
    await owner.connect();
    await reader.connect();
    return new RolledLedger(database, owner, reader);
  }

  async stop(): Promise<void> {
    await this.reader.end();
    await this.owner.end();
    await this.database.drop();
  }

  readonly facts: LedgerFacts = {
    rows: async (sql, parameters = []) => (await this.reader.query<Row>(sql, [...parameters])).rows,
  };

  /** @param asOf day with which the year of the member list ends */
  async import(entries: readonly Partial<TestEntry>[], asOf: string): Promise<void> {
    await new LedgerOfTexts(this.owner).import(entries);
    await this.owner.query(ROLL_UP_SQL.replaceAll('$AS_OF', `date '${asOf}'`));
  }

  /** @returns its id; the member is at the risk of its riskiest open alert from now on */
  async alerted(alert: TestAlert): Promise<number> {
    const { rows } = await this.owner.query<{ id: string }>(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         risk_level, description, evidence, rule_version, policy_version, reviewed)
       SELECT $1, $2, (SELECT coalesce(max(transaction_id), 0) + 1 FROM analytics.unusual_activities), $3, $4, $5,
              'Said so', '{"entries": []}', 1, 1, $6 RETURNING id`,
      [alert.type, alert.account, alert.day, alert.amount, alert.risk, alert.reviewed ?? false],
    );
    const id = Number(rows[0]?.id);
    await this.owner.query(
      'INSERT INTO analytics.alert_companies (alert_id, company) SELECT $1, unnest($2::text[])',
      [id, alert.companies ?? []],
    );
    if (alert.reviewed !== true)
      await this.owner.query(
        'UPDATE analytics.member_figures SET risk = greatest(risk, $2) WHERE account_number = $1',
        [alert.account, ['low', 'medium', 'high'].indexOf(alert.risk)],
      );
    return id;
  }
}
