import type { CsvMapping, CsvMappingProposal, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { previewRows } from '@clearwatch/domain/csv/csv-file-reader';
import { mappingProblems } from '@clearwatch/domain/csv/guess-csv-mapping';
import { latestDay } from '../imports/latest-day.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { CsvImport, SavedMapping } from './csv-mappings.repository.ts';

/** So many rows are shown. */
const SHOWN_ROWS = 20;

/** What the mapping screen shows of a file and one way to read it. */
export function toProposal(
  { importId, fileName }: CsvImport,
  layout: CsvLayout,
  by: ({ saved: SavedMapping } | { mapping: CsvMapping }) & { questions: CsvQuestion[] },
): CsvMappingProposal {
  const saved = 'saved' in by ? by.saved : null;
  const mapping = 'saved' in by ? by.saved.mapping : by.mapping;
  const { names, rows } = previewRows(layout.tableBy(mapping), {
    mapping,
    most: SHOWN_ROWS,
    latestDay: latestDay(),
  });
  return {
    importId,
    fileName,
    remembered: saved !== null,
    rememberedBy: saved?.by ?? null,
    rememberedAt: saved?.at ?? null,
    mapping,
    columns: names.map((name, column) => ({ column, name })),
    firstRows: rows,
    questions: by.questions,
    missing: mappingProblems(mapping),
  };
}
