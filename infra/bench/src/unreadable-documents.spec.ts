import { renderPdfPage } from '@clearwatch/ingest/documents/reading/pdf-pages';
import { type DocumentEntry, documentEntries, printedAmount } from '@clearwatch/sample-data/documents/document-entries';
import { drawPdf, TABLE_COLUMNS, type TableColumn } from '@clearwatch/sample-data/documents/printed-tables';
import { CorpusReader, type DocumentReading } from './document-accuracy.ts';

/*
 * Documents designed to mislead the reader. No wrong row may be imported: every row is either correct or held
 * for review, and no row is lost.
 */

const MARGIN = 36;
const { account, original, name, company, description, code, type, day, amount } = TABLE_COLUMNS;
const varyColumn = (column: TableColumn, change: Partial<TableColumn>) => ({ ...column, ...change });
const USUAL = [account, name, company, code, amount, type, varyColumn(day, { width: 60 })];
const NARROW = [
  varyColumn(account, { width: 60 }),
  varyColumn(name, { width: 70 }),
  varyColumn(company, { width: 75 }),
  varyColumn(description, { width: 50 }),
  code,
  amount,
  type,
  day,
];
const BY_COMPANY = [
  varyColumn(company, { width: 80 }),
  varyColumn(name, { width: 80 }),
  ...USUAL.filter((column) => column !== company && column !== name),
];

interface Look {
  gap?: number;
  /** Draws lines between the rows, or around every cell. */
  ruled?: 'rows' | 'grid';
  align?: 'top' | 'middle';
  /** Fixed height for all rows, even if their text needs more. */
  height?: number;
  /** Text may overflow its cell. */
  isUnclipped?: boolean;
  /** Draws text above a row. @returns its height */
  above?: (pdf: PDFKit.PDFDocument, at: { y: number; index: number; entry: DocumentEntry }) => number;
  below?: (pdf: PDFKit.PDFDocument, y: number) => void;
  lastY?: number;
}

function print(entries: readonly DocumentEntry[], columns: readonly TableColumn[], look: Look = {}) {
  const { gap = 4, ruled, align = 'top', height, isUnclipped = false, lastY = 720 } = look;
  return drawPdf({ isLandscape: false }, (pdf) => {
    let y = MARGIN;
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    const row = (texts: readonly string[], isHeader = false): void => {
      pdf.font(isHeader ? 'Helvetica-Bold' : 'Helvetica').fontSize(8);
      const heights = texts.map((text, index) =>
        isUnclipped ? 9.25 : pdf.heightOfString(text === '' ? ' ' : text, { width: (columns[index]?.width ?? 0) - 4 }),
      );
      const own = height !== undefined && !isHeader ? height : Math.max(...heights);
      let x = MARGIN;
      for (const [index, column] of columns.entries()) {
        const down = align === 'middle' && !isHeader ? (own - (heights[index] ?? 0)) / 2 : 0;
        const box = { width: column.width - 4, align: column.align };
        pdf.text(texts[index] ?? '', x + 2, y + down, isUnclipped ? { lineBreak: false } : box);
        x += column.width;
      }
      const [top, bottom] = [y - gap / 2, y + own + gap / 2];
      pdf.lineWidth(0.4);
      if (ruled !== undefined)
        for (const at of [top, bottom])
          pdf
            .moveTo(MARGIN, at)
            .lineTo(MARGIN + width, at)
            .stroke();
      if (ruled === 'grid') {
        let at = MARGIN;
        for (const column of [...columns, null]) {
          pdf.moveTo(at, top).lineTo(at, bottom).stroke();
          at += column?.width ?? 0;
        }
      }
      y += own + gap;
    };
    const header = (): void =>
      row(
        columns.map(({ label }) => label),
        true,
      );
    header();
    for (const [index, entry] of entries.entries()) {
      if (y > lastY) {
        look.below?.(pdf, y);
        pdf.addPage();
        y = MARGIN;
        header();
      }
      pdf.font('Helvetica').fontSize(8);
      y += look.above?.(pdf, { y, index, entry }) ?? 0;
      row(columns.map(({ text }) => text(entry)));
    }
    pdf.font('Helvetica').fontSize(8);
    look.below?.(pdf, y);
  });
}

/** Draws a caption above every seventh row. */
const caption =
  (text: string, x: number, height: number): NonNullable<Look['above']> =>
  (pdf, { y, index }) => {
    if (index % 7 !== 3) return 0;
    pdf.text(text, MARGIN + 2 + x, y, { lineBreak: false });
    return height;
  };
const footer =
  (text: string, x: number): NonNullable<Look['below']> =>
  (pdf, y) =>
    void pdf.text(text, MARGIN + 2 + x, y, { lineBreak: false });

const corpus = new CorpusReader();
afterAll(() => corpus.close());

const readPdf = (bytes: Buffer, known: readonly DocumentEntry[]): Promise<DocumentReading> =>
  corpus.read(bytes, 'application/pdf', known);

const ENTRIES = documentEntries(40, 7);

