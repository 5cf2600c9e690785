import type { DocumentEntry } from './document-entry.ts';
import { pdfOf } from './pdf-of.ts';
import type { TableColumn } from './table-column.ts';

export interface TableLook {
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
  look: TableLook = {},
): Promise<Buffer> {
  const { font = 'Helvetica', size = 8, gap = 3, isLandscape = false } = look;
  return pdfOf({ isLandscape }, (pdf) => {
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
