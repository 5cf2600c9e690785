import type { Span } from '@clearwatch/contracts/ai-reports';
import { MUTED, WARNING } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { ContentText } from 'pdfmake/interfaces.js';
import type { Footnotes } from './footnotes.ts';

/** Behind words that no fact has; the type of the paper has no warning sign. */
export const UNBOUND_MARK = '[!]';

/** Points; raised it is set at little more than half of that. */
const NOTE_SIZE = 9;

/**
 * Words as they are printed: what a reader in a hurry must see in bold, what no fact has marked by colour and sign. Figures
 * lead to the list of facts; a cell of a table is a figure anyway and goes without.
 */
export function spansToText(spans: readonly Span[], footnotes?: Footnotes): ContentText[] {
  return spans.flatMap(({ text, fact, strong, unbound }) => {
    const words: ContentText = {
      text: unbound === true ? `${text} ${UNBOUND_MARK}` : text,
      ...(strong === true || unbound === true ? { bold: true } : {}),
      ...(unbound === true ? { color: WARNING } : {}),
    };
    const note = fact === undefined ? undefined : footnotes?.noteOf(fact);
    if (note === undefined) return [words];
    return [words, { text: note, sup: true, color: MUTED, fontSize: NOTE_SIZE }];
  });
}
