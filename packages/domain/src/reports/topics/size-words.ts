import { compactDollars } from '../compact-dollars.ts';
import { type Stated, sizeOf } from '../fact-sheet.ts';
import { absolute, type Words } from '../prose.ts';

/** Short and without its sign, for a sentence that says itself whether it is more or less. */
export function sizeWords(stated: Stated): Stated {
  const { value } = stated.fact;
  return value.kind === 'money'
    ? { ...stated, text: compactDollars(Math.abs(value.cents)) }
    : absolute(stated);
}

/** "nothing" for no money, as one says it. */
export function orNothing(stated: Stated): Words {
  return sizeOf(stated) === 0 ? 'nothing' : sizeWords(stated);
}
