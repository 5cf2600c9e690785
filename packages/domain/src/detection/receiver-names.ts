import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import type { DatedEntry } from './detection-entry.ts';
import type { AccountHistory } from './member-history.ts';

/** Words that many names share and that therefore tell no two apart. */
const GENERIC_NAME_WORDS = new Set(
  (
    'INC LLC LLP LP CORP CORPORATION CO COMPANY LTD THE OF AND DBA SERVICE SERVICES GROUP ENTERPRISES SOLUTIONS HOLDINGS ' +
    'ASSOCIATES PARTNERS MR MRS MS DR JR SR II III IV'
  ).split(' '),
);

/** Names that the entries of an account carry, each with the day it was first seen. */
export class ReceiverNames {
  /** By first appearance. */
  readonly #names: { name: string; firstDay: number }[] = [];
  readonly #firstDayOfWord = new Map<string, number>();

  constructor(account: AccountHistory) {
    const seen = new Set<string>();
    for (const { entry } of account.entries) {
      const name = entry.receiverName;
      if (name === null || seen.has(name)) continue;
      seen.add(name);
      this.#names.push({ name, firstDay: entry.epochDay });
      for (const word of wordsOfName(name)) {
        if (!this.#firstDayOfWord.has(word)) this.#firstDayOfWord.set(word, entry.epochDay);
      }
    }
  }

  /** Up to so many names that were first seen on or before a day (since 1970-01-01), the oldest first. */
  seenUntil(epochDay: number, most: number): string[] {
    const names: string[] = [];
    for (const { name, firstDay } of this.#names) {
      if (firstDay > epochDay || names.length === most) break;
      names.push(name);
    }
    return names;
  }

  /**
   * Whether a name has no word in common with any name seen on or before a day: neither the joint holder nor the member
   * after a wedding is a stranger. False when the account had no name by then: nobody can be told from nobody.
   */
  isStranger(name: string, epochDay: number): boolean {
    const words = wordsOfName(name);
    if (words.length === 0 || this.seenUntil(epochDay, 1).length === 0) return false;
    return words.every((word) => (this.#firstDayOfWord.get(word) ?? Infinity) > epochDay);
  }
}

const receiverNamesByAccount = new WeakMap<AccountHistory, ReceiverNames>();

/** The names on an account, read once for all rules. */
export function receiverNames(account: AccountHistory): ReceiverNames {
  let names = receiverNamesByAccount.get(account);
  if (names === undefined) {
    names = new ReceiverNames(account);
    receiverNamesByAccount.set(account, names);
  }
  return names;
}

/** Whether two names have a word in common: a family, or one person written differently. */
export function namesShareWord(one: string, other: string): boolean {
  const words = new Set(wordsOfName(one));
  return wordsOfName(other).some((word) => words.has(word));
}

/** Words of two letters or more, accents folded; those that tell nobody apart only when there are no others. */
function wordsOfName(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 2);
  const telling = words.filter((word) => !GENERIC_NAME_WORDS.has(word));
  return telling.length === 0 ? words : telling;
}

/** An analyst compares with a handful of names; an account that has more is a clearing account. */
const MAX_NAMES_LISTED = 5;

/**
 * What an analyst of a payment that may have been misdirected asks first (detection catalogue, section 6): for whom the
 * entry was, whose account it is, of which class it was and what it said.
 *
 * @param knownUntil last day (since 1970-01-01) on which a name must have been seen to be one of the account's
 */
export function receiverFacts(
  account: AccountHistory,
  { entry, knownUntil }: { entry: DatedEntry; knownUntil: number },
): EvidenceFact[] {
  const names = receiverNames(account).seenUntil(knownUntil, MAX_NAMES_LISTED);
  return [
    { label: 'Receiver name on the entry', value: entry.receiverName ?? 'none', unit: 'text' },
    {
      label: 'Names on the account before',
      value: names.length === 0 ? 'none' : names.join(', '),
      unit: 'text',
    },
    { label: 'SEC code', value: entry.class ?? 'none', unit: 'text' },
    { label: 'Entry description', value: entry.entryDescription ?? 'none', unit: 'text' },
    { label: 'Addenda', value: entry.addenda ?? 'none', unit: 'text' },
  ];
}
