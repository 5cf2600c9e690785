/** A box on a page, in its own units, origin at the top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word as it stands on a page. */
export interface Word extends Box {
  text: string;
  /** 1 for text that a file holds as text; what a reader of images claims otherwise, from 0. */
  confidence: number;
}

/** A straight line that a page draws, in the units of its words. */
export interface Rule {
  page: number;
  isHorizontal: boolean;
  /** Where it lies: its height on the page when it is horizontal, else its distance from the left edge. */
  at: number;
  from: number;
  to: number;
}

export interface WordPage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  words: readonly Word[];
  /** Lines drawn on the page, where its reader knows them. */
  rules?: readonly Rule[];
  /** Whether the page shows print that is in none of its words. */
  hasUnreadPrint?: boolean;
}

export const rightOf = (box: Box): number => box.x + box.width;
export const bottomOf = (box: Box): number => box.y + box.height;
export const centreOf = (box: Box): number => box.x + box.width / 2;
export const middleOf = (box: Box): number => box.y + box.height / 2;

/** The box around all of them. @throws RangeError when there are none */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) throw new RangeError('nothing to draw a box around');
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map(rightOf)) - x,
    height: Math.max(...boxes.map(bottomOf)) - y,
  };
}
