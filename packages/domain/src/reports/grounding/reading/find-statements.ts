import { findCodes } from './find-codes.ts';
import { findDates } from './find-dates.ts';
import { findNumberWords } from './find-number-words.ts';
import { findNumbers } from './find-numbers.ts';
import { findUnknownNames } from './find-unknown-names.ts';
import type { KnownNames } from './known-names.ts';
import { findWhatNeedsNoFact } from './needs-no-fact.ts';
import type { Statement, Stretch } from './statement.ts';

/** Stands for text that is spoken for: no letter, no digit, no gap. */
const TAKEN = '\uE000';
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Everything in a text that states something, in order: names that are known first, since they may hold numbers, then
 * dates, numbers, codes and, when asked for, capitalised names of nobody known.
 */
export function findStatements(
  text: string,
  known: { names: KnownNames; isKnownWord: ((word: string) => boolean) | null },
): Statement[] {
  const found: Statement[] = [];
  let rest = text;
  const take = (statements: readonly Statement[]) => {
    for (const statement of statements) {
      if (rest.slice(statement.start, statement.end).includes(TAKEN)) continue;
      found.push(statement);
      rest = without(rest, statement);
    }
  };
  take(known.names.find(rest));
  for (const stretch of findWhatNeedsNoFact(rest)) rest = without(rest, stretch);
  take(findDates(rest));
  take(findNumberWords(rest));
  take(findCodes(rest));
  take(findNumbers(rest).map((statement) => withoutYear(statement, text)));
  const { isKnownWord } = known;
  if (isKnownWord !== null) take(findUnknownNames(rest, isKnownWord));
  return found.toSorted((left, right) => left.start - right.start);
}

function without(text: string, { start, end }: Stretch): string {
  return text.slice(0, start) + TAKEN.repeat(end - start) + text.slice(end);
}

/** "2026" outside of a date may be a year or a count: nobody can tell. */
function withoutYear(statement: Statement, text: string): Statement {
  const isYear = YEAR.test(text.slice(statement.start, statement.end));
  return isYear ? { ...statement, said: { kind: 'unclear' } } : statement;
}
