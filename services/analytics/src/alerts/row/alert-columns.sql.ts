/** A lock that has run out is none. */
export const IS_LOCKED = 'coalesce(a.locked_until > now(), false)';

/** What `toAlert` reads, of an alert `a` with its member `m`. */
export const ALERT_COLUMNS = `a.id, a.account_number, a.transaction_id, a.activity_type, a.amount, a.percentage_change,
  a.risk_level, a.description, a.reviewed, a.review_outcome, a.review_note, a.reviewed_by_name, a.reviewed_at,
  a.activity_date::text, a.created_at, a.assignee_id, a.assignee_name,
  CASE WHEN ${IS_LOCKED} THEN a.locked_until END AS locked_until,
  m.id AS member_id, m.first_name, m.last_name, m.company`;

export const WITH_MEMBER = 'LEFT JOIN ledger.members m ON m.account_number = a.account_number';
