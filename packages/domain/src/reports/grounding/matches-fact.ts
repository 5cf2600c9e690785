import type { FactValue } from '@clearwatch/contracts/reports/report-document';
import { normalName } from './reading/normal-name.ts';
import type { NumberUnit, Said, WrittenNumber } from './reading/statement.ts';
import { MICRO } from './reading/written-number.ts';

/** `size`: the same but for the sign, which the words around it give ("a fall of 3.0%"). */
export type Match = 'equal' | 'size' | null;

/** Whether the text says what the fact is, as rounded as it is written. */
export function matchesFact(said: Said, value: FactValue): Match {
  switch (value.kind) {
    case 'day':
      return said.kind === 'day' && saysDay(said, value.day) ? 'equal' : null;
    case 'month':
      return said.kind === 'month' && saysMonth(said, value.month) ? 'equal' : null;
    case 'name':
      return sameName(nameIn(said), value.name) ? 'equal' : null;
    default:
      return said.kind === 'number' ? matchesNumber(said, value) : null;
  }
}

function nameIn(said: Said): string {
  if (said.kind === 'name') return said.name;
  return said.kind === 'code' ? said.code : '';
}

function sameName(left: string, right: string): boolean {
  return normalName(left) === normalName(right);
}

function saysDay(said: { year: number | null; month: number; day: number }, day: string): boolean {
  const [year, month, number] = day.split('-').map(Number);
  return said.month === month && said.day === number && (said.year === null || said.year === year);
}

function saysMonth(said: { year: number | null; month: number }, text: string): boolean {
  const [year, month] = text.split('-').map(Number);
  return said.month === month && (said.year === null || said.year === year);
}

type NumberValue = Exclude<FactValue, { kind: 'day' | 'month' | 'name' }>;

/** Which units say which kind of fact: a share is no count, an amount of money is nothing else. */
const UNITS: Readonly<Record<NumberValue['kind'], readonly NumberUnit[]>> = {
  money: ['money'],
  count: ['bare', 'ordinal'],
  share: ['percent', 'points', 'times'],
  number: ['bare', 'times', 'points'],
};

function matchesNumber(said: WrittenNumber, value: NumberValue): Match {
  if (!UNITS[value.kind].includes(said.unit)) return null;
  const { micro, finest } = exactly(value, said.unit);
  if (isRounded(said, { micro, finest })) return 'equal';
  return isRounded({ ...said, micro: abs(said.micro) }, { micro: abs(micro), finest }) ? 'size' : null;
}

/** The fact in the unit of the text, in millionths, and the places that reports write of its kind. */
function exactly(value: NumberValue, unit: NumberUnit): { micro: bigint; finest: bigint } {
  switch (value.kind) {
    case 'money':
      return { micro: BigInt(value.cents) * (MICRO / 100n), finest: MICRO / 100n };
    case 'count':
      return { micro: BigInt(value.count) * MICRO, finest: MICRO };
    case 'share': {
      const inUnit = unit === 'times' ? value.share : value.share * 100;
      return { micro: microOf(inUnit), finest: MICRO / 10n };
    }
    case 'number':
      return { micro: microOf(value.number), finest: MICRO / 10n ** BigInt(Math.min(value.digits, 6)) };
  }
}

function microOf(number: number): bigint {
  return BigInt(Math.round(number * Number(MICRO)));
}

/** A fact must not lose more than this part of itself by rounding: "$1 million" does not state 1.4 million. */
const COARSEST = 20n;

/**
 * Equal as rounded as it is written. Places that reports write anyway may round as they do; coarser ones only while
 * they stay within a twentieth of the fact.
 */
function isRounded(said: { micro: bigint; step: bigint }, fact: { micro: bigint; finest: bigint }): boolean {
  const apart = abs(said.micro - fact.micro);
  // One millionth for shares that are no exact decimals.
  if (apart * 2n > said.step + 2n) return false;
  return said.step <= fact.finest || apart * COARSEST <= abs(fact.micro);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
