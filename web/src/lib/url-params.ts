/** A changed copy. Null and empty text remove a parameter. */
export function withParams(
  params: URLSearchParams | string,
  changes: Readonly<Record<string, string | number | null>>,
): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, String(value));
    else changed.delete(name);
  }
  return changed;
}

export function readText(params: URLSearchParams, name: string): string {
  const value = params.get(name)?.trim() ?? '';
  return value.length <= 200 ? value : '';
}

export function readChoice<Word extends string>(
  params: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | '' {
  const value = params.get(name);
  return words.find((word) => word === value) ?? '';
}

/** The server rejects later pages. */
const LAST_PAGE = 1_000_000;

export function readPage(params: URLSearchParams, name = 'page'): number {
  const page = readPositiveInteger(params, name) ?? 1;
  return page <= LAST_PAGE ? page : 1;
}

export function readPositiveInteger(params: URLSearchParams, name: string): number | null {
  const value = params.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Rejects invalid dates: February 30 would become a day in March. */
export function readDay(params: URLSearchParams, name: string): string {
  const value = params.get(name) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : '';
}
