import type { Span } from '@clearwatch/contracts/ai-reports';
import { type CitedFact, factSize } from './fact-sheet.ts';
import { formatCompactDollars, formatFact } from './format-fact.ts';

/** A fact, composed spans, or plain words without numbers. */
export type SentencePart = CitedFact | readonly Span[] | string;

/** A sentence such as prose`Credits came to ${total}.`; each fact stays linked to its text. */
export function prose(texts: TemplateStringsArray, ...words: SentencePart[]): Span[] {
  const spans = texts.flatMap((text, index) => [{ text }, ...spansOf(words[index] ?? '')]);
  return mergeSpans(spans);
}

export function sentences(...parts: (readonly Span[] | null)[]): Span[] {
  return mergeSpans(withContent(parts).flatMap((part, index) => (index === 0 ? part : [{ text: ' ' }, ...part])));
}

export const withContent = (parts: readonly (readonly Span[] | null)[]): Span[][] =>
  parts.flatMap((part) => (part === null || part.length === 0 ? [] : [[...part]]));

export function strong(words: SentencePart): Span[] {
  return spansOf(words).map((span) => ({ ...span, strong: true }));
}

/** Shortens an amount, for example to "$1.24 million". The fact keeps the cents. */
export function compactMoney(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  return value.kind === 'money' ? { ...cited, text: formatCompactDollars(value.cents) } : cited;
}

/** For sentences whose words state the direction. */
export function withoutSign(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  if (value.kind !== 'money' && value.kind !== 'count' && value.kind !== 'share') return cited;
  return { ...cited, text: formatFact(value).replace(/^-/, '') };
}

export function compactWithoutSign(cited: CitedFact): CitedFact {
  const { value } = cited.fact;
  if (value.kind !== 'money') return withoutSign(cited);
  return { ...cited, text: formatCompactDollars(Math.abs(value.cents)) };
}

export function amountOrNothing(cited: CitedFact): SentencePart {
  return factSize(cited) === 0 ? 'nothing' : compactWithoutSign(cited);
}

/** Returns "1 member" or "12 members". */
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
  if ('fact' in words) return [{ text: words.text, fact: words.fact.id }];
  return [...words];
}

/** Joins adjacent plain spans with the same emphasis and removes empty spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  const isPlain = (span: Span | undefined) => span?.fact === undefined && span?.unbound === undefined;
  for (const span of spans) {
    const last = result.at(-1);
    if (span.text === '') continue;
    if (last !== undefined && isPlain(span) && isPlain(last) && last.strong === span.strong)
      result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  }
  return result;
}
