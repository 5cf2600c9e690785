import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import type { Asked } from '@clearwatch/domain/reports/asked';
import type { AskedCompany } from '@clearwatch/domain/reports/types/custom/custom-data';
import type { NamesInPrompt } from '@clearwatch/domain/reports/types/custom/names-in-prompt';
import { integerOf, textOf } from '@clearwatch/service-kit/database/row';
import { textsOf } from '@clearwatch/service-kit/database/texts-of';
import { daysOf } from './asked-members.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { ownFlows, toOwnFlows } from './own-flows.ts';

const MOST_COMPANIES = 3;

/** Companies that a question names, whole or by the beginning of their name, those named whole and the largest first. */
export async function askedCompanies(
  ledger: LedgerFacts,
  { companies, companyPrefixes }: NamesInPrompt,
  asked: Asked,
): Promise<AskedCompany[]> {
  const rows = await ledger.rows(
    `WITH named AS (
       SELECT company, members, score, risk, details, upper(company) = ANY ($5) AS is_whole FROM analytics.company_figures
        WHERE upper(company) = ANY ($5)
           OR EXISTS (SELECT FROM unnest($6::text[]) AS p (prefix) WHERE starts_with(upper(company), p.prefix || ' ')))
     SELECT n.company, n.members, n.score, n.risk, ARRAY(SELECT jsonb_array_elements_text(n.details -> 'flags')) AS flags,
            ${ownFlows('d')}
       FROM named n LEFT JOIN analytics.company_days d ON d.company = n.company
        AND d.day BETWEEN least($1::date, $3::date) AND $2
      GROUP BY n.company, n.members, n.score, n.risk, n.details, n.is_whole
      ORDER BY n.is_whole DESC, coalesce(sum(d.credits + d.debits) FILTER (WHERE d.day BETWEEN $1 AND $2), 0) DESC, 1 LIMIT ${MOST_COMPANIES}`,
    [...daysOf(asked), companies, companyPrefixes],
  );
  return rows.map((row) => ({
    ...toOwnFlows(row),
    company: textOf(row, 'company'),
    members: integerOf(row, 'members'),
    score: integerOf(row, 'score'),
    riskLevel: RISK_LEVELS[integerOf(row, 'risk')] ?? 'low',
    flags: textsOf(row, 'flags'),
  }));
}
