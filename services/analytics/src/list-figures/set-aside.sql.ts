/** What of the noted changes this transaction sees, taken out of the notes: later ones stay for the next time. */
export const SET_ALERTS_ASIDE = `
  CREATE TEMPORARY TABLE touched_alerts (alert_id bigint NOT NULL, account_number text NOT NULL) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_alerts RETURNING alert_id, account_number)
  INSERT INTO touched_alerts SELECT DISTINCT alert_id, account_number FROM noted;
  ANALYZE touched_alerts`;

export const SET_ACCOUNTS_ASIDE = `
  CREATE TEMPORARY TABLE touched_accounts (account_number text PRIMARY KEY) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_accounts RETURNING account_number)
  INSERT INTO touched_accounts SELECT DISTINCT account_number FROM noted`;

export const SET_COMPANIES_ASIDE = `
  CREATE TEMPORARY TABLE touched_companies (company text PRIMARY KEY) ON COMMIT DROP;
  WITH noted AS (DELETE FROM analytics.changed_companies RETURNING company)
  INSERT INTO touched_companies SELECT DISTINCT company FROM noted`;
