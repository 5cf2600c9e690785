import type { CsvDelimiter, CsvDirection, CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { formatDateTime } from '../../lib/date-format.ts';

export function columnOf({ columns }: CsvMapping, field: CsvField): number | null {
  return columns.find((one) => one.field === field)?.column ?? null;
}

export function fieldOf({ columns }: CsvMapping, column: number): CsvField | null {
  return columns.find((one) => one.column === column)?.field ?? null;
}

export function withSettings(mapping: CsvMapping, settings: Partial<CsvMapping>): CsvMapping {
  return Object.assign({}, mapping, settings);
}

/** A column belongs to one field at most. @param column null: the field has no column */
export function assignColumn(mapping: CsvMapping, field: CsvField, column: number | null): CsvMapping {
  const others = mapping.columns.filter((one) => one.field !== field && one.column !== column);
  const columns = column === null ? others : [...others, { column, field }];
  return withSettings(mapping, { columns: columns.toSorted((one, other) => one.column - other.column) });
}

/** Removes the amount columns that the new direction does not use. */
export function changeDirection(mapping: CsvMapping, direction: CsvDirection): CsvMapping {
  const unused = unusedFields(direction);
  const columns = mapping.columns.filter(({ field }) => !unused.includes(field));
  return withSettings(mapping, { direction, columns });
}

/** Another delimiter makes other columns, whose meaning is unknown; the guessed one restores the guess. */
export function changeDelimiter(
  mapping: CsvMapping,
  delimiter: CsvDelimiter,
  guessed: CsvMapping,
): CsvMapping {
  if (delimiter === guessed.delimiter) return guessed;
  return withSettings(mapping, { delimiter, columns: [] });
}

export function unusedFields(direction: CsvDirection): CsvField[] {
  return direction === 'two_columns' ? ['amount'] : ['debitAmount', 'creditAmount'];
}

/** Questions about settings that still equal the guess; none with another delimiter. */
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

export function describeMappingAuthor({ rememberedBy, rememberedAt }: CsvMappingProposal): string {
  const when = rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`;
  return `given by ${rememberedBy ?? 'somebody unknown'}${when}`;
}

/** @returns null for a stored mapping of another shape */
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
  const { column: index, field } = column as Record<string, unknown>;
  return typeof index === 'number' && typeof field === 'string';
}
