import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Mark } from './references/place-fact.ts';

/** The text as spans: marked stretches as their marks say, the rest as it is; emphasis is kept throughout. */
export function spansWithMarks(
  text: string,
  { marks, isStrong }: { marks: readonly Mark[]; isStrong: (position: number) => boolean },
): Span[] {
  const spans: Span[] = [];
  const add = (span: Span, strong: boolean) => {
    const last = spans.at(-1);
    const isPlain = span.fact === undefined && span.unbound === undefined;
    if (span.text === '') return;
    if (
      isPlain &&
      last !== undefined &&
      last.fact === undefined &&
      last.unbound === undefined &&
      (last.strong ?? false) === strong
    )
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    else spans.push(strong ? { ...span, strong: true } : span);
  };
  let done = 0;
  const addPlain = (until: number) => {
    while (done < until) {
      const strong = isStrong(done);
      let end = done + 1;
      while (end < until && isStrong(end) === strong) end += 1;
      add({ text: text.slice(done, end) }, strong);
      done = end;
    }
  };
  for (const mark of marks.toSorted((left, right) => left.start - right.start)) {
    if (mark.start < done) continue;
    addPlain(mark.start);
    for (const span of mark.spans) add(span, isStrong(mark.start));
    done = mark.end;
  }
  addPlain(text.length);
  return spans;
}
