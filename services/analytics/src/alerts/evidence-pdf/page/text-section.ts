import type { Content } from 'pdfmake/interfaces.js';

/** A section of sentences, kept together with its heading; nothing without sentences. */
export function listSection(title: string, sentences: readonly string[]): Content[] {
  const [first, ...others] = sentences;
  if (first === undefined) return [];
  const shown = (sentence: string): Content => ({
    ul: [sentence],
    margin: [0, 1, 0, 1],
  });
  return [
    {
      unbreakable: true,
      stack: [{ text: title, style: 'section', margin: [0, 14, 0, 4] }, shown(first)],
    },
    ...others.map(shown),
  ];
}
