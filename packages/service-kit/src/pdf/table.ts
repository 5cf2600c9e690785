import type {
  Content,
  ContentStack,
  ContentText,
  CustomTableLayout,
  Size,
  TableCellProperties,
} from 'pdfmake/interfaces.js';
import { GROUND, LINE } from './look.ts';

/** One text, or several below each other. */
export type Cell = (ContentText | ContentStack) & TableCellProperties;

export interface Column {
  label: string;
  width: Size;
  alignment?: 'left' | 'right';
}

export interface Section {
  title: string;
  /** A heading of the paper, unless it is a caption within a part of it. */
  titleStyle?: 'section' | 'caption';
  columns: readonly Column[];
  rows: readonly Cell[][];
  /** A long list to look things up in: rows stand close. */
  isDense?: true;
  /** Longer than a page, as notes can be: then a row may go on overleaf. */
  mayBeLong?: true;
}

/** Rows of heading: the title of the section and the names of its columns. */
const HEADINGS = 2;

/** Faint lines between rows; the heading is repeated on each page that the table runs on to. */
const LAYOUT: CustomTableLayout = {
  hLineWidth: (line) => (line === 0 || line === 1 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 3,
  fillColor: (row) => (row === 1 ? GROUND : null),
};

const DENSE: CustomTableLayout = { ...LAYOUT, paddingTop: () => 1, paddingBottom: () => 1 };

/** Text of a cell; a word too long for any column is broken where the column ends. */
export function cell(text: string, more: Omit<Partial<ContentText>, 'text'> = {}): ContentText {
  return { text, ...(/\S{22}/.test(text) ? { wordBreak: 'break-all' } : {}), ...more };
}

/** A section that is a table; nothing without rows. */
export function tableSection({
  title,
  titleStyle = 'section',
  columns,
  rows,
  isDense,
  mayBeLong,
}: Section): Content[] {
  if (rows.length === 0) return [];
  const aligned = (row: readonly Cell[]) =>
    row.map((content, index) => Object.assign({ alignment: columns[index]?.alignment ?? 'left' }, content));
  return [
    {
      margin: [-5, 12, -5, 0],
      layout: isDense === true ? DENSE : LAYOUT,
      table: {
        headerRows: HEADINGS,
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