describe('a document with an unknown column', () => {
  it.each<[string, TableColumn[], Look?]>([
    [
      'a code under an unknown heading',
      USUAL.map((column) => (column === code ? varyColumn(code, { label: 'T/X' }) : column)),
    ],
    [
      'another account under an unknown heading',
      [
        varyColumn(original, {
          label: 'As Received From',
          text: ({ accountNumber }) => `9${accountNumber.slice(1)}`,
        }),
        ...USUAL.map((column) => (column === name ? varyColumn(name, { width: 85 }) : column)),
      ],
    ],
    [
      'a trace number under an unknown heading',
      [
        ...USUAL.filter((column) => column !== code && column !== type),
        varyColumn(type, { width: 35 }),
        varyColumn(TABLE_COLUMNS.trace, { label: 'Ctl Ref', width: 75 }),
      ],
    ],
    [
      'a direction under an unknown heading next to codes',
      [account, name, company, code, varyColumn(type, { label: 'In/Out' }), amount, varyColumn(day, { width: 60 })],
    ],
    ['a code without any heading', USUAL.map((column) => (column === code ? varyColumn(code, { label: '' }) : column))],
    [
      'a ruled column without any heading',
      USUAL.map((column) => (column === code ? varyColumn(code, { label: '' }) : column)),
      { ruled: 'grid' },
    ],
  ])('the document reader uses a column for what its cells contain: %s', async (_what, columns, look) => {
    const { right, held, wrong } = await readPdf(await print(ENTRIES, columns, look), ENTRIES);
    expect([right, held, wrong]).toEqual([ENTRIES.length, 0, 0]);
  });
});

describe('misleading layouts', () => {
  it.each<[string, TableColumn[], Look]>([
    ['a sentence above rows', USUAL, { above: caption('Entries of the batch that came after the cutoff', 0, 13) }],
    ['a caption in the company column', BY_COMPANY, { above: caption('PAYROLL GROUP', 0, 13) }],
    ['a caption as close as wrapped text', BY_COMPANY, { above: caption('PAYROLL GROUP 12 X', 0, 10), gap: 2 }],
    ['a number above the dates', USUAL, { above: caption('7', 437, 13) }],
    [
      'headings of groups',
      BY_COMPANY,
      {
        above: (pdf, { y, entry }) => (pdf.text(entry.company, MARGIN + 2, y + 2, { lineBreak: false }), 15),
      },
    ],
    ['page numbers close below the dates', USUAL, { below: footer('2026', 525), lastY: 400, gap: 0 }],
    ['page numbers below the names', USUAL, { below: footer('- 1 -', 77), lastY: 400 }],
    ['one-line rows with text that crosses their lines', NARROW, { height: 12, ruled: 'rows', gap: 3 }],
    ['rows that overlap', NARROW, { height: 10, ruled: 'rows', gap: 2 }],
    ['rows that overlap without lines', NARROW, { height: 12, gap: 3 }],
    ['text that overflows into the next cell', NARROW, { isUnclipped: true }],
    ['text that overflows drawn lines', NARROW, { isUnclipped: true, ruled: 'grid' }],
    ['wrapped text as close as rows', NARROW, { gap: 0 }],
    [
      'a second value below the company',
      USUAL.map((column) =>
        column === company ? varyColumn(company, { text: ({ company: text }) => `${text}\nPPD` }) : column,
      ),
      {},
    ],
    [
      'an address below the name',
      USUAL.map((column) =>
        column === name ? varyColumn(name, { text: (entry) => `${name.text(entry)}\n12 MAIN ST` }) : column,
      ),
      {},
    ],
    [
      'amounts without cents',
      USUAL.map((column) =>
        column === amount
          ? varyColumn(amount, {
              text: (entry) => (entry.transactionCode.startsWith('3') ? '125' : printedAmount(entry)),
            })
          : column,
      ),
      {},
    ],
  ])('the document reader produces no wrong rows from a misleading layout: %s', async (_what, columns, look) => {
    const { right, held, wrong } = await readPdf(await print(ENTRIES, columns, look), ENTRIES);
    expect(wrong).toBe(0);
    expect(right + held).toBeGreaterThanOrEqual(ENTRIES.length);
    expect(held).toBeGreaterThan(0);
  });

  it.each<[string, Look]>([
    ['with space between the rows', { gap: 6 }],
    ['with lines between the rows', { ruled: 'rows', gap: 4 }],
    ['in a grid', { ruled: 'grid', gap: 2 }],
  ])('the document reader reads wrapped text correctly %s', async (_how, look) => {
    const { right } = await readPdf(await print(ENTRIES, NARROW, look), ENTRIES);
    expect(right).toBe(ENTRIES.length);
  });

  it('the document reader reads every row correctly when captions have their own rows', async () => {
    const above: Look['above'] = (pdf, { y, index }) => {
      if (index % 7 !== 3) return 0;
      pdf.text('PAYROLL', MARGIN + 132, y, { lineBreak: false });
      return 16;
    };
    const { right } = await readPdf(await print(ENTRIES, NARROW, { ruled: 'grid', above }), ENTRIES);
    expect(right).toBe(ENTRIES.length);
  });
});

