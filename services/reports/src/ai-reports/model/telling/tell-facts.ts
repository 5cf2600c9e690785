import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import { formatFact } from '@clearwatch/domain/report-writing/format-fact';
import { spansIn } from '../spans-in.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export interface ToldFact {
  id: string;
  label: string;
  value: string;
}

/** About 20,000 tokens: models on the premises read some 32,000 at once, and write their answer in the same room. */
const MOST_CHARACTERS = 60_000;
/** Names come from files; one may be a page long. */
const MOST_OF_A_NAME = 120;

/**
 * The facts as a model is told them: id, label and value as text, without members, accounts and sources. Those that the
 * document states come first, so that what is left out for want of room is what was left out already.
 */
export function tellFacts(
  facts: readonly Fact[],
  { document, pseudonyms }: { document: ReportDocument; pseudonyms: Pseudonyms },
): ToldFact[] {
  const used = new Set(spansIn(document).flatMap(({ fact }) => fact ?? []));
  const byUse = [...facts.filter(({ id }) => used.has(id)), ...facts.filter(({ id }) => !used.has(id))];
  const told: ToldFact[] = [];
  let room = MOST_CHARACTERS;
  for (const { id, label, value } of byUse) {
    const fact = {
      id,
      label: oneLine(pseudonyms.hide(label)),
      value: oneLine(pseudonyms.hide(formatFact(value))),
    };
    room -= JSON.stringify(fact).length + 1;
    if (room < 0) break;
    told.push(fact);
  }
  return told;
}

/** Text of a file as data: no line of its own, no end of it in sight. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > MOST_OF_A_NAME ? `${line.slice(0, MOST_OF_A_NAME)}…` : line;
}
