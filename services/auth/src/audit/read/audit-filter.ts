import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from '@clearwatch/contracts/audit/audit-actions';
import type { AuditEventsFilter } from './list-audit-events.query.ts';

export interface SqlFilter {
  /** SQL with placeholders from $1; `true` when nothing is filtered. */
  condition: string;
  values: unknown[];
}

/** The WHERE of a list; values travel as parameters only. */
export function filterOf(filter: AuditEventsFilter): SqlFilter {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const { action, actorId, subjectType, subjectId, from, to } = filter;
  if (action !== undefined) conditions.push(`action = ANY (${at(actionsOf(action))}::text[])`);
  if (actorId !== undefined) conditions.push(`actor_id = ${at(actorId)}`);
  if (subjectType !== undefined) conditions.push(`subject_type = ${at(subjectType)}`);
  if (subjectId !== undefined) conditions.push(`subject_id = ${at(subjectId)}`);
  if (from !== undefined) conditions.push(`at >= ${at(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== undefined) conditions.push(`at < (${at(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  const search = filter.search?.trim() ?? '';
  if (search !== '') {
    const pattern = at(`%${literally(search)}%`);
    const named = at(actionsCalled(search));
    conditions.push(
      `(actor_name ILIKE ${pattern} OR subject_label ILIKE ${pattern} OR subject_id ILIKE ${pattern}
        OR address ILIKE ${pattern} OR action ILIKE ${pattern} OR action = ANY (${named}::text[]))`,
    );
  }
  return { condition: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}

/** An area stands for all its actions. */
function actionsOf(action: string): string[] {
  return AUDIT_ACTION_NAMES.filter((name) => name === action || name.startsWith(`${action}.`));
}

/** The screen shows "Password reset" where the log says `password.reset`. */
function actionsCalled(words: string): string[] {
  const wanted = words.toLowerCase();
  return AUDIT_ACTION_NAMES.filter((name) => AUDIT_ACTIONS[name].label.toLowerCase().includes(wanted));
}

/** `%`, `_` and `\` are wildcards of LIKE; who types them means the characters. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
