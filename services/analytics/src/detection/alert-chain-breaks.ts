const EMPTY_HASH = `decode(repeat('00', 32), 'hex')`;
const text = (value: string) => `encode(${value}, 'hex')`;

/** Selects one row per break in the alert chain: position (null if there is no link), alert, problem, stored value and expected value. */
export const CHAIN_BREAKS_SQL = `
  WITH walked AS (
    SELECT link.*, lag(position) OVER places AS position_before, lag(hash) OVER places AS hash_before
      FROM analytics.alert_links link WINDOW places AS (ORDER BY position)),
  newest AS (
    SELECT DISTINCT ON (alert_id) alert_id, position, event, digest
      FROM analytics.alert_links WHERE event <> 'sealed' ORDER BY alert_id, position DESC),
  compared AS (
    SELECT newest.position, coalesce(newest.alert_id, a.id) AS alert_id, newest.event, newest.digest,
           a.id IS NOT NULL AS is_there, CASE WHEN a.id IS NOT NULL THEN analytics.alert_digest(a) END AS now
      FROM newest FULL JOIN analytics.unusual_activities a ON a.id = newest.alert_id)
  SELECT position, alert_id, 'earlier links are missing' AS problem, position::text AS kept,
         (coalesce(position_before, 0) + 1)::text AS counted
    FROM walked WHERE position <> coalesce(position_before, 0) + 1
   UNION ALL
  SELECT position, alert_id, 'it does not match the previous link', ${text('previous')},
         ${text(`coalesce(hash_before, ${EMPTY_HASH})`)}
    FROM walked
   WHERE position = coalesce(position_before, 0) + 1 AND previous <> coalesce(hash_before, ${EMPTY_HASH})
   UNION ALL
  SELECT position, alert_id, 'it was changed after it was written', ${text('hash')},
         ${text('analytics.alert_link_hash(previous, position, alert_id, event, digest, at)')}
    FROM walked WHERE hash <> analytics.alert_link_hash(previous, position, alert_id, event, digest, at)
   UNION ALL
  SELECT position, alert_id, 'it was not written with a key of the chain', NULL, NULL
    FROM walked WHERE mac IS NULL AND position > (SELECT min(position) FROM analytics.alert_links WHERE mac IS NOT NULL)
   UNION ALL
  SELECT position, alert_id, 'the alert does not match its last link', ${text('now')}, ${text('digest')}
    FROM compared WHERE is_there AND event <> 'removed' AND now <> digest
   UNION ALL
  SELECT position, alert_id, 'the alert exists, but its last link says that it was removed', ${text('now')}, NULL
    FROM compared WHERE is_there AND event = 'removed'
   UNION ALL
  SELECT NULL, alert_id, 'the alert has no link', ${text('now')}, NULL
    FROM compared WHERE is_there AND position IS NULL
   UNION ALL
  SELECT position, alert_id, 'the alert is missing and no link records its removal', NULL, ${text('digest')}
    FROM compared WHERE NOT is_there AND event <> 'removed'`;
