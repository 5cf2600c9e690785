import { EVERYTHING_IS_HELD, isHeld } from '@clearwatch/contracts/retention';

export const ALERTS_AT_ONCE = 500;

/**
 * Decided alerts whose last decision, and what they are about, are past their time. An alert that is open or was opened again
 * is never purged, however old its entries are; nor one that shows or is about an account that is held.
 *
 * @param day SQL of the first day that is kept
 */
export const isOldAlert = (day: string) => `
  a.reviewed AND a.activity_date < ${day} AND coalesce(a.reviewed_at, a.created_at) < ${day}
  AND NOT EXISTS (SELECT FROM analytics.alert_steps s WHERE s.alert_id = a.id AND s.at >= ${day})
  AND NOT ${isHeld('a.account_number')}
  AND NOT EXISTS (SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
                   WHERE ${isHeld(`shown ->> 'accountNumber'`)})`;

export const FIND_OLD_ALERTS = `
  SELECT a.id::text FROM analytics.unusual_activities a WHERE ${isOldAlert('$1::date')}
   ORDER BY a.id LIMIT ${ALERTS_AT_ONCE} FOR UPDATE OF a`;

export const DELETE_ALERTS =
  'DELETE FROM analytics.unusual_activities WHERE id = ANY ($1::bigint[]) AND reviewed';

/** A silence covers its time for as long as entries of it may be analysed. */
export const DELETE_SUPPRESSIONS = `
  DELETE FROM analytics.suppressions s WHERE s.until < $1::date AND NOT ${isHeld('s.account_number')}`;

/** With them the accounts that they looked at. The run that raised an alert stays with it. */
export const DELETE_RUNS = `
  DELETE FROM analytics.detection_runs r
   WHERE r.state = 'finished' AND r.finished_at < $1::date AND NOT ${EVERYTHING_IS_HELD}
     AND NOT EXISTS (SELECT FROM analytics.unusual_activities a WHERE a.run_id = r.id)`;
