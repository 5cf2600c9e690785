const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
const SUMS = `coalesce(sum(amount) ${isMoney('Credit')}, 0), coalesce(sum(amount) ${isMoney('Debit')}, 0),
  count(*) ${isMoney('Credit')}, count(*) ${isMoney('Debit')}`;
const DAY = `coalesce(event_date, '-infinity')::date`;

/** The tables of analytics that reports read, counted anew over the whole ledger; `$AS_OF` ends the year of the lists. */
export const ROLL_UP_SQL = `
  TRUNCATE analytics.ledger_days, analytics.account_days, analytics.company_days, analytics.company_accounts,
    analytics.company_day_codes, analytics.member_figures;
  INSERT INTO analytics.ledger_days SELECT ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1;
  INSERT INTO analytics.account_days SELECT account_number, ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_days SELECT company, ${DAY}, ${SUMS}, count(*) FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_accounts (company, account_number, credits, debits, credit_count, debit_count, first_day,
    last_day, entries, first_debit)
  SELECT company, account_number, ${SUMS}, min(event_date), max(event_date), count(*), min(event_date) ${isMoney('Debit')}
    FROM ledger.transactions GROUP BY 1, 2;
  INSERT INTO analytics.company_day_codes
  SELECT company, ${DAY}, transaction_code, transaction_type::text, count(*) FILTER (WHERE entry_kind = 'money'),
         coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0),
         coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0), count(*) FILTER (WHERE class = 'IAT')
    FROM ledger.transactions GROUP BY 1, 2, 3, 4;
  INSERT INTO analytics.member_figures (account_number, member_id, member_key, sort_name, credits, debits, debt_ratio,
    transactions, last_day)
  SELECT m.account_number, m.id, '', m.last_name, y.credits, y.debits,
         CASE WHEN y.credits > 0 THEN round(y.debits / y.credits, 6) ELSE 0 END, y.transactions, y.last_day
    FROM ledger.members m
    JOIN (SELECT account_number, coalesce(sum(credits) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS credits,
                 coalesce(sum(debits) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS debits,
                 coalesce(sum(credit_count + debit_count) FILTER (WHERE day BETWEEN $AS_OF - 364 AND $AS_OF), 0) AS transactions,
                 coalesce(max(day) FILTER (WHERE credit_count + debit_count > 0), '-infinity') AS last_day
            FROM analytics.account_days GROUP BY 1) y USING (account_number)`;
