import { Document, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx';
import PdfDocument from 'pdfkit';
import {
  type DocumentEntry,
  firstNameFirst,
  lastNameFirst,
  printedAmount,
  printedDay,
  printedSum,
} from './document-entries.ts';

/** The bytes of a PDF that `draw` draws, US letter. */
export function drawPdf(
  { isLandscape }: { isLandscape: boolean },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pdf = new PdfDocument({ size: 'LETTER', layout: isLandscape ? 'landscape' : 'portrait', margin: 0 });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  draw(pdf);
  pdf.end();
  return promise;
}

/** Each entry as named values, two beside each other. */
export function namedValuesPdf(entries: readonly DocumentEntry[]): Promise<Buffer> {
  return drawPdf({ isLandscape: false }, (pdf) => {
    let y = 40;
    for (const [index, entry] of entries.entries()) {
      if (y > 700) {
        pdf.addPage();
        y = 40;
      }
      pdf
        .font('Helvetica-Bold')
        .fontSize(9)
        .text(`Transaction ${index + 1}`, 36, y);
      pdf.font('Helvetica');
      const values = [
        `Account Number: ${entry.accountNumber}`,
        `Name: ${lastNameFirst(entry)}`,
        `Company: ${entry.company}`,
        `Transaction Code: ${entry.transactionCode}`,
        `Amount: $${printedAmount(entry)}`,
        `Type: ${entry.transactionType}`,
        `Posting Date: ${printedDay(entry)}`,
        `Description: ${entry.description}`,
      ];
      for (const [place, value] of values.entries()) {
        if (place % 2 === 0) y += 13;
        pdf.text(value, place % 2 === 0 ? 36 : 300, y, { lineBreak: false });
      }
      y += 24;
    }
  });
}

/** A column of a printed table. */
export interface TableColumn {
  label: string;
  /** In points. */
  width: number;
  align: 'left' | 'right';
  text: (entry: DocumentEntry) => string;
}

function left(label: string, width: number, text: TableColumn['text']): TableColumn {
  return { label, width, align: 'left', text };
}

function right(label: string, width: number, text: TableColumn['text']): TableColumn {
  return { label, width, align: 'right', text };
}

export const TABLE_COLUMNS = {
  account: left('Account Number', 75, ({ accountNumber }) => accountNumber),
  original: left('Original Account', 62, ({ accountNumber }) => accountNumber),
  name: left('Name', 140, lastNameFirst),
  memberName: left('Member Name', 130, firstNameFirst),
  lastName: left('Last Name', 75, ({ lastName }) => lastName),
  firstName: left('First Name', 70, ({ firstName }) => firstName),
  company: left('Company', 145, ({ company }) => company),
  description: left('Description', 80, ({ description }) => description),
  code: left('Code', 35, ({ transactionCode }) => transactionCode),
  sec: left('SEC', 30, ({ secCode }) => secCode),
  trace: left('Trace Number', 95, ({ traceNumber }) => traceNumber),
  type: left('Type', 45, ({ transactionType }) => transactionType),
  day: left('Posting Date', 62, printedDay),
  amount: right('Amount', 65, (entry) => `$${printedAmount(entry)}`),
  debit: right('Debit', 65, (entry) => (entry.transactionType === 'Debit' ? printedAmount(entry) : '')),
  credit: right('Credit', 65, (entry) => (entry.transactionType === 'Credit' ? printedAmount(entry) : '')),
} as const;

/** The same column under another header, of another width, or written otherwise. */
export function varyColumn(column: TableColumn, change: Partial<TableColumn>): TableColumn {
  return { ...column, ...change };
}

export interface TableStyle {
  /** Lines between the rows. */
  isRuled?: boolean;
  /** Every other row on grey. */
  isStriped?: boolean;
  font?: 'Helvetica' | 'Times-Roman' | 'Courier';
  /** In points. */
  size?: number;
  gap?: number;
  isLandscape?: boolean;
  /** Otherwise only above the first page. */
  hasHeaderOnEveryPage?: boolean;
  /** A last row, each with its column. */
  totals?: Readonly<Record<number, string>>;
}

const MARGIN = 36;
const PADDING = 2;
const BOLD = { Helvetica: 'Helvetica-Bold', 'Times-Roman': 'Times-Bold', Courier: 'Courier-Bold' } as const;

/** A printed table over as many pages as it needs, between a title and page numbers. */
export function tablePdf(
  entries: readonly DocumentEntry[],
  columns: readonly TableColumn[],
  look: TableStyle = {},
): Promise<Buffer> {
  const { font = 'Helvetica', size = 8, gap = 3, isLandscape = false } = look;
  return drawPdf({ isLandscape }, (pdf) => {
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    let y = MARGIN;
    let page = 1;
    const rowOf = (texts: readonly string[], face: string): number => {
      pdf.font(face).fontSize(size);
      const heights = texts.map((text, index) =>
        pdf.heightOfString(text === '' ? ' ' : text, { width: (columns[index]?.width ?? 0) - 2 * PADDING }),
      );
      const height = Math.max(...heights);
      if (y + height > pdf.page.height - MARGIN - 20) turn();
      let x = MARGIN;
      for (const [index, column] of columns.entries()) {
        const box = { width: column.width - 2 * PADDING, align: column.align };
        pdf
          .font(face)
          .fontSize(size)
          .text(texts[index] ?? '', x + PADDING, y, box);
        x += column.width;
      }
      return height;
    };
    const rule = (): void => {
      pdf
        .lineWidth(0.4)
        .moveTo(MARGIN, y - gap / 2)
        .lineTo(MARGIN + width, y - gap / 2)
        .stroke();
    };
    const header = (): void => {
      y +=
        rowOf(
          columns.map(({ label }) => label),
          BOLD[font],
        ) + gap;
      if (look.isRuled === true) rule();
    };
    function turn(): void {
      pdf
        .font(font)
        .fontSize(7)
        .text(`Page ${page}`, MARGIN, pdf.page.height - 30, { lineBreak: false });
      pdf.addPage();
      page += 1;
      y = MARGIN;
      if (look.hasHeaderOnEveryPage === true) header();
    }
    pdf.font(font).fontSize(12).text('FIRST EXAMPLE CREDIT UNION - ACH ACTIVITY', MARGIN, y);
    pdf.fontSize(8).text('Report date 11/02/2026   Page 1', MARGIN, y + 18);
    y += 36;
    header();
    for (const [index, entry] of entries.entries()) {
      if (look.isStriped === true && index % 2 === 1)
        pdf
          .save()
          .rect(MARGIN, y - 1, width, size + gap)
          .fill('#eeeeee')
          .restore()
          .fillColor('black');
      // It may turn the page, and y with it: added to afterwards.
      const height = rowOf(
        columns.map(({ text }) => text(entry)),
        font,
      );
      y += height + gap;
      if (look.isRuled === true) rule();
    }
    const { totals } = look;
    if (totals !== undefined)
      rowOf(
        columns.map((_, index) => totals[index] ?? (index === 0 ? 'TOTAL' : '')),
        BOLD[font],
      );
  });
}

const LISTING_TITLE = 'EXAMPLE CU                 ACH DAILY LISTING                 PAGE 1';

/** As old core systems print: columns by their place, a total, an end. */
export function fixedWidthListing(entries: readonly DocumentEntry[]): Buffer {
  const line = (...cells: readonly [string, number][]): string =>
    cells.map(([text, width]) => (width < 0 ? text.padStart(-width) : text.padEnd(width))).join('');
  const rows = entries.map((entry) =>
    line(
      [entry.accountNumber, 12],
      [lastNameFirst(entry), 32],
      [entry.company, 30],
      [entry.transactionCode, 6],
      [printedAmount(entry), -12],
      ['  ', 2],
      [entry.transactionType, 8],
      [printedDay(entry), 12],
    ),
  );
  const header = line(
    ['ACCOUNT', 12],
    ['NAME', 32],
    ['COMPANY', 30],
    ['CODE', 6],
    ['AMOUNT', -12],
    ['  ', 2],
    ['TYPE', 8],
    ['POST DATE', 12],
  );
  const total = line(['TOTAL', 80], [printedSum(entries), -12]);
  return Buffer.from(
    [LISTING_TITLE, '', header, '-'.repeat(114), ...rows, '', total, '*** END OF REPORT ***'].join('\r\n'),
  );
}

/** A table of text whose columns are parted by bars. */
export function barredListing(entries: readonly DocumentEntry[]): Buffer {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const widths = [12, 30, 30, 4, 12, 6, 10];
  const padded = (cells: readonly string[]): string =>
    row(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return Buffer.from(
    [
      LISTING_TITLE,
      padded(['Account', 'Name', 'Company', 'Code', 'Amount', 'Type', 'Date']),
      ...entries.map((entry) =>
        padded([
          entry.accountNumber,
          lastNameFirst(entry),
          entry.company,
          entry.transactionCode,
          printedAmount(entry),
          entry.transactionType,
          printedDay(entry),
        ]),
      ),
    ].join('\n'),
  );
}

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
