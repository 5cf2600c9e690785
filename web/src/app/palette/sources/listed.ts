import { SHOWN } from './source.ts';

/** The first few of a list that hold a text. */
export function listed(path: string, params: Record<string, string>): string {
  return `${path}?${new URLSearchParams({ ...params, page: '1', pageSize: String(SHOWN) }).toString()}`;
}
