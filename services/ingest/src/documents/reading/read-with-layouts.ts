import type { ColumnQuestion } from '@clearwatch/contracts/document-layouts.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';
import type { DocumentTable } from '@clearwatch/domain/documents/extracted-table';
import { readDocument } from '@clearwatch/domain/documents/read-document';
import type { PositionedTables, UnreadLine } from '@clearwatch/domain/documents/read-document-tables';

export type LayoutTable = DocumentTable & { layout?: DocumentLayout };

export type LayoutReading =
  | { failure: string }
  | { tables: LayoutTable[]; unread: UnreadLine[] }
  | {
      needsColumns: {
        page: number;
        /** The best guess. */
        layout: DocumentLayout;
        questions: readonly ColumnQuestion[];
        /** The rows as they would be read. */
        tables: LayoutTable[];
      };
    };

export function readWithLayouts(
  found: PositionedTables,
  options: { latestDay: Day; layouts: readonly DocumentLayout[] },
): LayoutReading {
  return readDocument(found, options);
}
