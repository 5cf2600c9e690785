import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import { compactDollars } from './compact-dollars.ts';
import type { Stated } from './fact-sheet.ts';
import { formatFact } from './format-fact.ts';

/** What may stand in a sentence: a fact, words already put together, or plain words without numbers of their own. */
export type Words = Stated | readonly Span[] | string;

/** A sentence: prose`Credits came to ${total}.`; every fact in it stays tied to its place. */
export function prose(texts: TemplateStringsArray, ...words: Words[]): Span[] {
  const spans = texts.flatMap((text, index) => [{ text }, ...spansOf(words[index] ?? '')]);
  return joined(spans);
}

/** Sentences, one after another, a space between them; what is null is left out. */
export function sentences(...parts: (readonly Span[] | null)[]): Span[] {
  const said = parts.filter((part) => part !== null && part.length > 0) as (readonly Span[])[];
  return joined(said.flatMap((part, index) => (index === 0 ? [...part] : [{ text: ' ' }, ...part])));
}

/** What a reader in a hurry must see. */
export function strong(words: Words): Span[] {
  return spansOf(words).map((span) => ({ ...span, strong: true }));
}

/** "$1.24 million" where the fact is exact to the cent. */
export function compact(stated: Stated): Stated {
  const { value } = stated.fact;
  return value.kind === 'money' ? { ...stated, text: compactDollars(value.cents) } : stated;
}

/** Without its sign, for a sentence that says itself whether it is more or less. */
export function absolute(stated: Stated): Stated {
  const { value } = stated.fact;
  if (value.kind === 'money')
    return { ...stated, text: formatFact({ kind: 'money', cents: Math.abs(value.cents) }) };
  if (value.kind === 'count')
    return { ...stated, text: formatFact({ kind: 'count', count: Math.abs(value.count) }) };
  if (value.kind === 'share')
    return { ...stated, text: formatFact({ kind: 'share', share: Math.abs(value.share) }) };
  return stated;
}

/** "1 member", "12 members". */
export function counted(stated: Stated, one: string, many = `${one}s`): Span[] {
  const { value } = stated.fact;
  const isOne = value.kind === 'count' && value.count === 1;
  return [...spansOf(stated), { text: ` ${isOne ? one : many}` }];
}

/** "A, B and C". */
export function enumerated(words: readonly Words[]): Span[] {
  return joined(
    words.flatMap((word, index) => {
      const between = index === 0 ? '' : index === words.length - 1 ? ' and ' : ', ';
      return [{ text: between }, ...spansOf(word)];
    }),
  );
}

export function paragraph(...parts: (readonly Span[] | null)[]): Block {
  return { kind: 'paragraph', spans: sentences(...parts) };
}

export function spansOf(words: Words): Span[] {
  if (typeof words === 'string') return [{ text: words }];
  if (isStated(words)) return [{ text: words.text, fact: words.fact.id }];
  return [...words];
}

function isStated(words: Stated | readonly Span[]): words is Stated {
  return 'fact' in words;
}

/** Neighbours that say the same of themselves become one; nothing is left empty. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (span.text === '') continue;
    const isPlain = span.fact === undefined && last?.fact === undefined;
    if (last !== undefined && isPlain && last.strong === span.strong && last.unbound === span.unbound)
      result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  }
  return result;
}