describe('a document with printed counts or sums', () => {
  const count = (entries: readonly DocumentEntry[], direction?: DocumentEntry['transactionType']) =>
    entries.filter(({ transactionType }) => direction === undefined || transactionType === direction);
  const sum = (entries: readonly DocumentEntry[], direction?: DocumentEntry['transactionType']) =>
    printedAmount({
      amountCents: count(entries, direction).reduce((cents, entry) => cents + entry.amountCents, 0),
    });

  const FORMS: [string, (entries: readonly DocumentEntry[]) => string[]][] = [
    ['items', (all) => [`${all.length} items`]],
    ['a labeled count', (all) => [`Number of transactions: ${all.length}`]],
    ['a count and a sum', (all) => [`Total items ${all.length}   Total amount $${sum(all)}`]],
    [
      'counts and sums by direction',
      (all) => [
        `Debits: ${count(all, 'Debit').length} items $${sum(all, 'Debit')}`,
        `Credits: ${count(all, 'Credit').length} items $${sum(all, 'Credit')}`,
      ],
    ],
    ['sums by direction', (all) => [`Total Debits   ${sum(all, 'Debit')}`, `Total Credits   ${sum(all, 'Credit')}`]],
    [
      'counts by direction on one line',
      (all) => [`${count(all, 'Debit').length} debits    ${count(all, 'Credit').length} credits`],
    ],
  ];
  const printed =
    (lines: readonly string[]): NonNullable<Look['below']> =>
    (pdf, y) => {
      for (const [index, line] of lines.entries()) pdf.text(line, MARGIN + 2, y + 6 + 14 * index, { lineBreak: false });
    };

  it.each(FORMS)(
    'the document reader reads all rows when they match the printed counts or sums: %s',
    async (_how, form) => {
      const entries = documentEntries(24, 3);
      const { right } = await readPdf(await print(entries, USUAL, { below: printed(form(entries)) }), entries);
      expect(right).toBe(entries.length);
    },
  );

  it.each(FORMS)(
    'the document reader holds all rows for review and quotes the printed line when the last row is missing: %s',
    async (_how, form) => {
      const entries = documentEntries(24, 3);
      // One of the printed lines does not match the remaining rows.
      const lines = form(entries);
      const bytes = await print(entries.slice(0, -1), USUAL, { below: printed(lines) });
      const { right, held, wrong, reasons } = await readPdf(bytes, entries);
      expect([right, held, wrong]).toEqual([0, entries.length - 1, 0]);
      const quotes = reasons.some(
        (reason) =>
          lines.some((line) => reason.includes(line.replaceAll(/\s+/g, ' '))) || reason.includes('the printed sum'),
      );
      expect(quotes).toBe(true);
    },
  );

  it('the document reader holds rows for review when the printed count below them does not match', async () => {
    const entries = documentEntries(24, 3);
    const above: Look['above'] = (pdf, { y, index }) => {
      if (index !== 12) return 0;
      pdf.text('13 items', MARGIN + 2, y + 6, { lineBreak: false });
      return 26;
    };
    const { right, held } = await readPdf(await print(entries, USUAL, { above }), entries);
    expect([right, held]).toEqual([12, 12]);
  });
});

describe('a scanned page', () => {
  /** Names with Roman numeral suffixes, and numbers with similar digits. */
  const entries = documentEntries(5, 9).map(
    (entry, index): DocumentEntry => ({
      ...entry,
      accountNumber: ['3838583801', '8383853810', '1171171711', '5353585850', '6088006080'][index] ?? '',
      amountCents: [838_38, 353_83, 117_11, 588_85, 808_08][index] ?? 1,
      middleInitial: '',
      lastName: `${entry.lastName} ${['II', 'III', 'IV', 'JR', 'I'][index]}`,
    }),
  );
  const wide = [account, varyColumn(name, { width: 130 }), company, code, amount, type, day];

  it('the document reader imports no wrong numbers, suffixes, or signs from incorrect hidden text of a scanned page', async () => {
    const picture = await renderPdfPage(await print(entries, wide), { page: 1, dotsPerInch: 300 });
    const misread = entries.map((entry) => ({
      ...entry,
      accountNumber: entry.accountNumber.replace('8', '3'),
      amountCents: entry.amountCents + 30,
      lastName: entry.lastName.replace('II', 'I'),
    }));
    const bytes = await drawPdf({ isLandscape: false }, (pdf) => {
      pdf.image(picture, 0, 0, { width: 612, height: 792 });
      pdf.addContent('BT 3 Tr ET').font('Helvetica').fontSize(8);
      for (const [index, entry] of misread.entries()) {
        let x = MARGIN;
        for (const column of wide) {
          pdf.text(column.text(entry), x + 2, MARGIN + 13.25 * (index + 1), { lineBreak: false });
          x += column.width;
        }
      }
    });
    const { right, held, wrong } = await readPdf(bytes, entries);
    expect(wrong).toBe(0);
    expect(right + held).toBe(entries.length);
    expect(right).toBeGreaterThan(0);
  }, 600_000);
});
