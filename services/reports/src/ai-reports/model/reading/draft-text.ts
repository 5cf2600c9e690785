import type { Fact } from '@clearwatch/contracts/ai-reports';
import { formatFactInSentence } from '@clearwatch/domain/report-writing/verification/fact-references';
import type { Pseudonyms } from '../telling/pseudonyms.ts';
import { plainMarkdown } from './plain-markdown.ts';

/** In one go: a name that is put in may itself read like a reference. */
const STANDS_FOR = /\[(F\d{1,5})\]|\b(?:Member|Account) \d+\b/g;
/** What may be the beginning of a reference, a pseudonym, a tag or a link. */
const UNFINISHED = /(?:\[[^\]\n]*|<[^>\n]*|\b(?:Members?|Accounts?)(?: \d*)?|\]\([^)\n]*)$/;

/** What is shown while the model still writes: names and values in their places, nothing that is half there. */
export function draftText(
  answer: string,
  { facts, pseudonyms }: { facts: readonly Fact[]; pseudonyms: Pseudonyms },
): string {
  const texts = new Map(facts.map(({ id, value }) => [id, formatFactInSentence(value)]));
  return plainMarkdown(answer.replace(UNFINISHED, ''))
    .replaceAll(STANDS_FOR, (written, id: string | undefined) => {
      const factId = id ?? pseudonyms.factIds.get(written) ?? '';
      return texts.get(factId) ?? written;
    })
    .trim();
}
