import {
  type AlertEvidence,
  categoryOf,
  type EvidenceCompany,
  RISK_LEVELS,
} from '@clearwatch/contracts/alerts';
import { type Cents, formatCents, parseCents } from '@clearwatch/domain/money/cents';
import {
  booleanOf,
  dayOf,
  enumOf,
  moneyOf,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AddedAlert, StoredAlert } from './account-alerts.ts';
import type { ShardAddress } from './detection-runs.repository.ts';

/** Arbitrary, fixed and ours. */
const WRITERS_LOCK = 7_204_615_004;

export interface ShardWithPolicy extends ShardAddress {
  policyVersion: number;
}

@Injectable()
export class FindingsRepository {
  /**
   * Lets one shard at a time weigh its findings against the table until the end of the transaction. Two runs that
   * touch the same member would otherwise both miss the other's alert; the writing is short.
   */
  async lockWriters(manager: EntityManager): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query('SELECT pg_advisory_xact_lock($1)', [WRITERS_LOCK]);
  }

  /** Whoever reviews one of them now waits for the end of the transaction. */
  async alertsOfShard(manager: EntityManager, { runId, shard }: ShardAddress): Promise<StoredAlert[]> {
    const rows = await manager.query<Row[]>(
      `SELECT a.id::text, a.activity_type, a.account_number, a.transaction_id::text, a.activity_date::text,
              a.amount, a.reviewed, a.risk_level
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2
        ORDER BY a.id
          FOR NO KEY UPDATE OF a`,
      [runId, shard],
    );
    return rows.map(toStoredAlert);
  }

  /** @returns the new alert's id; null when that very alert exists */
  async insert(manager: EntityManager, shard: ShardWithPolicy, alert: AddedAlert): Promise<string | null> {
    const { finding } = alert;
    const [row] = await manager.query<Row[]>(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         percentage_change, risk_level, description, evidence, rule_version, policy_version, run_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (activity_type, account_number, transaction_id) DO NOTHING
       RETURNING id`,
      [
        alert.activityType,
        alert.accountNumber,
        alert.triggerEntryId,
        alert.anchorDay,
        formatCents(alert.amountCents),
        finding.percentageChange,
        alert.riskLevel,
        finding.description,
        JSON.stringify(finding.evidence),
        finding.evidence.rule.ruleVersion,
        shard.policyVersion,
        shard.runId,
      ],
    );
    return row === undefined ? null : textOf(row, 'id');
  }

  /**
   * Only the amount of an open alert ever grows; evidence stays what it was when the alert was raised.
   * @returns whether it has grown
   */
  async raiseAmount(manager: EntityManager, alertId: string, amountCents: Cents): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE analytics.unusual_activities SET amount = $2 WHERE id = $1 AND NOT reviewed AND amount < $2`,
      [alertId, formatCents(amountCents)],
    );
    return changed === 1;
  }
}

function toStoredAlert(row: Row): StoredAlert {
  const activityType = textOf(row, 'activity_type');
  return {
    id: textOf(row, 'id'),
    activityType,
    category: categoryOf(activityType),
    accountNumber: textOf(row, 'account_number'),
    triggerEntryId: textOf(row, 'transaction_id'),
    anchorDay: dayOf(row, 'activity_date'),
    amountCents: parseCents(moneyOf(row, 'amount')),
    reviewed: booleanOf(row, 'reviewed'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
  };
}

export interface RevisedAlert {
  id: string;
  alert: AddedAlert;
  evidence: AlertEvidence;
  policyVersion: number;
}

/** Changes to open alerts; none of them touches a reviewed one. */
@Injectable()
export class AlertRevisionRepository {
  /**
   * Ids of those that are reviewed or have been before they were reopened: with them their history would be lost. Asked when
   * their rows are locked, so that no decision comes in between.
   */
  async everDecided(manager: EntityManager, stored: readonly StoredAlert[]): Promise<Set<string>> {
    const rows = await manager.query<Row[]>(
      `SELECT DISTINCT alert_id::text FROM analytics.alert_steps
        WHERE alert_id = ANY($1::bigint[]) AND step = 'reviewed'`,
      [stored.map(({ id }) => id)],
    );
    const reviewed = stored.filter((alert) => alert.reviewed).map(({ id }) => id);
    return new Set([...reviewed, ...rows.map((row) => textOf(row, 'alert_id'))]);
  }

  async remove(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query(
      'DELETE FROM analytics.unusual_activities WHERE id = ANY($1::bigint[]) AND NOT reviewed',
      [ids],
    );
  }

  /** What the evidence of these alerts says of companies, by the alert's id. */
  async companiesShown(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<Map<string, EvidenceCompany[]>> {
    const rows = await manager.query<Row[]>(
      `SELECT id::text, evidence -> 'companies' AS companies
         FROM analytics.unusual_activities WHERE id = ANY($1::bigint[])`,
      [ids],
    );
    // Frozen by this service when the alert was raised.
    return new Map(rows.map((row) => [textOf(row, 'id'), row['companies'] as EvidenceCompany[]]));
  }

  /** Writes only what differs. @returns whether anything did */
  async bringUpToDate(
    manager: EntityManager,
    { id, alert, evidence, policyVersion }: RevisedAlert,
  ): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE analytics.unusual_activities
          SET activity_date = $2, amount = $3, percentage_change = $4, risk_level = $5, description = $6,
              evidence = $7, rule_version = $8, policy_version = $9
        WHERE id = $1 AND NOT reviewed
          AND (activity_date, amount, percentage_change, risk_level, description, evidence)
              IS DISTINCT FROM ($2::date, $3::numeric, $4::numeric, $5::text, $6::text, $7::jsonb)`,
      [
        id,
        alert.anchorDay,
        formatCents(alert.amountCents),
        alert.finding.percentageChange,
        alert.riskLevel,
        alert.finding.description,
        JSON.stringify(evidence),
        evidence.rule.ruleVersion,
        policyVersion,
      ],
    );
    return changed === 1;
  }
}
