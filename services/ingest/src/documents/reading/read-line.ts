import type { DotBox } from './apart.ts';

/** What a reader of pictures found, in its own words: percent, and boxes by their corners. */
export interface Placed {
  text: string;
  confidence: number;
  bbox: DotBox;
}

export interface ReadWord extends Placed {
  symbols: readonly Placed[];
}

export interface ReadLine {
  words: readonly ReadWord[];
}
