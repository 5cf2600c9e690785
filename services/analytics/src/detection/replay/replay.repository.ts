import { ACTIVITY_TYPES, type AlertEvidence, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { FrozenAlert } from '@clearwatch/domain/detection/compare-replay';
import { MAX_ACCOUNTS_PER_MEMBER } from '@clearwatch/domain/detection/member-history';
import { parseCents } from '@clearwatch/domain/money/cents';
import {
  booleanOf,
  enumOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export interface StoredFrozenAlert extends FrozenAlert {
  /** When what the evidence says was written: raised, or revised after an undo. As PostgreSQL writes it. */
  frozenAt: string;
  hasGrown: boolean;
}

@Injectable()
export class ReplayRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async alert(id: number): Promise<StoredFrozenAlert | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT a.activity_type, a.account_number, a.transaction_id::text, a.amount, a.risk_level, a.percentage_change,
              a.description, a.evidence, coalesce(l.frozen_at, a.created_at)::text AS frozen_at,
              coalesce(l.has_grown, false) OR coalesce(r.kind = 'undo', false) AS has_grown
         FROM analytics.unusual_activities a LEFT JOIN analytics.detection_runs r ON r.id = a.run_id
        CROSS JOIN LATERAL (
              SELECT max(at) FILTER (WHERE event IN ('raised', 'revised')) AS frozen_at,
                     bool_or(event IN ('grown', 'revised')) AS has_grown
                FROM analytics.alert_links WHERE alert_id = a.id) l
        WHERE a.id = $1`,
      [id],
    );
    return row === undefined ? null : toFrozenAlert(row);
  }

  /**
   * All accounts of the member who has this one, as detection takes them together, and further ones. A name that more accounts
   * have than one member does is nobody's.
   */
  async memberOf(
    accountNumber: string,
    further: readonly string[],
  ): Promise<{ memberKey: string | null; accounts: string[] }> {
    const rows = await this.database.query<Row[]>(
      `SELECT other.account_number, other.member_key
         FROM ledger.members m JOIN ledger.members other ON other.member_key = m.member_key
        WHERE m.account_number = $1 LIMIT ${MAX_ACCOUNTS_PER_MEMBER + 1}`,
      [accountNumber],
    );
    const together = rows.length > MAX_ACCOUNTS_PER_MEMBER ? [] : rows;
    const accounts = together.map((row) => textOf(row, 'account_number'));
    return {
      memberKey: together[0] === undefined ? null : textOf(together[0], 'member_key'),
      accounts: [...new Set([accountNumber, ...accounts, ...further])],
    };
  }

  /** Which imports had been stored by then, also those that were taken back later. */
  async importsStoredBy(moment: string): Promise<Set<string>> {
    const rows = await this.database.query<Row[]>(
      'SELECT id::text FROM ledger.imports WHERE finished_at <= $1::timestamptz',
      [moment],
    );
    return new Set(rows.map((row) => textOf(row, 'id')));
  }
}

function toFrozenAlert(row: Row): StoredFrozenAlert {
  return {
    activityType: enumOf(ACTIVITY_TYPES, row, 'activity_type'),
    accountNumber: textOf(row, 'account_number'),
    triggerEntryId: textOf(row, 'transaction_id'),
    amountCents: parseCents(moneyOf(row, 'amount')),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    percentageChange: nullable(textOf, row, 'percentage_change'),
    description: textOf(row, 'description'),
    // Frozen by this service when the alert was raised.
    evidence: row['evidence'] as AlertEvidence,
    frozenAt: textOf(row, 'frozen_at'),
    hasGrown: booleanOf(row, 'has_grown'),
  };
}
