import type { CsvDelimiter, CsvDirection, CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { formatDateTime } from '../../lib/date-format.ts';

/** The column of a field; null when no column has it. */
export function columnOf({ columns }: CsvMapping, field: CsvField): number | null {
  return columns.find((one) => one.field === field)?.column ?? null;
}

/** What a column is used for; null when it is left out. */
export function fieldOf({ columns }: CsvMapping, column: number): CsvField | null {
  return columns.find((one) => one.column === column)?.field ?? null;
}

/** A column has one meaning: given to another field it leaves the one it had. Null takes the field away. */
export function assignColumn(mapping: CsvMapping, field: CsvField, column: number | null): CsvMapping {
  const others = mapping.columns.filter((one) => one.field !== field && one.column !== column);
  const columns = column === null ? others : [...others, { column, field }];
  return Object.assign({}, mapping, {
    columns: columns.toSorted((one, other) => one.column - other.column),
  });
}

/** Amounts stand in one column or in two: the columns of the other way are let go of. */
export function changeDirection(mapping: CsvMapping, direction: CsvDirection): CsvMapping {
  const unused = unusedFields(direction);
  const columns = mapping.columns.filter(({ field }) => !unused.includes(field));
  return Object.assign({}, mapping, { direction, columns });
}

/**
 * Parted otherwise, the table has other columns: what they mean has to be said anew. Parted as it was guessed, all of the
 * guess holds again. How many columns there are the server says.
 */
export function changeDelimiter(
  mapping: CsvMapping,
  delimiter: CsvDelimiter,
  guessed: CsvMapping,
): CsvMapping {
  if (delimiter === guessed.delimiter) return guessed;
  return Object.assign({}, mapping, { delimiter, columns: [] });
}

/** Fields that mean nothing when credits are told from debits in this way. */
export function unusedFields(direction: CsvDirection): CsvField[] {
  return direction === 'two_columns' ? ['amount'] : ['debitAmount', 'creditAmount'];
}

/** Questions that are not answered by what was changed since; of a table parted otherwise nothing was asked. */
export function unansweredQuestions(
  questions: readonly CsvQuestion[],
  guessed: CsvMapping,
  mapping: CsvMapping,
): CsvQuestion[] {
  if (mapping.delimiter !== guessed.delimiter) return [];
  return questions.filter(({ about }) => settingOf(guessed, about) === settingOf(mapping, about));
}

function settingOf(mapping: CsvMapping, about: CsvQuestion['about']): string | number | boolean | null {
  if (about === 'dateOrder' || about === 'direction' || about === 'hasHeader') return mapping[about];
  return columnOf(mapping, about);
}

/** Who said what the columns mean, and when. */
export function describeMappingAuthor({ rememberedBy, rememberedAt }: CsvMappingProposal): string {
  const when = rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`;
  return `given by ${rememberedBy ?? 'somebody unknown'}${when}`;
}

/** A mapping that this tab has kept; null when it has not the shape of the one that was guessed. */
export function parseStoredMapping(
  stored: Readonly<Record<string, unknown>>,
  guessed: CsvMapping,
): CsvMapping | null {
  const { columns, ...settings } = stored;
  const isAlike = Object.entries(guessed).every(
    ([name, value]) => name === 'columns' || value === null || typeof settings[name] === typeof value,
  );
  if (!isAlike || !Array.isArray(columns) || !columns.every(isMappedColumn)) return null;
  return Object.assign({}, guessed, settings, { columns });
}

function isMappedColumn(column: unknown): column is { column: number; field: CsvField } {
  if (typeof column !== 'object' || column === null) return false;
  const { column: at, field } = column as Record<string, unknown>;
  return typeof at === 'number' && typeof field === 'string';
}
