import type { ReadDocument } from './document-reader.ts';
import { parseReadDocument, parseWordPages } from './reading-result.ts';

const MAPPING = {
  delimiter: ',',
  skippedRows: 0,
  hasHeader: true,
  columnCount: 2,
  columns: [{ column: 0, field: 'accountNumber' }],
  dateOrder: 'month_first',
  direction: 'type_column',
};
const BOX = { x: 1, y: 2, width: 3, height: 4 };
const LAYOUT = { fingerprint: 'f1', headings: ['Account', 'Amount'], cuts: [0.5], mapping: MAPPING, lines: [] };
const FOUND = { page: 2, layout: LAYOUT, questions: [{ column: 1, sentence: 'Is this the amount?' }] };
const CELL = {
  text: '1001',
  confidence: 0.9,
  alternatives: ['1O01'],
  place: { page: 2, box: BOX, lines: [BOX] },
};
const ROW = { cells: [CELL, { text: '', confidence: 1, place: null }], page: 2, box: null, doubts: [] };
const RESULT = {
  tables: [
    { header: ['Account', 'Amount'], mapping: MAPPING, rows: [{ ...ROW, doubts: [{ column: 0, reason: 'x' }] }] },
  ],
  unread: [{ page: 1, text: 'Total 3', box: BOX }],
  pages: [1, 2].map((page) => ({ page, width: 612, height: 792, isPicture: page === 2 })),
  foundColumns: FOUND,
  usedLayouts: ['f1'],
};

const parse = (value: unknown): ReadDocument =>
  parseReadDocument(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), {
    layouts: [{ ...LAYOUT, mapping: MAPPING } as never],
  });
const withRow = (change: object) => ({ ...RESULT, tables: [{ ...RESULT.tables[0], rows: [{ ...ROW, ...change }] }] });
const withCell = (change: object) => withRow({ cells: [{ ...CELL, ...change }] });

describe('the result of a document reader', () => {
  it('the result of a document reader is accepted as its code sends it', () => {
    expect(JSON.parse(JSON.stringify(parse(RESULT)))).toEqual(RESULT);
    expect(parse({ ...RESULT, needsColumns: FOUND }).needsColumns?.page).toBe(2);
  });

  it('the result of a document reader loses fields that its code does not send', () => {
    const forged = `{"__proto__":{"isAdmin":true},${JSON.stringify({ ...RESULT, path: '/etc/passwd' }).slice(1)}`;
    expect(Object.keys(parse(forged)).toSorted()).toEqual(['foundColumns', 'pages', 'tables', 'unread', 'usedLayouts']);
    expect('isAdmin' in parse(forged)).toBe(false);
    expect(Object.keys(parse(withRow({ state: 'ready' })).tables[0]?.rows[0] ?? {})).not.toContain('state');
  });

  it.each<[string, unknown]>([
    ['is not JSON', '{"tables":'],
    ['is a list', []],
    ['is null', 'null'],
    ['has no tables', { ...RESULT, tables: undefined }],
    ['has tables that are text', { ...RESULT, tables: 'all' }],
    ['has a million pages', { ...RESULT, pages: Array.from({ length: 1_000_000 }, () => 0) }],
    ['lists a page twice', { ...RESULT, pages: [RESULT.pages[0], RESULT.pages[0]] }],
    ['has a page that is a path', { ...RESULT, pages: [{ ...RESULT.pages[0], page: '../../keys.json' }] }],
    ['has a page of infinite height', JSON.stringify(RESULT).replace('792', '1e999')],
    ['has a row on a page that is not listed', withRow({ page: 3 })],
    ['has a row on page 1.5', withRow({ page: 1.5 })],
    ['has rows without cells', withRow({ cells: null })],
    ['has a row with ten thousand cells', withRow({ cells: Array.from({ length: 10_000 }, () => CELL) })],
    ['has a cell whose text is an object', withCell({ text: { length: 3 } })],
    ['has a cell of two million characters', withCell({ text: 'x'.repeat(2_000_000) })],
    ['is twice certain of a cell', withCell({ confidence: 2 })],
    ['has a cell outside of the document', withCell({ place: { page: 9, box: BOX } })],
    ['has a box without width', withCell({ place: { page: 1, box: { ...BOX, width: null } } })],
    ['has a reason without text', withRow({ doubts: [{ column: 0 }] })],
    ['has a mapping with an unknown field', JSON.stringify(RESULT).replace('accountNumber', 'password')],
    ['has found columns on a page that is not listed', { ...RESULT, foundColumns: { ...FOUND, page: 7 } }],
    [
      'has found columns with an endless heading',
      { ...RESULT, foundColumns: { ...FOUND, layout: { ...LAYOUT, headings: ['x'.repeat(501)] } } },
    ],
    ['used a layout that it did not get', { ...RESULT, usedLayouts: ['f2'] }],
  ])('the result of a document reader is rejected when it %s [security 6.9]', (_what, forged) => {
    expect(() => parse(forged)).toThrow(expect.objectContaining({ name: 'InvalidMessage' }));
  });
});

describe('the words of a document reader', () => {
  const PAGE = {
    page: 1,
    width: 612,
    height: 792,
    words: [{ text: 'a', ...BOX, confidence: 1 }],
    hasUnreadPrint: true,
  };
  const words = (value: unknown) => parseWordPages(Buffer.from(JSON.stringify(value)));

  it('the words of a document reader are accepted as its code sends them', () => {
    const ruled = { ...PAGE, rules: [{ page: 1, isHorizontal: true, at: 1, from: 2, to: 3 }] };
    expect(words([PAGE, ruled])).toEqual([PAGE, ruled]);
  });

  it.each<[string, unknown]>([
    ['no list', PAGE],
    ['words without a place', [{ ...PAGE, words: [{ text: 'a', confidence: 1 }] }]],
    ['lines of text', [{ ...PAGE, rules: ['---'] }]],
  ])('the words of a document reader are rejected when they are %s [security 6.9]', (_what, forged) => {
    expect(() => words(forged)).toThrow(expect.objectContaining({ name: 'InvalidMessage' }));
  });
});
