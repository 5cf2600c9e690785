import type { Fact } from '@clearwatch/contracts/reports/report-document';
import { type Match, matchesFact } from './matches-fact.ts';
import { KnownNames } from './reading/known-names.ts';
import { normalName } from './reading/normal-name.ts';
import type { Said } from './reading/statement.ts';
import type { Clause } from './sentence/clause.ts';
import { contradicts, directionIn, directionOf, isChange } from './sentence/contradiction.ts';
import { meaningOf, sharedWords } from './sentence/label-words.ts';
import { countsOther, movesOther } from './sentence/what-is-counted.ts';
import { type Holder, isOfAnother } from './sentence/whose.ts';

const HOLDERS = ['member', 'company', 'account'] as const;
type HolderKind = (typeof HOLDERS)[number];

/** The facts of one report, prepared for being looked up by what a text says. */
export class FactIndex {
  readonly facts: readonly Fact[];
  readonly names: KnownNames;
  private readonly holderNames: readonly { kind: HolderKind; names: KnownNames }[];
  private readonly holders: ReadonlyMap<string, readonly Holder[]>;
  private readonly byId: ReadonlyMap<string, Fact>;
  private readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly codes: ReadonlySet<string>;

  constructor(facts: readonly Fact[]) {
    this.facts = facts;
    this.names = new KnownNames(facts);
    this.holderNames = HOLDERS.map((kind) => ({
      kind,
      names: new KnownNames(facts.filter(({ value }) => value.kind === 'name' && value.of === kind)),
    }));
    this.holders = new Map(facts.map(({ id, label }) => [id, this.holdersIn(label)]));
    this.byId = new Map(facts.map((fact) => [fact.id, fact]));
    this.words = new Map(facts.map(({ id, label }) => [id, meaningOf(label)]));
    this.codes = new Set(facts.flatMap(codesOf));
  }

  get(id: string): Fact | undefined {
    return this.byId.get(id);
  }

  /** Members, companies and accounts that a text names. */
  holdersIn(text: string): Holder[] {
    return this.holderNames.flatMap(({ kind, names }) =>
      names
        .find(text)
        .flatMap(({ said }): Holder[] => (said.kind === 'name' ? [`${kind} ${normalName(said.name)}`] : [])),
    );
  }

  /** Whether the words around a figure say that it is something else, or somebody else's, than the fact is. */
  isDenied(fact: Fact, clause: Clause): boolean {
    return (
      contradicts(clause, fact.label) ||
      countsOther(fact, clause) ||
      movesOther(fact, clause) ||
      isOfAnother(clause.whose, this.holders.get(fact.id) ?? [])
    );
  }

  /** "R10" states nothing that a fact about R10 does not. */
  hasCode(code: string): boolean {
    return this.codes.has(code.toUpperCase());
  }

  /** Whether the text states this fact: the same value, and nothing around it says that it is another one. */
  states(said: Said, fact: Fact, clause: Clause): boolean {
    const match = matchesFact(said, fact.value);
    if (match === null || said.kind !== 'number') return match !== null;
    return !this.isDenied(fact, clause) && hasSign(fact, { match, clause });
  }

  /**
   * The fact that a text states without naming it: among those of equal value the one whose name shares most words with
   * what stands around it. One that is not distinctive must share one at least, since small counts equal many things:
   * with the noun behind it ("12 alerts") when there is one, else with its sentence.
   */
  find({ said, text }: { said: Said; text: string }, clause: Clause): Fact | undefined {
    const around = meaningOf(`${clause.nearBefore} ${clause.after}`);
    const further = meaningOf(clause.sentence);
    const hasNoun = meaningOf(/^[\s-]*\p{L}+/u.exec(clause.after)?.[0] ?? '').size > 0;
    return this.facts
      .filter((fact) => this.states(said, fact, clause) || (isWordFor(fact, text) && said.kind === 'number'))
      .map((fact) => {
        const words = this.words.get(fact.id) ?? new Set();
        return { fact, near: sharedWords(words, around), far: sharedWords(words, further) };
      })
      .filter(({ near, far, fact }) => isDistinctive(said, fact) || near > 0 || (!hasNoun && far > 0))
      .toSorted((left, right) => right.near - left.near || right.far - left.far)[0]?.fact;
  }
}

/** A name that looks like a number, such as that of an alert. */
export function isWordFor({ value }: Fact, text: string): boolean {
  return value.kind === 'name' && value.name === text;
}

/** From here on a figure is hardly ever equal to another by chance. */
const DISTINCTIVE_DIGITS = 1_000n;

/** Days, months and names are what they are; so is an amount or a count of four digits or more. */
function isDistinctive(said: Said, { value }: Fact): boolean {
  if (value.kind === 'name') return said.kind !== 'number';
  if (said.kind !== 'number') return true;
  const digits = (said.micro < 0n ? -said.micro : said.micro) / said.step;
  return (value.kind === 'money' || value.kind === 'count') && digits >= DISTINCTIVE_DIGITS;
}

/** A sign that is missing must be in the words, and one that is in the words must be the fact's. */
function hasSign({ value, label }: Fact, { match, clause }: { match: Match; clause: Clause }): boolean {
  const direction = directionOf(clause);
  const isBelow = signOf(value) < 0;
  if (match === 'size') return isBelow && (direction ?? directionIn(clause.sentence)) === 'fell';
  if (direction === null || !isChange(label) || signOf(value) === 0) return true;
  return isBelow === (direction === 'fell');
}

function signOf(value: Fact['value']): number {
  switch (value.kind) {
    case 'money':
      return Math.sign(value.cents);
    case 'count':
      return Math.sign(value.count);
    case 'share':
      return Math.sign(value.share);
    case 'number':
      return Math.sign(value.number);
    default:
      return 0;
  }
}

/** Codes in what a fact is called, or of the ledger's own words; not those in names that people choose. */
function codesOf({ label, value }: Fact): string[] {
  const text = value.kind === 'name' && value.of === 'other' ? `${label} ${value.name}` : label;
  return (text.match(/[\p{L}\p{N}-]+/gu) ?? [])
    .filter((word) => /^\p{L}/u.test(word) && /\p{N}/u.test(word))
    .map((word) => word.toUpperCase());
}
