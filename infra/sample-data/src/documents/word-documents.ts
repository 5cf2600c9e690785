import { Document, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx';
import type { DocumentEntry } from './document-entry.ts';
import type { TableColumn } from './table-column.ts';

/** A letter with a table of entries in it. */
export function wordTable(
  entries: readonly DocumentEntry[],
  columns: readonly TableColumn[],
): Promise<Buffer> {
  const row = (texts: readonly string[]): TableRow =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
  const table = new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      row(columns.map(({ label }) => label)),
      ...entries.map((entry) => row(columns.map(({ text }) => text(entry)))),
    ],
  });
  return Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph('FIRST EXAMPLE CREDIT UNION'),
            new Paragraph('Please find the entries of the month below.'),
            table,
            new Paragraph('Page 1 of 1'),
          ],
        },
      ],
    }),
  );
}
