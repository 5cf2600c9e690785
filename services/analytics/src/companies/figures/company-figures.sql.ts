import { UNKNOWN_COMPANY_SQL } from '../../projection/rollup.ts';

/**
 * Which companies' entries are in which high alert, for the alerts that changed; companies that are in one of them, or were,
 * are touched. Evidence is frozen when an alert is raised and brought back only by an undo.
 */
export const RENEW_ALERT_COMPANIES_SQL = `
  INSERT INTO touched_companies
  SELECT company FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts)
  ON CONFLICT DO NOTHING;
  DELETE FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts);
  INSERT INTO analytics.alert_companies (alert_id, company)
  SELECT DISTINCT a.id, entry ->> 'company'
    FROM analytics.unusual_activities a CROSS JOIN LATERAL jsonb_array_elements(a.evidence -> 'entries') AS entry
   WHERE a.risk_level = 'high' AND a.id IN (SELECT alert_id FROM touched_alerts)
     AND entry ->> 'company' <> ${UNKNOWN_COMPANY_SQL};
  INSERT INTO touched_companies
  SELECT company FROM analytics.alert_companies WHERE alert_id IN (SELECT alert_id FROM touched_alerts)
  ON CONFLICT DO NOTHING`;

export const TOUCH_ALL_SQL = `
  INSERT INTO touched_companies
  SELECT company FROM analytics.company_days UNION SELECT company FROM analytics.company_figures
  ON CONFLICT DO NOTHING`;

/** $1 companies. */
export const TOUCH_SQL = 'INSERT INTO touched_companies SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

/** Companies of which an undo has left nothing. */
export const FORGET_GONE_SQL = `
  DELETE FROM analytics.company_figures kept USING touched_companies t
   WHERE t.company = kept.company
     AND NOT EXISTS (SELECT FROM analytics.company_days d WHERE d.company = kept.company)`;

/** The search looks into every column that the list shows, on lines of their own. */
export const KEEP_FIGURES_SQL = `
  INSERT INTO analytics.company_figures (company, sort_name, search_text, members, transactions, credits, debits, score,
    risk, first_day, last_day, details)
  SELECT company, analytics.folded(company),
         concat_ws(E'\\n', analytics.folded(company), "riskLevel", credits, debits, members, transactions, score),
         members, transactions, credits, debits, score, risk, "firstDay", coalesce("lastDay", '-infinity'), details
    FROM jsonb_to_recordset($1::jsonb) AS f (company text, "riskLevel" text, members integer, transactions integer,
      credits numeric(18,2), debits numeric(18,2), score smallint, risk smallint, "firstDay" date, "lastDay" date,
      details jsonb)
  ON CONFLICT (company) DO UPDATE SET search_text = EXCLUDED.search_text, members = EXCLUDED.members,
    transactions = EXCLUDED.transactions, credits = EXCLUDED.credits, debits = EXCLUDED.debits, score = EXCLUDED.score,
    risk = EXCLUDED.risk, first_day = EXCLUDED.first_day, last_day = EXCLUDED.last_day, details = EXCLUDED.details`;
