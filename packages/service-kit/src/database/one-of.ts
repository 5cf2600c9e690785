import { type Row, textOf } from './row.ts';

/** A text column that holds one word of a vocabulary; anything else is a fault of the table, said by its name. */
export function oneOf<Word extends string>(words: readonly Word[], row: Row, column: string): Word {
  const text = textOf(row, column);
  const word = words.find((candidate) => candidate === text);
  if (word === undefined)
    throw new TypeError(`Column ${column} holds a word that this version does not know`);
  return word;
}
