import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type ComplianceData,
  complianceAnalysis,
} from '@clearwatch/domain/report-writing/types/compliance-analysis-report';
import { integerOf, textArrayOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { gatherAlerts } from '../facts/alerts.ts';
import { gatherCasework } from '../facts/casework.ts';
import { centsIn } from '../facts/cents-in.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherReturns } from '../facts/returns.ts';
import { internationalOf } from '../facts/transfers.ts';
import { defineReport } from './define-report.ts';

const MOST_FLAGGED = 8;

export const complianceAnalysisReport = defineReport(complianceAnalysis, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  alerts: await gatherAlerts(ledger, asked),
  casework: await gatherCasework(ledger, asked),
  returns: await gatherReturns(ledger, asked),
  international: await internationalOf(ledger, asked),
  ...(await flaggedOf(ledger, asked)),
  imports: await importsOf(ledger),
}));

/** Companies that their own page calls medium or high, with money in the period. */
async function flaggedOf(
  ledger: LedgerFacts,
  { period }: ReportScope,
): Promise<Pick<ComplianceData, 'flagged' | 'flaggedInAll'>> {
  const rows = await ledger.rows(
    `SELECT f.company, f.risk, d.moved, count(*) OVER () AS flagged,
            ARRAY(SELECT jsonb_array_elements_text(f.details -> 'flags')) AS flags
       FROM analytics.company_figures f
       JOIN (SELECT company, sum(credits + debits) AS moved FROM analytics.company_days
              WHERE day BETWEEN $1 AND $2 GROUP BY 1 HAVING sum(credits + debits) > 0) d USING (company)
      WHERE f.risk > 0
      ORDER BY f.risk DESC, d.moved DESC, f.company LIMIT ${MOST_FLAGGED}`,
    [period.firstDay, period.lastDay],
  );
  const [first] = rows;
  return {
    flaggedInAll: first === undefined ? 0 : integerOf(first, 'flagged'),
    flagged: rows.map((row) => ({
      company: textOf(row, 'company'),
      riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
      flags: textArrayOf(row, 'flags'),
      cents: centsIn(row, 'moved'),
    })),
  };
}

async function importsOf(ledger: LedgerFacts): Promise<ComplianceData['imports']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) AS imports, coalesce(sum(i.rejected_count), 0) AS rejected
       FROM ledger.imports i JOIN analytics.projected_imports p ON p.import_id = i.id WHERE i.state = 'stored'`,
  );
  return { imports: integerOf(row, 'imports'), rejectedRows: integerOf(row, 'rejected') };
}
