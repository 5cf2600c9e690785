import type { Fact, FactValue } from '@clearwatch/contracts/ai-reports';
import { numberOf } from '../fact-sheet.ts';
import { MICRO, type NumberUnit, type StatedValue, type WrittenNumber } from './find-figures.ts';
import { KnownNames, normalizeName } from './find-statements.ts';
import {
  belongsToAnother,
  type Clause,
  changeDirectionAt,
  changeDirectionIn,
  contradicts,
  countsSomethingElse,
  describesAnotherChange,
  isChange,
  labelKeywords,
  type NamedParty,
  sharedKeywordCount,
} from './statement-context.ts';

/** `size` means equal except for the sign, which the surrounding words state ("a fall of 3.0%"). */
type FactMatch = 'equal' | 'size' | null;

export function matchesFact(parsed: StatedValue, value: FactValue): FactMatch {
  if (value.kind === 'name') {
    const name = parsed.kind === 'name' ? parsed.name : parsed.kind === 'code' ? parsed.code : '';
    return normalizeName(name) === normalizeName(value.name) ? 'equal' : null;
  }
  if (value.kind !== 'day' && value.kind !== 'month')
    return parsed.kind === 'number' ? matchesNumber(parsed, value) : null;
  if ((parsed.kind !== 'day' && parsed.kind !== 'month') || parsed.kind !== value.kind) return null;
  const [year, month, day] = (value.kind === 'day' ? value.day : value.month).split('-').map(Number);
  const isSameDay = parsed.kind === 'month' || parsed.day === day;
  return isSameDay && parsed.month === month && (parsed.year ?? year) === year ? 'equal' : null;
}

type NumberValue = Exclude<FactValue, { kind: 'day' | 'month' | 'name' }>;

/** Units in which each kind of fact can be written. */
const UNITS: Readonly<Record<NumberValue['kind'], readonly NumberUnit[]>> = {
  money: ['money'],
  count: ['bare', 'ordinal'],
  share: ['percent', 'points', 'times'],
  number: ['bare', 'times', 'points'],
};

function matchesNumber(parsed: WrittenNumber, value: NumberValue): FactMatch {
  if (!UNITS[value.kind].includes(parsed.unit)) return null;
  const { micro, finest } = exactValue(value, parsed.unit);
  if (isRounded(parsed, { micro, finest })) return 'equal';
  return isRounded({ ...parsed, micro: abs(parsed.micro) }, { micro: abs(micro), finest }) ? 'size' : null;
}

/** The fact in the text's unit, in millionths, and the smallest place that reports use. */
function exactValue(value: NumberValue, unit: NumberUnit): { micro: bigint; finest: bigint } {
  if (value.kind === 'money') return { micro: BigInt(value.cents) * (MICRO / 100n), finest: MICRO / 100n };
  if (value.kind === 'count') return { micro: BigInt(value.count) * MICRO, finest: MICRO };
  if (value.kind === 'number')
    return { micro: microOf(value.number), finest: MICRO / 10n ** BigInt(Math.min(value.digits, 6)) };
  return { micro: microOf(unit === 'times' ? value.share : value.share * 100), finest: MICRO / 10n };
}

const microOf = (number: number) => BigInt(Math.round(number * Number(MICRO)));

/** Rounding may lose at most one twentieth of a fact: "$1 million" does not state 1.4 million. */
const MAX_ROUNDING_FRACTION = 20n;

/**
 * Equal at the written precision. Figures rounded more coarsely than in reports must be within a twentieth of
 * the fact.
 */
function isRounded(parsed: { micro: bigint; step: bigint }, fact: { micro: bigint; finest: bigint }) {
  const apart = abs(parsed.micro - fact.micro);
  // Allows one millionth for shares that are not exact decimals.
  if (apart * 2n > parsed.step + 2n) return false;
  return parsed.step <= fact.finest || apart * MAX_ROUNDING_FRACTION <= abs(fact.micro);
}

const abs = (value: bigint) => (value < 0n ? -value : value);

const PARTY_KINDS = ['member', 'company', 'account'] as const;

export class FactIndex {
  readonly names: KnownNames;
  private readonly parties: readonly (readonly [(typeof PARTY_KINDS)[number], KnownNames])[];
  private readonly byId: ReadonlyMap<string, { fact: Fact; holders: NamedParty[]; keywords: Set<string> }>;
  private readonly codes: ReadonlySet<string>;

