import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';

export type ChainBreak = NonNullable<AuditVerification['brokenAt']>;

export const MARK = 'The mark that says how far the log goes';

const TIME = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** "Event 812 of Nov 20, 2026 09:14 UTC" */
export function eventInWords(event: { seq: number; at: string }): string {
  return `Event ${event.seq} of ${TIME.format(new Date(event.at)).replace(/, (?=\d\d:)/, ' ')} UTC`;
}

/** "October 2026" @param month its first day, ISO */
export function monthInWords(month: string): string {
  return MONTH.format(new Date(`${month}T00:00:00Z`));
}

/** "Event 5 is" or "Events 5 to 7 are" */
export function eventsAre(first: number, last: number): string {
  return first === last ? `Event ${first} is` : `Events ${first} to ${last} are`;
}

/** The month an event is counted to, as its first day. */
export function monthOf(recordedAt: string): string {
  return `${recordedAt.slice(0, 7)}-01`;
}

/** @param what "The seal of October 2026", "Event 812 of …" */
export function unknownKey(what: string, { seq, keyId }: { seq: number; keyId: string }): ChainBreak {
  const sentence = `${what} was made with the key ${keyId}, which is not among the audit keys. If the key was exchanged lately, restart Clearwatch.`;
  return { seq, problem: 'unknown_key', sentence };
}
