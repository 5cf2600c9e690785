import type { AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/alerts';
import { formatCents } from '@clearwatch/domain/money/cents';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AddedAlert } from '../findings/standing-alerts.ts';
import type { StoredAlert } from '../findings/stored-alert.ts';

export interface BroughtUpToDate {
  id: string;
  alert: AddedAlert;
  evidence: AlertEvidence;
  policyVersion: number;
}

/** Changes to open alerts; none of them touches a reviewed one. */
@Injectable()
export class RevisionRepository {
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
    { id, alert, evidence, policyVersion }: BroughtUpToDate,
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
