import { groundText } from '../grounding/ground-text.ts';

/** A text as it is grounded: `{F1:$1.23 million}` is bound, `{?:$5}` marked. */
export function grounded(text: string, ground: Parameters<typeof groundText>[1]): string {
  return groundText([{ text }], ground)
    .spans.map((span) =>
      span.unbound === true
        ? `{?:${span.text}}`
        : span.fact === undefined
          ? span.text
          : `{${span.fact}:${span.text}}`,
    )
    .join('');
}
