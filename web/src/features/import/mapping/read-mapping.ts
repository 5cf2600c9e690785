import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';

/** A mapping that this tab has kept; null when it has not the shape of the one that was guessed. */
export function readMapping(
  stored: Readonly<Record<string, unknown>>,
  guessed: CsvMapping,
): CsvMapping | null {
  const { columns, ...settings } = stored;
  const isAlike = Object.entries(guessed).every(
    ([name, value]) => name === 'columns' || value === null || typeof settings[name] === typeof value,
  );
  if (!isAlike || !Array.isArray(columns) || !columns.every(isColumn)) return null;
  return Object.assign({}, guessed, settings, { columns });
}

function isColumn(column: unknown): column is { column: number; field: CsvField } {
  if (typeof column !== 'object' || column === null) return false;
  const { column: at, field } = column as Record<string, unknown>;
  return typeof at === 'number' && typeof field === 'string';
}
