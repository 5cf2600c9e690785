import type { Statement } from './statement.ts';

/** Letters and digits in one word, beginning with a letter: "R10", "Q3", "COVID-19", "T1234". */
const CODE = /(?<![\p{L}\p{N}_-])\p{L}[\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*/gu;

export function findCodes(text: string): Statement[] {
  return [...text.matchAll(CODE)]
    .filter(({ 0: word }) => /\p{N}/u.test(word))
    .map(({ index, 0: code }) => ({ start: index, end: index + code.length, said: { kind: 'code', code } }));
}
