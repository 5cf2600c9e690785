import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { INK, LINE, QUIET, STYLES, WARNING } from './look.ts';

/** Points; US Letter, room at the left for a binder's holes. */
const MARGINS = { left: 54, top: 62, right: 48, bottom: 58 } as const;
const LETTER_WIDTH = 612;
export const TEXT_WIDTH = LETTER_WIDTH - MARGINS.left - MARGINS.right;

interface Frame {
  /** Metadata and what the window of a reader is called. */
  title: string;
  /** Who may see it; at the top of each page. */
  classification: string;
  /** At the top of each page, so that a lost page finds back to its file. */
  subject: string;
  /** At the foot of each page. */
  exported: string;
  exportedBy: string;
  exportedAt: Date;
}

/** Everything but the content: paper, type, classification and "Page 1 of N" on each page. */
export function pageFrame(frame: Frame): Omit<TDocumentDefinitions, 'content'> {
  return {
    pageSize: 'LETTER',
    pageMargins: [MARGINS.left, MARGINS.top, MARGINS.right, MARGINS.bottom],
    language: 'en-US',
    displayTitle: true,
    info: {
      title: frame.title,
      author: frame.exportedBy,
      subject: frame.classification,
      creator: 'Clearwatch',
      creationDate: frame.exportedAt,
    },
    defaultStyle: { font: 'Roboto', fontSize: 9, color: INK, lineHeight: 1.15 },
    styles: STYLES,
    header: {
      margin: [MARGINS.left, 26, MARGINS.right, 0],
      stack: [
        {
          columns: [
            { text: frame.classification, color: WARNING, bold: true, fontSize: 8.5, width: 'auto' },
            { text: frame.subject, color: QUIET, fontSize: 8.5, alignment: 'right', width: '*' },
          ],
        },
        { canvas: [line(TEXT_WIDTH)], margin: [0, 5, 0, 0] },
      ],
    },
    footer: (page: number, pages: number) => ({
      margin: [MARGINS.left, 14, MARGINS.right, 0],
      stack: [
        { canvas: [line(TEXT_WIDTH)], margin: [0, 0, 0, 5] },
        {
          columns: [
            { text: frame.exported, color: QUIET, fontSize: 8, width: '*' },
            {
              text: `Page ${page} of ${pages}`,
              color: QUIET,
              fontSize: 8,
              alignment: 'right',
              width: 'auto',
            },
          ],
        },
      ],
    }),
  };
}

function line(width: number) {
  return { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: LINE } as const;
}
