import { findTable } from '../guess/find-table.ts';
import { type CsvGuess, guessMapping } from '../guess/guess-mapping.ts';
import { whatIsMissing } from '../mapping/what-is-missing.ts';

/** What is guessed for a file, with its columns as `field: column` and what still has to be asked. */
export function guessOf(file: string | Buffer): CsvGuess & {
  fields: Record<string, number>;
  asked: string[];
  missing: string[];
} {
  const table = findTable(Buffer.from(file), { isWhole: true });
  if (table === null) throw new Error('the test file is no table');
  const guess = guessMapping(table, { latestDay: '2027-12-31' });
  return {
    ...guess,
    fields: Object.fromEntries(guess.mapping.columns.map(({ column, field }) => [field, column])),
    asked: guess.questions.map(({ about }) => about),
    missing: whatIsMissing(guess.mapping),
  };
}
