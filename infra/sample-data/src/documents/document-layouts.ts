import { type DocumentEntry, printedAmount, printedShortDay } from './document-entries.ts';
import {
  barredListing,
  fixedWidthListing,
  namedValuesPdf,
  TABLE_COLUMNS,
  type TableColumn,
  type TableStyle,
  tablePdf,
  wordTable,
} from './printed-tables.ts';

export type DocumentKind = 'pdf' | 'docx' | 'text';

export interface DocumentLayout {
  name: string;
  kind: DocumentKind;
  omitsMiddleInitial?: boolean;
  make: (entries: readonly DocumentEntry[]) => Promise<Buffer>;
}

const { account, original, name, memberName, lastName, firstName, company, description, code, sec } = TABLE_COLUMNS;
const { trace, type, day, amount, debit, credit } = TABLE_COLUMNS;
const USUAL = [account, name, company, code, amount, type, day];
const amountText = (width: number, text: (printed: string, isDebit: boolean) => string) => ({
  ...amount,
  width,
  text: (entry: DocumentEntry) => text(printedAmount(entry), entry.transactionType === 'Debit'),
});
const bracketed = amountText(70, (printed, isDebit) => (isDebit ? `(${printed})` : printed));
const crOrDr = amountText(75, (printed, isDebit) => `$${printed} ${isDebit ? 'DR' : 'CR'}`);
const shortDay = { ...day, text: printedShortDay };
const isoDay = { ...day, label: 'Date', text: ({ postingDate }: DocumentEntry) => postingDate };
const individualName = { ...name, label: 'Individual Name' };
const companyName = { ...company, label: 'Company Name' };
const tranCode = { ...code, label: 'Tran Code' };
const fullCode = { ...code, label: 'Transaction Code' };
const fullType = { ...type, label: 'Transaction Type' };

const RULED_WIDTHS = [112, 66, 62, 54, 54, 48, 54, 48, 46];

interface TableLayout extends Pick<DocumentLayout, 'name' | 'omitsMiddleInitial'> {
  columns: readonly TableColumn[];
  style?: TableStyle;
}

const TABLES: readonly TableLayout[] = [
  {
    name: 'ruled, all required fields',
    omitsMiddleInitial: true,
    columns: [company, lastName, firstName, account, original, fullCode, amount, fullType, day],
    style: { widths: RULED_WIDTHS, isRuled: true, size: 7, hasHeaderOnEveryPage: true },
  },
  { name: 'plain, one name', columns: USUAL },
  {
    name: 'debit and credit columns, totals',
    columns: [day, account, memberName, company, debit, credit],
    style: { hasHeaderOnEveryPage: true, totals: { debits: 4, credits: 5 } },
  },
  {
    name: 'wrapped cells',
    columns: [account, name, company, description, code, amount, type, day],
    style: { widths: [65, 78, 78, 60], isRuled: true, gap: 6 },
  },
  {
    name: 'typewriter, landscape',
    columns: USUAL,
    style: { widths: [75, 155, 155, 40, 75, 55, 75], font: 'Courier', size: 7, isLandscape: true },
  },
  {
    name: 'striped, with trace numbers',
    columns: [day, trace, account, name, company, sec, code, amount, type],
    style: { isStriped: true, isLandscape: true, hasHeaderOnEveryPage: true },
  },
  { name: 'debits in parentheses', columns: [account, name, company, code, bracketed, type, shortDay] },
  {
    name: 'amounts with CR and DR',
    columns: [account, name, company, description, crOrDr, isoDay],
    style: { font: 'Times-Roman', size: 9, isLandscape: true },
  },
  {
    name: 'stacked headers, tight spacing',
    columns: [day, account, individualName, companyName, description, sec, tranCode, amount, type],
    style: { widths: [50, 62, 112, 116, 60, 28, 36, 52, 34], size: 6.5, gap: 1.5 },
  },
  { name: 'a header on the first page only', columns: USUAL, style: { gap: 22 } },
];

export const DOCUMENT_LAYOUTS: readonly DocumentLayout[] = [
  ...TABLES.map(
    ({ columns, style, ...layout }): DocumentLayout => ({
      ...layout,
      kind: 'pdf',
      make: (entries) => tablePdf(entries, columns, style),
    }),
  ),
  { name: 'named values', kind: 'pdf', make: namedValuesPdf },
  {
    name: 'Word table',
    kind: 'docx',
    make: (entries) => wordTable(entries, [account, name, company, description, code, amount, type, day]),
  },
  {
    name: 'Word table, debit and credit columns',
    kind: 'docx',
    make: (entries) => wordTable(entries, [day, account, memberName, company, debit, credit]),
  },
  { name: 'listing by place', kind: 'text', make: async (entries) => fixedWidthListing(entries) },
  { name: 'listing with bars', kind: 'text', make: async (entries) => barredListing(entries) },
];
