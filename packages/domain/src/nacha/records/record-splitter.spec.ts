import * as fc from 'fast-check';
import type { NachaRecord } from './nacha-record.ts';
import { RecordSplitter } from './record-splitter.ts';

const HEADER = '101 091000019 1210428822603020815A094101'.padEnd(94);
const ENTRY =
  '62209100001910000001700000012500               PAULA SAMPLE            0121042880000001'.padEnd(94, '.');
const CONTROL = '9000001000001000000010009100001000000000000000000125000'.padEnd(94);
const RECORDS = [HEADER, ENTRY, CONTROL];

function split(bytes: string | Uint8Array, pieceBytes = 1 << 20): NachaRecord[] {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
  const splitter = new RecordSplitter();
  const records: NachaRecord[] = [];
  for (let at = 0; at < buffer.length; at += pieceBytes)
    records.push(...splitter.push(buffer.subarray(at, at + pieceBytes)));
  return [...records, ...splitter.end()];
}

const texts = (records: readonly NachaRecord[]): string[] => records.map(({ text }) => text);

describe('records of a NACHA file', () => {
  test.each([
    ['LF', RECORDS.join('\n')],
    ['LF with one at the end', `${RECORDS.join('\n')}\n`],
    ['CRLF', RECORDS.join('\r\n')],
    ['CR', RECORDS.join('\r')],
    ['CR with one at the end', `${RECORDS.join('\r')}\r`],
    ['nothing between them', RECORDS.join('')],
    ['nothing between them and a line end behind the last', `${RECORDS.join('')}\r\n`],
    ['blank lines between them', RECORDS.join('\n\n   \n')],
    ['the mark of UTF-8 before them', `\u00ef\u00bb\u00bf${RECORDS.join('\n')}`],
    ['the mark of UTF-8 before one of them', RECORDS.join('\n\u00ef\u00bb\u00bf')],
    ['blanks behind them', RECORDS.map((record) => `${record}      `).join('\n')],
    ['lines of 500 columns', RECORDS.map((record) => record.padEnd(500)).join('\n')],
    ['their trailing blanks cut off', RECORDS.map((record) => record.trimEnd()).join('\n')],
    ['the end mark of old systems', `${RECORDS.join('\r\n')}\r\n\u001a`],
  ])('are the same with %s', (_, file) => {
    expect(texts(split(file))).toEqual(RECORDS);
  });

  test('are the same wherever the chunks are cut', () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r', '');
    fc.assert(
      fc.property(ends, fc.integer({ min: 1, max: 400 }), fc.nat(5), (end, pieceBytes, times) => {
        const file = Array.from({ length: times + 4 }, () => RECORDS)
          .flat()
          .join(end);
        expect(split(file, pieceBytes)).toEqual(split(file));
      }),
    );
  });

  test('know their line, their place and their length', () => {
    const [first, second] = split(`${HEADER.trimEnd()}\r\n\r\n${ENTRY}\r\n`);
    expect(first).toMatchObject({ line: 1, offset: 0, length: 40, raw: HEADER.trimEnd() });
    expect(second).toMatchObject({ line: 3, offset: 44, length: 94, raw: ENTRY });
  });

  test('count every 94 bytes as a line where there are no line ends', () => {
    expect(split(RECORDS.join('')).map(({ line, offset }) => [line, offset])).toEqual([
      [1, 0],
      [2, 94],
      [3, 188],
    ]);
  });

  test('may stand ten to a line', () => {
    const block = Array.from({ length: 10 }, () => ENTRY).join('');
    expect(split(`${block}\n${block}\n${HEADER}`).map(({ line }) => line)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
  });

  test('keep every byte as it is', () => {
    const bytes = Buffer.from(Array.from({ length: 94 }, (_, index) => 0xff - index));
    const [, record] = split(Buffer.concat([Buffer.from(`${HEADER}\n`), bytes, Buffer.from('\n')]));
    expect(Buffer.from(record?.raw ?? '', 'latin1')).toEqual(bytes);
  });

  test('count their columns in characters where the line is UTF-8', () => {
    const line = ENTRY.replace('PAULA SAMPLE  ', 'JOSÉ NÚÑEZ€   ');
    const [record] = split(Buffer.from(`${line}\n${ENTRY}\n`));
    expect(record).toMatchObject({ text: line, length: 94 });
    expect(Buffer.from(record?.raw ?? '', 'latin1').toString()).toBe(line);
  });

  test.each([95, 187, 300, 377, 5_000])(
    'are cut when their line has %i columns, which are told',
    (length) => {
      const [record, next] = split(`${ENTRY.slice(0, 93).padEnd(length, 'x')}\n${CONTROL}`, 50);
      expect(record).toMatchObject({ line: 1, length, text: `${ENTRY.slice(0, 93)}x` });
      expect(next).toMatchObject({ line: 2, text: CONTROL });
    },
  );

  test('cost no memory when a line never ends', () => {
    const splitter = new RecordSplitter();
    const chunk = Buffer.alloc(1 << 20, 'x');
    for (let count = 0; count < 10; count += 1) expect(splitter.push(chunk)).toEqual([]);
    expect(splitter.end()).toMatchObject([{ line: 1, length: 10 << 20, raw: 'x'.repeat(94) }]);
  });

  test('are refused in UTF-16', () => {
    expect(() => split(Buffer.from(`\ufeff${HEADER}`, 'utf16le'))).toThrow(/UTF-16/);
  });

  test('of a file shorter than any mark are read', () => {
    expect(texts(split('9'))).toEqual(['9'.padEnd(94)]);
    expect(split('')).toEqual([]);
    expect(split('\0\0\0\0\n\n')).toEqual([]);
  });
});
