import { REPORTABLE } from './reportable.sql.ts';

/** Must read like the indexes `unusual_activities_worklist` and `_queue`, or PostgreSQL sorts the whole table for every page. */
export const RISK_RANK = "(CASE a.risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)";

/** A minus turns the order round: `-amount` is the largest first. */
const ORDERS = {
  /** Open ones first, then the riskiest, then the newest. */
  worklist: `a.reviewed, ${RISK_RANK}, a.activity_date DESC, a.id DESC`,
  activityDate: 'a.activity_date, a.id',
  '-activityDate': 'a.activity_date DESC, a.id DESC',
  createdAt: 'a.created_at, a.id',
  '-createdAt': 'a.created_at DESC, a.id DESC',
  amount: 'a.amount, a.id',
  '-amount': 'a.amount DESC, a.id DESC',
  /** What is due first; alerts that call for no report come last. The day follows the time of detection. */
  sarDueOn: `coalesce(${REPORTABLE}, false) DESC, a.created_at, a.id`,
  '-sarDueOn': `coalesce(${REPORTABLE}, false) DESC, a.created_at DESC, a.id DESC`,
} as const;

export type AlertSort = keyof typeof ORDERS;
export const ALERT_SORTS = Object.keys(ORDERS) as AlertSort[];

/** The ORDER BY of a sort; the id makes it total, so that pages never overlap. */
export function orderBy(sort: AlertSort): string {
  return ORDERS[sort];
}
