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

/** US letter. */
export function drawPdf({ isLandscape }: { isLandscape: boolean }, draw: (pdf: PDFKit.PDFDocument) => void) {
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

export interface TableColumn {
  label: string;
  width: number;
  align: 'left' | 'right';
  text: (entry: DocumentEntry) => string;
}

const column =
  (align: TableColumn['align']) =>
  (label: string, width: number, text: TableColumn['text']): TableColumn => ({ label, width, align, text });
const left = column('left');
const right = column('right');

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

export interface TableStyle {
  /** Widths of the first columns, in points. */
  widths?: readonly number[];
  isRuled?: boolean;
  isStriped?: boolean;
  font?: 'Helvetica' | 'Times-Roman' | 'Courier';
  size?: number;
  gap?: number;
  isLandscape?: boolean;
  /** Default: only on the first page. */
  hasHeaderOnEveryPage?: boolean;
  /** Positions of the columns whose sums a last row shows. */
  totals?: { debits: number; credits: number };
}

const MARGIN = 36;
const PADDING = 2;
const BOLD = { Helvetica: 'Helvetica-Bold', 'Times-Roman': 'Times-Bold', Courier: 'Courier-Bold' } as const;

export function tablePdf(
  entries: readonly DocumentEntry[],
  usualColumns: readonly TableColumn[],
  style: TableStyle = {},
): Promise<Buffer> {
  const { font = 'Helvetica', size = 8, gap = 3, isLandscape = false, totals } = style;
  const columns = usualColumns.map((column, at) => ({
    ...column,
    width: style.widths?.[at] ?? column.width,
  }));
  return drawPdf({ isLandscape }, (pdf) => {
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    let y = MARGIN;
    let page = 1;
    // May start a new page and change `y`.
    const drawRow = (textOf: (column: TableColumn, at: number) => string, face: string): void => {
      const texts = columns.map(textOf);
      pdf.font(face).fontSize(size);
      const heights = columns.map((column, at) =>
        pdf.heightOfString(texts[at] || ' ', { width: column.width - 2 * PADDING }),
      );
      const height = Math.max(...heights);
      if (y + height > pdf.page.height - MARGIN - 20) turnPage();
      let x = MARGIN;
      pdf.font(face).fontSize(size);
      for (const [at, column] of columns.entries()) {
        const box = { width: column.width - 2 * PADDING, align: column.align };
        pdf.text(texts[at] ?? '', x + PADDING, y, box);
        x += column.width;
      }
      y += height + gap;
      if (style.isRuled !== true) return;
      const lineY = y - gap / 2;
      pdf
        .lineWidth(0.4)
        .moveTo(MARGIN, lineY)
        .lineTo(MARGIN + width, lineY)
        .stroke();
    };
    const drawHeader = (): void => drawRow(({ label }) => label, BOLD[font]);
    function turnPage(): void {
      const bottom = pdf.page.height - 30;
      pdf.font(font).fontSize(7).text(`Page ${page}`, MARGIN, bottom, { lineBreak: false });
      pdf.addPage();
      page += 1;
      y = MARGIN;
      if (style.hasHeaderOnEveryPage === true) drawHeader();
    }
    pdf.font(font).fontSize(12).text('FIRST EXAMPLE CREDIT UNION - ACH ACTIVITY', MARGIN, y);
    pdf.fontSize(8).text('Report date 11/02/2026   Page 1', MARGIN, y + 18);
    y += 36;
    drawHeader();
    for (const [index, entry] of entries.entries()) {
      if (style.isStriped === true && index % 2 === 1) {
        pdf
          .save()
          .rect(MARGIN, y - 1, width, size + gap)
          .fill('#eeeeee')
          .restore()
          .fillColor('black');
      }
      drawRow(({ text }) => text(entry), font);
    }
    if (totals === undefined) return;
    const sumOf = (type: DocumentEntry['transactionType']) =>
      printedSum(entries.filter(({ transactionType }) => transactionType === type));
    const cells = ['TOTAL'];
    cells[totals.debits] = sumOf('Debit');
    cells[totals.credits] = sumOf('Credit');
    drawRow((_, at) => cells[at] ?? '', BOLD[font]);
  });
}

const LISTING_TITLE = 'EXAMPLE CU                 ACH DAILY LISTING                 PAGE 1';

const listingCells = (entry: DocumentEntry): string[] => [
  entry.accountNumber,
  lastNameFirst(entry),
  entry.company,
  entry.transactionCode,
  printedAmount(entry),
  entry.transactionType,
  printedDay(entry),
];

export function fixedWidthListing(entries: readonly DocumentEntry[]): Buffer {
  const widths = [12, 32, 30, 6, 12, 8, 12];
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 4 ? `${cell.padStart(12)}  ` : cell.padEnd(widths[at] ?? 0))).join('');
  const header = line(['ACCOUNT', 'NAME', 'COMPANY', 'CODE', 'AMOUNT', 'TYPE', 'POST DATE']);
  const rows = entries.map((entry) => line(listingCells(entry)));
  const total = 'TOTAL'.padEnd(80) + printedSum(entries).padStart(12);
  return Buffer.from(
    [LISTING_TITLE, '', header, '-'.repeat(114), ...rows, '', total, '*** END OF REPORT ***'].join('\r\n'),
  );
}

export function barredListing(entries: readonly DocumentEntry[]): Buffer {
  const widths = [12, 30, 30, 4, 12, 6, 10];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const header = line(['Account', 'Name', 'Company', 'Code', 'Amount', 'Type', 'Date']);
  return Buffer.from([LISTING_TITLE, header, ...entries.map((entry) => line(listingCells(entry)))].join('\n'));
}

export function wordTable(entries: readonly DocumentEntry[], columns: readonly TableColumn[]) {
  const row = (texts: readonly string[]): TableRow =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) });
  const table = new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [
      row(columns.map(({ label }) => label)),
      ...entries.map((entry) => row(columns.map(({ text }) => text(entry)))),
    ],
  });
  const children = [
    new Paragraph('FIRST EXAMPLE CREDIT UNION'),
    new Paragraph('Please find the entries for the month below.'),
    table,
    new Paragraph('Page 1 of 1'),
  ];
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}