  constructor(facts: readonly Fact[]) {
    this.names = new KnownNames(facts);
    this.parties = PARTY_KINDS.map((kind) => [
      kind,
      new KnownNames(facts.filter(({ value }) => value.kind === 'name' && value.of === kind)),
    ]);
    const described = (fact: Fact) => ({
      fact,
      holders: this.holdersIn(fact.label),
      keywords: labelKeywords(fact.label),
    });
    this.byId = new Map(facts.map((fact) => [fact.id, described(fact)]));
    this.codes = new Set(facts.flatMap(codesOf));
  }

  get(id: string): Fact | undefined {
    return this.byId.get(id)?.fact;
  }

  holdersIn(text: string): NamedParty[] {
    return this.parties.flatMap(([kind, names]) =>
      names.find(text).map(({ start, end }): NamedParty => `${kind} ${normalizeName(text.slice(start, end))}`),
    );
  }

  /** Whether the surrounding words name a different figure or owner than the fact. */
  isDenied(fact: Fact, clause: Clause): boolean {
    return (
      contradicts(clause, fact.label) ||
      countsSomethingElse(fact, clause) ||
      describesAnotherChange(fact, clause) ||
      belongsToAnother(clause.whose, this.byId.get(fact.id)?.holders ?? [])
    );
  }

  /** A code such as "R10" needs no reference when a fact mentions it. */
  hasCode(code: string): boolean {
    return this.codes.has(code.toUpperCase());
  }

  states(parsed: StatedValue, fact: Fact, clause: Clause): boolean {
    const match = matchesFact(parsed, fact.value);
    if (match === null || parsed.kind !== 'number') return match !== null;
    return !this.isDenied(fact, clause) && hasSign(fact, { match, clause });
  }

  /**
   * The fact of equal value whose label shares the most words with the surrounding text. A small count
   * equals many facts, so a figure that is not distinctive must share at least one word: the noun after it ("12
   * alerts"), or else a word in its sentence.
   */
  find({ parsed, text }: { parsed: StatedValue; text: string }, clause: Clause): Fact | undefined {
    const around = labelKeywords(`${clause.nearBefore} ${clause.after}`);
    const further = labelKeywords(clause.sentence);
    const hasNoun = labelKeywords(/^[\s-]*\p{L}+/u.exec(clause.after)?.[0] ?? '').size > 0;
    return [...this.byId.values()]
      .filter(({ fact }) => this.states(parsed, fact, clause) || (isNameOfFact(fact, text) && parsed.kind === 'number'))
      .map(({ fact, keywords }) => ({
        fact,
        near: sharedKeywordCount(keywords, around),
        far: sharedKeywordCount(keywords, further),
      }))
      .filter(({ near, far, fact }) => isDistinctive(parsed, fact) || near > 0 || (!hasNoun && far > 0))
      .toSorted((left, right) => right.near - left.near || right.far - left.far)[0]?.fact;
  }
}

export const isNameOfFact = ({ value }: Fact, text: string): boolean => value.kind === 'name' && value.name === text;

/** Figures of this size rarely match another by chance. */
const DISTINCTIVE_DIGITS = 1_000n;

/** Days, months and names are distinctive, and so are amounts and counts of four or more digits. */
function isDistinctive(parsed: StatedValue, { value }: Fact): boolean {
  if (value.kind === 'name') return parsed.kind !== 'number';
  if (parsed.kind !== 'number') return true;
  const digits = abs(parsed.micro) / parsed.step;
  return (value.kind === 'money' || value.kind === 'count') && digits >= DISTINCTIVE_DIGITS;
}

/**
 * A figure without its sign needs a word that states it, and any direction in the words must match the sign.
 */
function hasSign({ value, label }: Fact, { match, clause }: { match: FactMatch; clause: Clause }): boolean {
  const direction = changeDirectionAt(clause);
  const sign = Math.sign(numberOf(value) ?? 0);
  if (match === 'size') return sign < 0 && (direction ?? changeDirectionIn(clause.sentence)) === 'fell';
  if (direction === null || !isChange(label) || sign === 0) return true;
  return sign < 0 === (direction === 'fell');
}

/** Codes in labels and ledger terms, but not in the names of parties. */
function codesOf({ label, value }: Fact): string[] {
  const text = value.kind === 'name' && value.of === 'other' ? `${label} ${value.name}` : label;
  return (text.match(/[\p{L}\p{N}-]+/gu) ?? [])
    .filter((word) => /^\p{L}/u.test(word) && /\p{N}/u.test(word))
    .map((word) => word.toUpperCase());
}
