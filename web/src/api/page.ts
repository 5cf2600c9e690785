import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import { request } from './http.ts';

/** A part of a long list with the true length of the whole, from the header `X-Total-Count`. */
export interface Page<Item> {
  items: Item[];
  total: number;
}

/** Reads one page. Without the header (an older server) the total is what has come. */
export async function requestPage<Item>(path: string, signal: AbortSignal): Promise<Page<Item>> {
  const response = await request(path, { signal });
  const items = (await response.json()) as Item[];
  return { items, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? items.length) };
}

/** How many items a list has, without reading them. */
export async function requestTotal(path: string, signal: AbortSignal): Promise<number> {
  return (await requestPage<unknown>(path, signal)).total;
}
