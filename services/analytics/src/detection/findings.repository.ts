import { type AlertEvidence, categoryOf, type EvidenceCompany, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { type Cents, formatCents } from '@clearwatch/domain/money/cents';
import { queryTexts, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { lockRow } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AddedAlert, StoredAlert } from './account-alerts.ts';
import type { ShardAddress } from './detection-runs.repository.ts';

export interface ShardWithPolicy extends ShardAddress {
  policyVersion: number;
}

const ALERT = new RowReader({
  text: ['id', 'activityType', 'accountNumber', 'triggerEntryId'],
  day: ['anchorDay'],
  cents: ['amountCents'],
  boolean: ['reviewed'],
  words: { riskLevel: RISK_LEVELS },
});

@Injectable()
export class FindingsRepository {
  /** Writers take turns. Otherwise, two runs over one member would miss each other's alerts. Writing is quick. */
  async lockWriters(manager: EntityManager): Promise<void> {
    await manager.query('SET LOCAL statement_timeout = 0');
    await lockRow(manager, { schema: 'analytics', name: 'alert writers' });
  }

  /** Locks the alerts, so reviews of them wait until the transaction ends. */
  async alertsOfShard(manager: EntityManager, { runId, shard }: ShardAddress): Promise<StoredAlert[]> {
    const rows = await ALERT.all(
      manager,
      `SELECT a.id::text, a.activity_type, a.account_number, a.transaction_id::text AS trigger_entry_id,
              a.activity_date::text AS anchor_day, a.amount AS amount_cents, a.reviewed, a.risk_level
         FROM analytics.detection_targets g JOIN analytics.unusual_activities a USING (account_number)
        WHERE g.run_id = $1 AND g.shard = $2
        ORDER BY a.id
          FOR NO KEY UPDATE OF a`,
      [runId, shard],
    );
    return rows.map((row) => ({ ...row, category: categoryOf(row.activityType) }));
  }

  async insert(
    manager: EntityManager,
    { policyVersion, runId }: ShardWithPolicy,
    { finding, ...alert }: AddedAlert,
  ): Promise<string | null> {
    const { percentageChange, description, evidence } = finding;
    const [id] = await queryTexts(
      manager,
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         percentage_change, risk_level, description, evidence, rule_version, policy_version, run_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (activity_type, account_number, transaction_id) DO NOTHING
       RETURNING id::text`,
      [
        alert.activityType,
        alert.accountNumber,
        alert.triggerEntryId,
        alert.anchorDay,
        formatCents(alert.amountCents),
        percentageChange,
        alert.riskLevel,
        description,
        JSON.stringify(evidence),
        evidence.rule.ruleVersion,
        policyVersion,
        runId,
      ],
    );
    return id ?? null;
  }

  /** Only the amount of an open alert grows. Its evidence does not change. @returns whether the amount has grown */
  async raiseAmount(manager: EntityManager, alertId: string, amountCents: Cents): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE analytics.unusual_activities SET amount = $2 WHERE id = $1 AND NOT reviewed AND amount < $2`,
      [alertId, formatCents(amountCents)],
    );
    return changed === 1;
  }

  /** Ids of alerts that are or were reviewed, including reopened ones. These alerts keep their history. The rows must be locked. */
  async everDecided(manager: EntityManager, stored: readonly StoredAlert[]): Promise<Set<string>> {
    const decided = await queryTexts(
      manager,
      `SELECT DISTINCT alert_id::text FROM analytics.alert_steps
        WHERE alert_id = ANY($1::bigint[]) AND step = 'reviewed'`,
      [stored.map(({ id }) => id)],
    );
    return new Set([...stored.filter(({ reviewed }) => reviewed).map(({ id }) => id), ...decided]);
  }

  async remove(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM analytics.unusual_activities WHERE id = ANY($1::bigint[]) AND NOT reviewed', [
      ids,
    ]);
  }

  async companiesShown(manager: EntityManager, ids: readonly string[]) {
    const rows = await manager.query<Row[]>(
      `SELECT id::text, evidence -> 'companies' AS companies
         FROM analytics.unusual_activities WHERE id = ANY($1::bigint[])`,
      [ids],
    );
    // Safe to cast, because this service wrote the evidence.
    return new Map(rows.map((row) => [textOf(row, 'id'), row['companies'] as EvidenceCompany[]]));
  }

  async update(
    manager: EntityManager,
    revised: { id: string; alert: AddedAlert; evidence: AlertEvidence; policyVersion: number },
  ): Promise<boolean> {
    const { id, alert, evidence, policyVersion } = revised;
    const { percentageChange, description } = alert.finding;
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
        percentageChange,
        alert.riskLevel,
        description,
        JSON.stringify(evidence),
        evidence.rule.ruleVersion,
        policyVersion,
      ],
    );
    return changed === 1;
  }
}
