import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/headers';
import type { Response } from 'express';

/** A part of a list, and how many there are in all. */
export interface Paged<T> {
  items: T[];
  total: number;
}

/** A plain array, and how many there are in all beside it. */
export function answerPage<T>(response: Response, { items, total }: Paged<T>): T[] {
  response.setHeader(TOTAL_COUNT_HEADER, String(total));
  return items;
}
