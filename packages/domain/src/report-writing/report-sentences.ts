import type { Span } from '@clearwatch/contracts/ai-reports';
import { type CitedFact, factSize } from './fact-sheet.ts';
import { formatCompactDollars, formatFact } from './format-fact.ts';

/** A fact, composed spans, or plain words without numbers of their own. */
export type SentencePart = CitedFact | readonly Span[] | string;

/** A sentence such as prose`Credits came to ${total}.`; each fact stays linked to its place. */
export function prose(texts: TemplateStringsArray, ...words: SentencePart[]): Span[] {
  const spans = texts.flatMap((text, index) => [{ text }, ...spansOf(words[index] ?? '')]);
  return mergeSpans(spans);
}

export function sentences(...parts: (readonly Span[] | null)[]): Span[] {
  const present = parts.filter((part) => part !== null && part.length > 0) as (readonly Span[])[];
  return mergeSpans(present.flatMap((part, index) => (index === 0 ? [...part] : [{ text: ' ' }, ...part])));
}

export function strong(words: SentencePart): Span[] {
  return spansOf(words).map((span) => ({ ...span, strong: true }));
}

/** "$1.24 million" where the fact is exact to the cent. */
export function compactMoney(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  return value.kind === 'money' ? { ...cited, text: formatCompactDollars(value.cents) } : cited;
}

/** For sentences that say themselves whether it is more or less. */
export function withoutSign(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  if (value.kind !== 'money' && value.kind !== 'count' && value.kind !== 'share') return cited;
  return { ...cited, text: formatFact(value).replace(/^-/, '') };
}

export function compactWithoutSign(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  return value.kind === 'money'
    ? { ...cited, text: formatCompactDollars(Math.abs(value.cents)) }
    : withoutSign(cited);
}

export function amountOrNothing(cited: CitedFact): SentencePart {
  return factSize(cited) === 0 ? 'nothing' : compactWithoutSign(cited);
}

/** "1 member", "12 members". */
export function withNoun(cited: CitedFact, one: string, many = `${one}s`): Span[] {
  const { value } = cited.fact;
  const isOne = value.kind === 'count' && value.count === 1;
  return [...spansOf(cited), { text: ` ${isOne ? one : many}` }];
}

export function joinWithAnd(words: readonly SentencePart[]): Span[] {
  return mergeSpans(
    words.flatMap((word, index) => {
      const between = index === 0 ? '' : index === words.length - 1 ? ' and ' : ', ';
      return [{ text: between }, ...spansOf(word)];
    }),
  );
}

export function spansOf(words: SentencePart): Span[] {
  if (typeof words === 'string') return [{ text: words }];
  if (isCitedFact(words)) return [{ text: words.text, fact: words.fact.id }];
  return [...words];
}

function isCitedFact(words: CitedFact | readonly Span[]): words is CitedFact {
  return 'fact' in words;
}

function mergeSpans(spans: readonly Span[]): Span[] {
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
