import type { ColumnQuestion } from '@clearwatch/contracts/document-layouts.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
import { fingerprintOf } from '@clearwatch/domain/documents/content-tables';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';
import type { DocumentTable, ExtractedTable } from '@clearwatch/domain/documents/extracted-table';
import { readDocument } from '@clearwatch/domain/documents/read-document';
import type { PositionedTables, UnreadLine } from '@clearwatch/domain/documents/read-document-tables';

export type LayoutTable = DocumentTable & { layout?: DocumentLayout };

export type LayoutReading =
  | { failure: string }
  | {
      /** If columns are needed, the rows as they would be read, all with doubts. */
      tables: LayoutTable[];
      unread: UnreadLine[];
      needsColumns?: {
        page: number;
        /** The best guess. */
        layout: DocumentLayout;
        questions: readonly ColumnQuestion[];
      };
    };

export function readWithLayouts(
  found: PositionedTables,
  options: { latestDay: Day; layouts: readonly DocumentLayout[] },
): LayoutReading {
  const result = readDocument(found, options);
  if ('failure' in result) return result;
  const tables = result.tables.map((table) => {
    const source = found.tables.find(
      ({ layout, header }) => layout !== undefined && header.map(oneLine).join('\n') === table.header.join('\n'),
    );
    return source === undefined ? table : { ...table, layout: layoutOf(table, { source, ...options }) };
  });
  return { ...result, tables };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function layoutOf(
  { header, mapping }: DocumentTable,
  { source, layouts }: { source: ExtractedTable; layouts: readonly DocumentLayout[] },
): DocumentLayout {
  const fingerprint = fingerprintOf(source);
  const { lines = [] } = layouts.find((saved) => saved.fingerprint === fingerprint) ?? {};
  return { fingerprint, headings: header, cuts: source.layout?.cuts ?? [], mapping, lines };
}
