import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit/audit-actions';
import type { AuditSource } from '@clearwatch/contracts/jobs/audit-jobs';
import { type AuditRow, plainText } from '@clearwatch/service-kit/audit/audit-row';
import type { Row } from '@clearwatch/service-kit/database/row';
import { toEventRow } from '../event-columns.ts';

/** A clock may be wrong; a year of more or fewer digits is no clock's. */
const FOUR_DIGIT_YEAR = /^[12]\d{3}-/;
const MOST_DETAILS = 50;

/**
 * An event out of another service's outbox, which that service's role may fill as it likes.
 * @returns null when it is not its to say, or holds what our own code never writes: it might fit into no page, index
 * or line, and would keep every other event from the log
 */
export function toBelievable(source: AuditSource, row: Row): AuditRow | null {
  const event = readable(row);
  if (event === null) return null;
  const { action, detail } = event;
  const catalogue: Readonly<Record<string, { by: string; subject: string }>> = AUDIT_ACTIONS;
  const known = Object.hasOwn(catalogue, action) ? catalogue[action] : undefined;
  const isOwn = known?.by === source && known.subject === event.subjectType;
  const details = Object.entries(detail).flat();
  const texts = [
    event.actorName,
    event.actorRole,
    event.address,
    event.requestId,
    event.subjectId,
    event.subjectLabel,
    ...details,
  ].filter((value) => typeof value === 'string');
  const isSound =
    FOUR_DIGIT_YEAR.test(event.at) &&
    details.length <= 2 * MOST_DETAILS &&
    texts.every((text) => text === plainText(text));
  return isOwn && isSound ? event : null;
}

function readable(row: Row): AuditRow | null {
  try {
    return toEventRow(row);
  } catch {
    return null;
  }
}
