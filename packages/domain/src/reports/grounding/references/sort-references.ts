import type { Fact } from '@clearwatch/contracts/reports/report-document';
import type { FactIndex } from '../fact-index.ts';
import type { Statement, Stretch } from '../reading/statement.ts';
import { PLACE, type Reference } from './references.ts';

export interface SortedReferences {
  /** Which fact a statement says that it is ("$5.00 [F2]"), by where it begins. */
  attested: Map<number, Reference>;
  /** References that stand for their fact, by where they are: "Credits were [F2]". */
  placed: Map<number, Reference>;
  /** Places that vanish, with the gap before them. */
  dropped: Stretch[];
}

/** A reference directly behind a statement of its kind says which fact that is; any other stands for its fact. */
export function sortReferences(
  references: readonly Reference[],
  { text, statements, facts }: { text: string; statements: readonly Statement[]; facts: FactIndex },
): SortedReferences {
  const result: SortedReferences = { attested: new Map(), placed: new Map(), dropped: [] };
  let last: Reference | undefined;
  for (const reference of references) {
    const statement = statements.findLast(({ end }) => end <= reference.at);
    if (statement !== undefined && canAttest(reference, { statement, text, facts })) {
      if (!result.attested.has(statement.start)) result.attested.set(statement.start, reference);
      result.dropped.push(withGapBefore(text, reference.at));
    } else if (last !== undefined && repeats(reference, last, text)) {
      result.dropped.push(withGapBefore(text, reference.at));
    } else {
      result.placed.set(reference.at, reference);
      last = reference;
    }
  }
  return result;
}

function canAttest(
  reference: Reference,
  { statement, text, facts }: { statement: Statement; text: string; facts: FactIndex },
): boolean {
  if (reference.isAlias || !isBetween(text.slice(statement.end, reference.at), text, reference.at))
    return false;
  const referred = reference.ids.flatMap((id) => facts.get(id) ?? []);
  const written = text.slice(statement.start, statement.end);
  // A reference that leads nowhere makes what it stands behind doubtful.
  return referred.length === 0 || referred.some((fact) => isOfKind(statement, fact, written));
}

/** "In August [F3]" is no attempt to say that August is an amount. */
function isOfKind({ said }: Statement, { value }: Fact, written: string): boolean {
  if (value.kind === 'name' && value.name === written) return true;
  const isTime = value.kind === 'day' || value.kind === 'month';
  switch (said.kind) {
    case 'day':
    case 'month':
      return isTime;
    case 'name':
    case 'code':
      return value.kind === 'name';
    case 'number':
      return value.kind !== 'name' && !isTime;
    case 'unclear':
      return /\p{N}/u.test(written) || value.kind === 'name';
  }
}

/** "Member 3 [F7]" where F7 is the name of that member. */
function repeats(reference: Reference, last: Reference, text: string): boolean {
  const between = text.slice(last.at + PLACE.length, reference.at);
  return isBetween(between, text, reference.at) && reference.ids.some((id) => last.ids.includes(id));
}

/** Nothing but gaps, other references and the bracket around this one. */
function isBetween(between: string, text: string, at: number): boolean {
  const gap = between.replaceAll(PLACE, '').trim();
  return gap === '' || (gap === '(' && isBracketed(text, at));
}

function isBracketed(text: string, at: number): boolean {
  return text.charAt(at - 1) === '(' && text.charAt(at + PLACE.length) === ')';
}

function withGapBefore(text: string, at: number): Stretch {
  const bracket = isBracketed(text, at) ? 1 : 0;
  return {
    start: text.slice(0, at - bracket).trimEnd().length,
    end: at + PLACE.length + bracket,
  };
}
