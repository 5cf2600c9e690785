import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit-events';

/** What was done, as people read it. An action this version does not know keeps its name. */
export function actionLabel(action: string): string {
  const known: Readonly<Record<string, { label: string }>> = AUDIT_ACTIONS;
  return Object.hasOwn(known, action) ? (known[action]?.label ?? action) : action;
}
