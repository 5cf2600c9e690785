import type { Cell, ExtractedTable, TableRow } from '@clearwatch/domain/documents/extracted-table';
import type { ExtractV2Job } from '@llamaindex/llama-cloud/resources/extract';
import { ReadingFailure } from '../reading/reading-failure.ts';
import { EXTRACTED_FIELDS } from './extraction-schema.ts';

/** A document of transactions has no more rows; a longer answer is none of ours. */
const MOST_ROWS = 50_000;
const LONGEST_TEXT = 1_000;
const NOTHING = { x: 0, y: 0, width: 0, height: 0 };

const JUNK =
  'The extraction service answered something that is no list of transactions. Try again, or read the document here.';

/**
 * The answer of the service as a table. What is missing or of a wrong type is an empty cell, which then waits for a person.
 * @throws ReadingFailure when it is no list of objects
 */
export function toExtractedTable(job: ExtractV2Job): ExtractedTable {
  const { extract_result: result } = job;
  if (!Array.isArray(result) || result.length > MOST_ROWS) throw new ReadingFailure(JUNK);
  const metadata = job.extract_metadata?.field_metadata?.row_metadata ?? [];
  const rows = result.map((element: unknown, index): TableRow => {
    if (typeof element !== 'object' || element === null || Array.isArray(element))
      throw new ReadingFailure(JUNK);
    const about = metadata[index] ?? {};
    const cells = EXTRACTED_FIELDS.map(({ name }) =>
      cellOf((element as Record<string, unknown>)[name], about[name]),
    );
    return { cells, page: pageOf(about), box: NOTHING };
  });
  const used = EXTRACTED_FIELDS.map((_, column) => rows.some(({ cells }) => cells[column]?.text !== ''));
  return {
    header: EXTRACTED_FIELDS.filter((_, column) => used[column]).map(({ header }) => header),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_, column) => used[column]) })),
    totals: [],
  };
}

function cellOf(value: unknown, about: unknown): Cell {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const confidence = numberIn(about, 'confidence') ?? numberIn(about, 'extraction_confidence');
  return {
    text: text.slice(0, LONGEST_TEXT),
    // Without a confidence of its own nobody knows how sure it is; the other rules still look at it.
    confidence: text === '' ? 1 : Math.min(0.99, confidence ?? 0.99),
    place: null,
  };
}

function pageOf(about: Readonly<Record<string, unknown>>): number {
  for (const field of Object.values(about)) {
    const citation =
      typeof field === 'object' && field !== null && 'citation' in field ? field.citation : null;
    const page = Array.isArray(citation) ? numberIn(citation[0], 'page') : null;
    if (page !== null && Number.isSafeInteger(page) && page > 0) return page;
  }
  return 1;
}

function numberIn(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}
