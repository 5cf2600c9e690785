import type { DocumentEntry } from './document-entry.ts';
import { namedValuesPdf } from './named-values-pdf.ts';
import { COLUMNS, like } from './table-column.ts';
import { tablePdf } from './table-pdf.ts';
import { barredListing, fixedWidthListing } from './text-listings.ts';
import { wordTable } from './word-documents.ts';
import { amountOf, shortDayOf, sumOf } from './written.ts';

export type DocumentKind = 'pdf' | 'docx' | 'text';

/** A way in which papers show entries. */
export interface DocumentLayout {
  name: string;
  kind: DocumentKind;
  /** It has no room for the middle initial. */
  omitsMiddleInitial?: boolean;
  /** So many entries fit on its first page; more than any test asks for unless given. */
  mostOnAPage?: number;
  make: (entries: readonly DocumentEntry[]) => Promise<Buffer>;
}

const { account, original, name, memberName, lastName, firstName, company, description, code, sec } = COLUMNS;
const { trace, type, day, amount, debit, credit } = COLUMNS;

export const DOCUMENT_LAYOUTS: readonly DocumentLayout[] = [
  {
    name: 'ruled, all required fields',
    kind: 'pdf',
    omitsMiddleInitial: true,
    make: (entries) =>
      tablePdf(
        entries,
        [
          like(company, { width: 112 }),
          like(lastName, { width: 66 }),
          like(firstName, { width: 62 }),
          like(account, { width: 54 }),
          like(original, { width: 54 }),
          like(code, { label: 'Transaction Code', width: 48 }),
          like(amount, { width: 54 }),
          like(type, { label: 'Transaction Type', width: 48 }),
          like(day, { width: 46 }),
        ],
        { isRuled: true, size: 7, hasHeaderOnEveryPage: true },
      ),
  },
  {
    name: 'plain, one name',
    kind: 'pdf',
    make: (entries) => tablePdf(entries, [account, name, company, code, amount, type, day]),
  },
  {
    name: 'debit and credit columns, totals',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(entries, [day, account, memberName, company, debit, credit], {
        hasHeaderOnEveryPage: true,
        totals: {
          4: sumOf(entries.filter(({ transactionType }) => transactionType === 'Debit')),
          5: sumOf(entries.filter(({ transactionType }) => transactionType === 'Credit')),
        },
      }),
  },
  {
    name: 'wrapped cells',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(
        entries,
        [
          like(account, { width: 65 }),
          like(name, { width: 78 }),
          like(company, { width: 78 }),
          like(description, { width: 60 }),
          code,
          amount,
          type,
          day,
        ],
        { isRuled: true, gap: 6 },
      ),
  },
  {
    name: 'typewriter, landscape',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(
        entries,
        [
          account,
          like(name, { width: 155 }),
          like(company, { width: 155 }),
          like(code, { width: 40 }),
          like(amount, { width: 75 }),
          like(type, { width: 55 }),
          like(day, { width: 75 }),
        ],
        { font: 'Courier', size: 7, isLandscape: true },
      ),
  },
  {
    name: 'striped, with trace numbers',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(entries, [day, trace, account, name, company, sec, code, amount, type], {
        isStriped: true,
        isLandscape: true,
        hasHeaderOnEveryPage: true,
      }),
  },
  {
    name: 'debits in brackets',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(entries, [
        account,
        name,
        company,
        code,
        like(amount, {
          width: 70,
          text: (entry) => (entry.transactionType === 'Debit' ? `(${amountOf(entry)})` : amountOf(entry)),
        }),
        type,
        like(day, { text: shortDayOf }),
      ]),
  },
  {
    name: 'amounts with CR and DR',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(
        entries,
        [
          account,
          name,
          company,
          description,
          like(amount, {
            width: 75,
            text: (entry) => `$${amountOf(entry)} ${entry.transactionType === 'Debit' ? 'DR' : 'CR'}`,
          }),
          like(day, { label: 'Date', text: ({ postingDate }) => postingDate }),
        ],
        { font: 'Times-Roman', size: 9, isLandscape: true },
      ),
  },
  {
    name: 'stacked headers, set closely',
    kind: 'pdf',
    make: (entries) =>
      tablePdf(
        entries,
        [
          like(day, { width: 50 }),
          like(account, { width: 62 }),
          like(name, { label: 'Individual Name', width: 112 }),
          like(company, { label: 'Company Name', width: 116 }),
          like(description, { width: 60 }),
          like(sec, { width: 28 }),
          like(code, { label: 'Tran Code', width: 36 }),
          like(amount, { width: 52 }),
          like(type, { width: 34 }),
        ],
        { size: 6.5, gap: 1.5 },
      ),
  },
  {
    name: 'a header on the first page only',
    kind: 'pdf',
    make: (entries) => tablePdf(entries, [account, name, company, code, amount, type, day], { gap: 22 }),
  },
  { name: 'named values', kind: 'pdf', mostOnAPage: 8, make: namedValuesPdf },
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
