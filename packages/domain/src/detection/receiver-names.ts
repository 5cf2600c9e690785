import type { EvidenceFact } from '@clearwatch/contracts/alerts';
import type { DatedEntry } from './detection-entry.ts';
import { textFact } from './finding-facts.ts';
import type { AccountHistory } from './member-history.ts';
import { getOrAdd, memoize } from './memoize.ts';

/** Words that many names share, so they do not identify anyone. */
const GENERIC_NAME_WORDS = new Set(
  (
    'INC LLC LLP LP CORP CORPORATION CO COMPANY LTD THE OF AND DBA SERVICE SERVICES GROUP ENTERPRISES SOLUTIONS HOLDINGS ' +
    'ASSOCIATES PARTNERS MR MRS MS DR JR SR II III IV'
  ).split(' '),
);

export class ReceiverNames {
  readonly #firstDayOfName = new Map<string, number>();
  readonly #firstDayOfWord = new Map<string, number>();

  constructor(account: AccountHistory) {
    for (const { entry } of account.entries) {
      const { receiverName: name, epochDay } = entry;
      if (name === null || this.#firstDayOfName.has(name)) continue;
      this.#firstDayOfName.set(name, epochDay);
      for (const word of wordsOfName(name)) getOrAdd(this.#firstDayOfWord, word, () => epochDay);
    }
  }

  /** Up to `limit` names first seen on or before a day (since 1970-01-01), oldest first. */
  seenUntil(epochDay: number, limit: number): string[] {
    const names: string[] = [];
    for (const [name, firstDay] of this.#firstDayOfName) {
      if (firstDay > epochDay || names.length === limit) break;
      names.push(name);
    }
    return names;
  }

  /** False for joint holders and newly married members, whose names share a word, and if the account had no name yet. */
  isStranger(name: string, epochDay: number): boolean {
    const words = wordsOfName(name);
    if (words.length === 0 || this.seenUntil(epochDay, 1).length === 0) return false;
    return words.every((word) => (this.#firstDayOfWord.get(word) ?? Infinity) > epochDay);
  }
}

export const receiverNames = memoize((account: AccountHistory) => new ReceiverNames(account));

/** Whether two names have a word in common, which suggests relatives or two spellings of one name. */
export function namesShareWord(one: string, other: string): boolean {
  const words = new Set(wordsOfName(one));
  return wordsOfName(other).some((word) => words.has(word));
}

/** Uses generic words only if there are no others. */
function wordsOfName(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 2);
  const specific = words.filter((word) => !GENERIC_NAME_WORDS.has(word));
  return specific.length === 0 ? words : specific;
}

/** An account with more names than this is probably a clearing account. */
const MAX_NAMES_LISTED = 5;

/** Facts that an analyst checks first. Names first seen on the account by `knownUntil` (days since 1970-01-01) count as known. */
export function receiverFacts(
  account: AccountHistory,
  { entry, knownUntil }: { entry: DatedEntry; knownUntil: number },
): EvidenceFact[] {
  const names = receiverNames(account).seenUntil(knownUntil, MAX_NAMES_LISTED);
  return [
    textFact('Receiver name on the entry', entry.receiverName ?? 'none'),
    textFact('Names on the account before', names.join(', ') || 'none'),
    textFact('SEC code', entry.class ?? 'none'),
    textFact('Entry description', entry.entryDescription ?? 'none'),
    textFact('Addenda', entry.addenda ?? 'none'),
  ];
}
