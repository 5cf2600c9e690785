import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  ExplainedAlert,
  RepeatedMember,
  ReportedAlert,
  SharedCompany,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
import { fraudDetection } from '@clearwatch/domain/report-writing/types/fraud-detection-report';
import { integerOf, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { gatherAlerts } from '../facts/alerts.ts';
import { gatherCasework } from '../facts/casework.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { memberRefs } from '../facts/member-refs.ts';
import { defineReport } from './define-report.ts';

const MOST_EXPLAINED = 3;
const MOST_MEMBERS = 5;
const MOST_COMPANIES = 5;

export const fraudDetectionReport = defineReport(fraudDetection, async (ledger, asked) => {
  const alerts = await gatherAlerts(ledger, asked);
  return {
    flows: await gatherFlows(ledger, asked),
    alerts,
    casework: await gatherCasework(ledger, asked),
    explained: await explainedOf(ledger, alerts.serious.slice(0, MOST_EXPLAINED)),
    members: await membersOf(ledger, asked),
    companies: await companiesOf(ledger, asked),
  };
});

/** Evidence is frozen as contracts has it; older alerts than a field of it have none there. */
async function explainedOf(ledger: LedgerFacts, alerts: readonly ReportedAlert[]): Promise<ExplainedAlert[]> {
  const rows = await ledger.rows(
    `SELECT id, evidence -> 'figures' AS figures, evidence -> 'companies' AS companies
       FROM analytics.counted_alerts WHERE id = ANY ($1)`,
    [alerts.map(({ id }) => id)],
  );
  return alerts.map((alert) => {
    const row = rows.find((candidate) => integerOf(candidate, 'id') === alert.id) ?? {};
    const figures = row['figures'] as AlertEvidence['figures'] | null | undefined;
    const companies = row['companies'] as AlertEvidence['companies'] | null | undefined;
    return { alert, figures: figures ?? [], companies: (companies ?? []).map(({ company }) => company) };
  });
}

async function membersOf(ledger: LedgerFacts, { period }: ReportScope): Promise<RepeatedMember[]> {
  const rows = await ledger.rows(
    `SELECT account_number, count(*) AS alerts, count(*) FILTER (WHERE risk_level = 'high') AS high,
            array_agg(DISTINCT activity_type) AS types, array_agg(id::text ORDER BY id) AS ids
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2
      GROUP BY 1 HAVING count(DISTINCT activity_type) > 1
      ORDER BY high DESC, alerts DESC, account_number LIMIT ${MOST_MEMBERS}`,
    [period.firstDay, period.lastDay],
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => ({
    member: refOf(textOf(row, 'account_number')),
    alerts: integerOf(row, 'alerts'),
    high: integerOf(row, 'high'),
    activityTypes: textArrayOf(row, 'types'),
    alertIds: textArrayOf(row, 'ids').map(Number),
  }));
}

async function companiesOf(ledger: LedgerFacts, { period }: ReportScope): Promise<SharedCompany[]> {
  const rows = await ledger.rows(
    `SELECT c.company, count(DISTINCT a.account_number) AS members, count(*) AS alerts
       FROM analytics.counted_alerts a JOIN analytics.alert_companies c ON c.alert_id = a.id
      WHERE a.activity_date BETWEEN $1 AND $2
      GROUP BY 1 HAVING count(DISTINCT a.account_number) > 1
      ORDER BY members DESC, alerts DESC, company LIMIT ${MOST_COMPANIES}`,
    [period.firstDay, period.lastDay],
  );
  return rows.map((row) => ({
    company: textOf(row, 'company'),
    members: integerOf(row, 'members'),
    alerts: integerOf(row, 'alerts'),
  }));
}
