import type { DocumentEntry } from './document-entry.ts';

/** The ways in which papers write things. */

/** "1,234.56". */
export function amountOf({ amountCents }: Pick<DocumentEntry, 'amountCents'>): string {
  const whole = String(Math.floor(amountCents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${String(amountCents % 100).padStart(2, '0')}`;
}

/** "08/03/2026". */
export function dayOf({ postingDate }: DocumentEntry): string {
  return `${postingDate.slice(5, 7)}/${postingDate.slice(8)}/${postingDate.slice(0, 4)}`;
}

/** "8/3/26". */
export function shortDayOf({ postingDate }: DocumentEntry): string {
  return `${Number(postingDate.slice(5, 7))}/${Number(postingDate.slice(8))}/${postingDate.slice(2, 4)}`;
}

/** "BROWN, ANNA M". */
export function lastNameFirst({ firstName, middleInitial, lastName }: DocumentEntry): string {
  return `${lastName}, ${firstName}${middleInitial === '' ? '' : ` ${middleInitial}`}`;
}

/** "ANNA M BROWN". */
export function firstNameFirst({ firstName, middleInitial, lastName }: DocumentEntry): string {
  return [firstName, middleInitial, lastName].filter((part) => part !== '').join(' ');
}

export function sumOf(entries: readonly DocumentEntry[]): string {
  return amountOf({ amountCents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0) });
}
