/** How a number is meant: what stands before and after it. */
export type NumberUnit = 'money' | 'percent' | 'points' | 'times' | 'ordinal' | 'bare';

/** A number as it is written: exact, with the size of its last written place. Both in millionths. */
export interface WrittenNumber {
  kind: 'number';
  unit: NumberUnit;
  /** "$1.2 million" is 1,200,000 dollars: 1,200,000,000,000 millionths. */
  micro: bigint;
  /** What one more in the last written place adds: 100,000 dollars in "$1.2 million". */
  step: bigint;
}

/** What a stretch of text says. `year` is null where the text leaves it out. */
export type Said =
  | WrittenNumber
  | { kind: 'day'; year: number | null; month: number; day: number }
  | { kind: 'month'; year: number | null; month: number }
  /** A name that a fact has, in any case of letters. */
  | { kind: 'name'; name: string }
  /** Letters and digits in one: "R10", "Q3". */
  | { kind: 'code'; code: string }
  /** States something, but not clearly enough to be compared: "dozens of", "1,23", a capitalised name of nobody. */
  | { kind: 'unclear' };

/** A stretch of text, from `start` up to but not including `end`, that states something. */
export interface Statement {
  start: number;
  end: number;
  said: Said;
}

/** A stretch that is spoken for: nothing else is looked for in it. */
export interface Stretch {
  start: number;
  end: number;
}
