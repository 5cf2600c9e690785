import type { Fact } from '@clearwatch/contracts/reports/report-document';
import { formatFact } from '@clearwatch/domain/reports/format-fact';
import type { Pseudonyms } from '../telling/pseudonyms.ts';
import { plainMarkdown } from './plain-markdown.ts';

const REFERENCE = /\[(F\d{1,5})\]/g;
const ALIAS = /\b(?:Member|Account) \d+\b/g;
/** What may be the beginning of a reference, a pseudonym, a tag or a link. */
const UNFINISHED = /(?:\[[^\]\n]*|<[^>\n]*|\b(?:Members?|Accounts?)(?: \d*)?|\]\([^)\n]*)$/;

/** What is shown while the model still writes: names and values in their places, nothing that is half there. */
export function draftText(
  answer: string,
  { facts, pseudonyms }: { facts: readonly Fact[]; pseudonyms: Pseudonyms },
): string {
  const texts = new Map(facts.map(({ id, value }) => [id, formatFact(value)]));
  return plainMarkdown(answer.replace(UNFINISHED, ''))
    .replaceAll(REFERENCE, (reference, id: string) => texts.get(id) ?? reference)
    .replaceAll(ALIAS, (alias) => texts.get(pseudonyms.factIds.get(alias) ?? '') ?? alias)
    .trim();
}
