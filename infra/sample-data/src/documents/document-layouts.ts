import { type DocumentEntry, printedAmount, printedShortDay, printedSum } from './document-entries.ts';
import {
  barredListing,
  fixedWidthListing,
  namedValuesPdf,
  TABLE_COLUMNS,
  tablePdf,
  varyColumn,
  wordTable,
} from './printed-tables.ts';

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

const { account, original, name, memberName, lastName, firstName, company, description, code, sec } =
  TABLE_COLUMNS;
const { trace, type, day, amount, debit, credit } = TABLE_COLUMNS;

export const DOCUMENT_LAYOUTS: readonly DocumentLayout[] = [
  {
    name: 'ruled, all required fields',
    kind: 'pdf',
    omitsMiddleInitial: true,
    make: (entries) =>
      tablePdf(
        entries,
        [
          varyColumn(company, { width: 112 }),
          varyColumn(lastName, { width: 66 }),
          varyColumn(firstName, { width: 62 }),
          varyColumn(account, { width: 54 }),
          varyColumn(original, { width: 54 }),
          varyColumn(code, { label: 'Transaction Code', width: 48 }),
          varyColumn(amount, { width: 54 }),
          varyColumn(type, { label: 'Transaction Type', width: 48 }),
          varyColumn(day, { width: 46 }),
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
          4: printedSum(entries.filter(({ transactionType }) => transactionType === 'Debit')),
          5: printedSum(entries.filter(({ transactionType }) => transactionType === 'Credit')),
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
          varyColumn(account, { width: 65 }),
          varyColumn(name, { width: 78 }),
          varyColumn(company, { width: 78 }),
          varyColumn(description, { width: 60 }),
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
          varyColumn(name, { width: 155 }),
          varyColumn(company, { width: 155 }),
          varyColumn(code, { width: 40 }),
          varyColumn(amount, { width: 75 }),
          varyColumn(type, { width: 55 }),
          varyColumn(day, { width: 75 }),
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
        varyColumn(amount, {
          width: 70,
          text: (entry) =>
            entry.transactionType === 'Debit' ? `(${printedAmount(entry)})` : printedAmount(entry),
        }),
        type,
        varyColumn(day, { text: printedShortDay }),
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
          varyColumn(amount, {
            width: 75,
            text: (entry) => `$${printedAmount(entry)} ${entry.transactionType === 'Debit' ? 'DR' : 'CR'}`,
          }),
          varyColumn(day, { label: 'Date', text: ({ postingDate }) => postingDate }),
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
          varyColumn(day, { width: 50 }),
          varyColumn(account, { width: 62 }),
          varyColumn(name, { label: 'Individual Name', width: 112 }),
          varyColumn(company, { label: 'Company Name', width: 116 }),
          varyColumn(description, { width: 60 }),
          varyColumn(sec, { width: 28 }),
          varyColumn(code, { label: 'Tran Code', width: 36 }),
          varyColumn(amount, { width: 52 }),
          varyColumn(type, { width: 34 }),
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
