import type { Row } from '@clearwatch/service-kit/database/row-readers';

/** Metadata are flat texts; what else a hand put there is left out. */
export function metadataOf(row: Row): Record<string, string> | null {
  const value = row['metadata'];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
