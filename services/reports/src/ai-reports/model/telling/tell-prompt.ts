import type { Fact } from '@clearwatch/contracts/reports/report-document';
import { findUnknownNames } from '@clearwatch/domain/reports/grounding/find-unknown-names';
import { languageOf } from '@clearwatch/domain/reports/grounding/language';
import type { Pseudonyms } from './pseudonyms.ts';

/**
 * What staff typed, fit to leave the premises: members of the facts under their pseudonyms, long numbers and all other
 * capitalised names withheld, since they may be members' whom the report does not name. Companies keep their names.
 */
export function tellPrompt(
  prompt: string,
  options: { facts: readonly Fact[]; pseudonyms: Pseudonyms; isKnownWord: (word: string) => boolean },
): string {
  const { facts, pseudonyms, isKnownWord } = options;
  const isOfCompany = languageOf(
    facts.flatMap(({ value }) => (value.kind === 'name' && value.of === 'company' ? [value.name] : [])),
  );
  const hidden = pseudonyms.hideInPrompt(prompt);
  return findUnknownNames(hidden, (word) => isKnownWord(word) || isOfCompany(word)).reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[name withheld]${text.slice(end)}`,
    hidden,
  );
}
