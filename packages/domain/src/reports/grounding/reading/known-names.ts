import type { Fact } from '@clearwatch/contracts/reports/report-document';
import { findDates } from './find-dates.ts';
import { findNumberWords } from './find-number-words.ts';
import { findNumbers } from './find-numbers.ts';
import { normalName } from './normal-name.ts';
import type { Statement } from './statement.ts';

/**
 * The names that facts have, looked for as whole words. Members and companies are found in any case ("Acme Payroll"
 * for "ACME PAYROLL") when they begin with a capital in the text, other words of the ledger only as they are written.
 */
export class KnownNames {
  private readonly pattern: RegExp | null;
  private readonly exact: ReadonlySet<string>;
  private readonly inAnyCase: ReadonlySet<string>;

  constructor(facts: readonly Fact[]) {
    const named = facts.flatMap(({ value }) =>
      value.kind === 'name' && canBeFound(value.name) ? [value] : [],
    );
    this.exact = new Set(named.map(({ name }) => name.trim()));
    this.inAnyCase = new Set(
      named
        .filter(({ of, name }) => of !== 'other' && name.trim().length > 2)
        .map(({ name }) => normalName(name)),
    );
    const longestFirst = [...this.exact].toSorted((left, right) => right.length - left.length);
    this.pattern =
      longestFirst.length === 0
        ? null
        : new RegExp(
            `(?<![\\p{L}\\p{N}])(?:${longestFirst.map(asPattern).join('|')})(?![\\p{L}\\p{N}])`,
            'giu',
          );
  }

  find(text: string): Statement[] {
    if (this.pattern === null) return [];
    return [...text.matchAll(this.pattern)]
      .filter(({ 0: name }) => this.exact.has(name) || this.mayBeMeant(name))
      .map(({ index, 0: name }) => ({
        start: index,
        end: index + name.length,
        said: { kind: 'name', name },
      }));
  }

  private mayBeMeant(name: string): boolean {
    return /^[^\p{Ll}]/u.test(name) && this.inAnyCase.has(normalName(name));
  }
}

/** An account as lists show it, "***4411": no figure reads like it. */
const MASKED = /^\*+\w+$/;

/**
 * Names come from files that anybody may have written. One that reads like a figure ("500", "$1 MILLION", "12 percent",
 * "Aug 2026") would let every such figure pass, so it is found by nobody; neither is a single letter.
 */
function canBeFound(name: string): boolean {
  const trimmed = name.trim();
  if (MASKED.test(trimmed)) return true;
  let rest = trimmed;
  for (const { start, end } of [...findDates(trimmed), ...findNumberWords(trimmed), ...findNumbers(trimmed)])
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return /\p{L}.*\p{L}/u.test(rest);
}

function asPattern(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
}
