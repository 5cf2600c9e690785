import type { AuditDetail } from '@clearwatch/contracts/audit-events';
import { formatCount } from '../formats/count.ts';
import { formatExactTime } from '../formats/dates.ts';

export interface DetailWord {
  term: string;
  value: string;
}

/** What our own vocabulary is called on the screen. */
const WORDS: Readonly<Record<string, string>> = { totp: 'authenticator app' };

/** Where the words of the key alone would not be understood. */
const TERMS: Readonly<Record<string, string>> = { wasDemanded: 'Change was required' };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The details of an event as words: `{ wasLocked: true }` → "Was locked: yes". "From" comes before "To". */
export function detailWords(detail: AuditDetail): DetailWord[] {
  return Object.entries(detail)
    .toSorted(([one], [other]) => Number(other === 'from') - Number(one === 'from'))
    .map(([key, value]) => ({ term: termWords(key), value: valueWords(value) }));
}

/** The details in one line, for a table: of a digest only the beginning, and nothing of what was not there. */
export function detailLine(detail: AuditDetail): string {
  return detailWords(Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null)))
    .map(({ term, value }) => `${term}: ${shortened(value)}`)
    .join(' · ');
}

function shortened(value: string): string {
  return /^[\da-f]{40,}$/.test(value) ? `${value.slice(0, 12)}…` : value;
}

/** "lockedUntil", "wrong_code" → "Locked until", "Wrong code". */
function termWords(key: string): string {
  if (Object.hasOwn(TERMS, key)) return TERMS[key] ?? key;
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: AuditDetail[string]): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value);
  if (INSTANT.test(value)) return formatExactTime(value);
  if (Object.hasOwn(WORDS, value)) return WORDS[value] ?? value;
  // A reason or a factor is one word of ours ("wrong_code"); anything else stands as it was written.
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
}
