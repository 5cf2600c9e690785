import type {
  Content,
  ContentStack,
  ContentText,
  CustomTableLayout,
  Size,
  StyleDictionary,
  TableCellProperties,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js';

/** Colors must not carry meaning, because documents are also printed in black and white. */
export const TEXT_COLOR = '#1b2430';
export const MUTED = '#5b6675';
export const ACCENT = '#0f766e';
export const WARNING = '#9f1239';
export const RULE_COLOR = '#d5dbe1';
export const BACKGROUND = '#f3f6f7';

const STYLES: StyleDictionary = {
  title: { fontSize: 20, bold: true, color: TEXT_COLOR },
  lead: { fontSize: 11, lineHeight: 1.3 },
  section: { fontSize: 11.5, bold: true, color: ACCENT },
  caption: { fontSize: 9, bold: true, color: TEXT_COLOR },
  label: { fontSize: 8, color: MUTED },
  column: { fontSize: 8, bold: true, color: MUTED },
  small: { fontSize: 8, color: MUTED },
};

export function letterhead(institution: { name: string; lines: string[] } | null): Content[] {
  if (institution === null) return [];
  const { name, lines } = institution;
  return [
    { text: name, color: ACCENT, bold: true, fontSize: 10.5, margin: [0, 0, 0, lines.length > 0 ? 1 : 2] },
    ...lines.map((text, at) => ({
      text,
      color: MUTED,
      fontSize: 8,
      margin: [0, 0, 0, at === lines.length - 1 ? 6 : 0] as [number, number, number, number],
    })),
  ];
}

/** Points on US Letter. The left margin leaves room for binder holes. */
const MARGINS = { left: 54, top: 62, right: 48, bottom: 58 } as const;
const LETTER_WIDTH = 612;
export const TEXT_WIDTH = LETTER_WIDTH - MARGINS.left - MARGINS.right;

interface Frame {
  title: string;
  classification: string;
  /** Printed at the top of each page, so that loose pages can be identified. */
  subject: string;
  exported: string;
  exportedBy: string;
  exportedAt: Date;
}

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
    defaultStyle: { font: 'Roboto', fontSize: 9, color: TEXT_COLOR, lineHeight: 1.15 },
    styles: STYLES,
    header: {
      margin: [MARGINS.left, 26, MARGINS.right, 0],
      stack: [
        {
          columns: [
            { text: frame.classification, color: WARNING, bold: true, fontSize: 8.5, width: 'auto' },
            { text: frame.subject, color: MUTED, fontSize: 8.5, alignment: 'right', width: '*' },
          ],
        },
        { canvas: [horizontalRule(TEXT_WIDTH)], margin: [0, 5, 0, 0] },
      ],
    },
    footer: (page: number, pages: number) => ({
      margin: [MARGINS.left, 14, MARGINS.right, 0],
      stack: [
        { canvas: [horizontalRule(TEXT_WIDTH)], margin: [0, 0, 0, 5] },
        {
          columns: [
            { text: frame.exported, style: 'small', width: '*' },
            { text: `Page ${page} of ${pages}`, style: 'small', alignment: 'right', width: 'auto' },
          ],
        },
      ],
    }),
  };
}

function horizontalRule(width: number) {
  return { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: RULE_COLOR } as const;
}

export type Cell = (ContentText | ContentStack) & TableCellProperties;

export interface Column {
  label: string;
  width: Size;
  alignment?: 'left' | 'right';
}

export interface Section {
  title: string;
  titleStyle?: 'section' | 'caption';
  columns: readonly Column[];
  rows: readonly Cell[][];
  /** Reduces row padding, for long lists. */
  isDense?: true;
  /** Allows rows to break across pages, for long notes. */
  mayBeLong?: true;
}

const HEADING_ROWS = 2;

const TABLE_LAYOUT: CustomTableLayout = {
  hLineWidth: (line) => (line === 0 || line === 1 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => RULE_COLOR,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 3,
  fillColor: (row) => (row === 1 ? BACKGROUND : null),
};

/** Breaks words that are too long for a column. */
export function cell(text: string, more: Omit<Partial<ContentText>, 'text'> = {}): ContentText {
  return { text, ...(/\S{22}/.test(text) ? { wordBreak: 'break-all' } : {}), ...more };
}

export function tableSection({ title, titleStyle = 'section', columns, rows, isDense, mayBeLong }: Section): Content[] {
  if (rows.length === 0) return [];
  const aligned = (row: readonly Cell[]) =>
    row.map((content, index) => Object.assign({ alignment: columns[index]?.alignment ?? 'left' }, content));
  return [
    {
      margin: [-5, 12, -5, 0],
      layout: isDense === true ? { ...TABLE_LAYOUT, paddingTop: () => 1, paddingBottom: () => 1 } : TABLE_LAYOUT,
      table: {
        headerRows: HEADING_ROWS,
        keepWithHeaderRows: 1,
        dontBreakRows: mayBeLong !== true,
        widths: columns.map(({ width }) => width),
        body: [
          [{ text: title, style: titleStyle, colSpan: columns.length }, ...columns.slice(1).map(() => ({}))],
          aligned(columns.map(({ label }) => ({ text: label, style: 'column' }))),
          ...rows.map(aligned),
        ],
      },
    },
  ];
}
