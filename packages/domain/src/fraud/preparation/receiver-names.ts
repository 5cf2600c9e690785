import type { AccountHistory } from './account-history.ts';

/** Words that many names share and that therefore tell no two apart. */
const TELLS_NOBODY = new Set(
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

const found = new WeakMap<AccountHistory, ReceiverNames>();

/** The names on an account, read once for all rules. */
export function receiverNames(account: AccountHistory): ReceiverNames {
  let names = found.get(account);
  if (names === undefined) {
    names = new ReceiverNames(account);
    found.set(account, names);
  }
  return names;
}

/** Whether two names have a word in common: a family, or one person written differently. */
export function sharesWord(one: string, other: string): boolean {
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
  const telling = words.filter((word) => !TELLS_NOBODY.has(word));
  return telling.length === 0 ? words : telling;
}
