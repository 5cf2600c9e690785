import * as fc from 'fast-check';
import type { NachaRecord } from './nacha-record.ts';
import { RecordSplitter } from './nacha-record-splitter.ts';

const HEADER = '101 091000019 1210428822603020815A094101'.padEnd(94);
const ENTRY = '62209100001910000001700000012500               PAULA SAMPLE            0121042880000001'.padEnd(94, '.');
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

describe('NACHA record splitter', () => {
  test.each([
    ['LF', RECORDS.join('\n')],
    ['LF, including the last line', `${RECORDS.join('\n')}\n`],
    ['CRLF', RECORDS.join('\r\n')],
    ['CR', RECORDS.join('\r')],
    ['CR, including the last line', `${RECORDS.join('\r')}\r`],
    ['no line ends', RECORDS.join('')],
    ['one line end after the last record', `${RECORDS.join('')}\r\n`],
    ['blank lines between them', RECORDS.join('\n\n   \n')],
    ['a UTF-8 mark before the first', `\u00ef\u00bb\u00bf${RECORDS.join('\n')}`],
    ['a UTF-8 mark before one of them', RECORDS.join('\n\u00ef\u00bb\u00bf')],
    ['trailing spaces', RECORDS.map((record) => `${record}      `).join('\n')],
    ['lines of 500 columns', RECORDS.map((record) => record.padEnd(500)).join('\n')],
    ['trailing spaces removed', RECORDS.map((record) => record.trimEnd()).join('\n')],
    ['an end-of-file mark', `${RECORDS.join('\r\n')}\r\n\u001a`],
  ])('a NACHA file yields the same records with %s', (_, file) => {
    expect(texts(split(file))).toEqual(RECORDS);
  });

  test('a NACHA file yields the same records for every chunk boundary', () => {
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

  test('NACHA records keep their line numbers for every chunk boundary, with blank lines and mixed line ends', () => {
    const file = `\u00ef\u00bb\u00bf${HEADER}\r\n\r\n${ENTRY}\n\r${ENTRY}\r\r\n\n\n${CONTROL}\n`;
    for (let pieceBytes = 1; pieceBytes < 110; pieceBytes += 1)
      expect(split(file, pieceBytes).map(({ line, text }) => [line, text])).toEqual([
        [1, HEADER],
        [3, ENTRY],
        [5, ENTRY],
        [9, CONTROL],
      ]);
  });

  test('NACHA records keep their line numbers when an empty chunk splits a line end', () => {
    const splitter = new RecordSplitter();
    const pieces = [`${HEADER}\r`, '', `\n${ENTRY}`].flatMap((piece) => splitter.push(Buffer.from(piece)));
    expect([...pieces, ...splitter.end()].map(({ line }) => line)).toEqual([1, 2]);
  });

  test.each(['\n', ''])('NACHA records are returned as their bytes arrive, with %j between them', (end) => {
    const splitter = new RecordSplitter();
    const file = Buffer.from([...RECORDS, ...RECORDS].join(end));
    expect(splitter.push(file.subarray(0, -1))).toHaveLength(5);
    expect(splitter.push(file.subarray(-1))).toHaveLength(end === '' ? 1 : 0);
    expect(splitter.end()).toHaveLength(end === '' ? 0 : 1);
  });

  test('a NACHA record has its line number and length', () => {
    const [first, second] = split(`${HEADER.trimEnd()}\r\n\r\n${ENTRY}\r\n`);
    expect(first).toMatchObject({ line: 1, length: 40, raw: HEADER.trimEnd() });
    expect(second).toMatchObject({ line: 3, length: 94, raw: ENTRY });
  });

  test('every 94 bytes of a NACHA file without line ends count as one line', () => {
    expect(split(RECORDS.join('')).map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  test('the last record of a NACHA file without line ends is complete even without its trailing spaces', () => {
    const file = RECORDS.join('').trimEnd();
    expect(split(file).at(-1)).toMatchObject({ line: 3, text: CONTROL, length: 55 });
    expect(texts(split(`${file}\n${file}`))).toEqual([...RECORDS, ...RECORDS]);
  });

  test('a NACHA line with a leading space is returned as an unknown record', () => {
    expect(texts(split(`${HEADER}\n HELLO\n`))).toEqual([HEADER, ' HELLO'.padEnd(94)]);
  });

  test('a NACHA record with spaces after column 94 has a length of 94 columns', () => {
    expect(split(`${HEADER}   \n${ENTRY.padEnd(500)}`).map(({ length }) => length)).toEqual([94, 94]);
  });

  test('a NACHA file may have ten records on each line', () => {
    const block = Array.from({ length: 10 }, () => ENTRY).join('');
    expect(split(`${block}\n${block}\n${HEADER}`).map(({ line }) => line)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
  });

  test('NACHA records on one line are split when the first four look like records', () => {
    const foreign = 'X'.repeat(94);
    const together = split([ENTRY, ENTRY, ENTRY, ENTRY, foreign, ENTRY].join('').concat('\n'));
    expect(texts(together)).toEqual([ENTRY, ENTRY, ENTRY, ENTRY, foreign, ENTRY]);
    expect(split([ENTRY, ENTRY, ENTRY, foreign, ENTRY].join('').concat('\n'))).toMatchObject([
      { text: ENTRY, length: 5 * 94 },
    ]);
    expect(split(`${ENTRY}${ENTRY}\n`)).toHaveLength(2);
    expect(split(`${ENTRY}${ENTRY.slice(0, 93)}\n`)).toMatchObject([{ text: ENTRY, length: 187 }]);
  });

  test('an overlong NACHA line is not split just because an earlier line was', () => {
    const file = `${Array.from({ length: 8 }, () => ENTRY).join('')}\n${ENTRY}${'x'.repeat(100)}\n${CONTROL}`;
    expect(split(file, 50).slice(-2)).toMatchObject([
      { line: 9, length: 194 },
      { line: 10, text: CONTROL },
    ]);
  });

  test('a NACHA record keeps a first character that begins like the UTF-8 byte order mark', () => {
    const line = `\u00efNDIA`.padEnd(94);
    expect(texts(split(`${HEADER}\n${line}\n`))).toEqual([HEADER, line]);
  });

  test('a NACHA record keeps every byte of its line', () => {
    const bytes = Buffer.from(Array.from({ length: 94 }, (_, index) => 0xff - index));
    const [, record] = split(Buffer.concat([Buffer.from(`${HEADER}\n`), bytes, Buffer.from('\n')]));
    expect(Buffer.from(record?.raw ?? '', 'latin1')).toEqual(bytes);
  });

  test('columns of a NACHA record are counted in characters on UTF-8 lines', () => {
    const line = ENTRY.replace('PAULA SAMPLE  ', 'JOSÉ NÚÑEZ€   ');
    const [record] = split(Buffer.from(`${line}\n${ENTRY}\n`));
    expect(record).toMatchObject({ text: line, length: 94 });
    expect(Buffer.from(record?.raw ?? '', 'latin1').toString()).toBe(line);
  });

  test('columns of a NACHA record are counted in bytes when 94 bytes are enough', () => {
    const line = Buffer.from(`${ENTRY.slice(0, 92)}é`).toString('latin1');
    expect(split(`${line}     \n`)).toMatchObject([{ text: line, length: 94 }]);
  });

  test.each([
    ['a line shorter than 94 characters', `${ENTRY.slice(0, 40)}${'é'.repeat(30)}`, 70],
    ['a line with trailing spaces', `${ENTRY.slice(0, 40)}${'é'.repeat(30)}`.padEnd(94), 94],
  ])('a NACHA record in UTF-8 has 94 columns: %s', (_, line, characters) => {
    expect(line).toHaveLength(characters);
    expect(split(Buffer.from(`${line}\n`))).toMatchObject([{ text: line.padEnd(94), length: 94 }]);
  });

  test.each([
    ['more than 94 characters of UTF-8', Buffer.from('é'.repeat(95)), 190],
    ['95 bytes that are not all UTF-8', Buffer.concat([Buffer.from('é'.padEnd(93, 'x')), Buffer.from([0xe9])]), 95],
  ])('a NACHA record with %s is too long', (_, line, length) => {
    expect(split(line)).toMatchObject([{ length, text: line.toString('latin1', 0, 94) }]);
  });

  test('spaces at the end of an overlong NACHA line do not count toward its length', () => {
    expect(split(`${'x'.repeat(500).padEnd(2_000)}\n${CONTROL}`, 50)).toMatchObject([
      { length: 500 },
      { line: 2, text: CONTROL },
    ]);
  });

  test.each([95, 187, 300, 376, 377, 5_000, 5_025])(
    'a NACHA line of %i columns is cut to 94 columns, and its full length is reported',
    (length) => {
      const [record, next] = split(`${ENTRY.slice(0, 93).padEnd(length, 'x')}\n${CONTROL}`, 50);
      expect(record).toMatchObject({ line: 1, length, text: `${ENTRY.slice(0, 93)}x` });
      expect(next).toMatchObject({ line: 2, text: CONTROL });
    },
  );

  test('the NACHA record splitter uses bounded memory when a line never ends', () => {
    const splitter = new RecordSplitter();
    const chunk = Buffer.alloc(1 << 20, 'x');
    for (let count = 0; count < 10; count += 1) expect(splitter.push(chunk)).toEqual([]);
    expect(splitter.end()).toMatchObject([{ line: 1, length: 10 << 20, raw: 'x'.repeat(94) }]);
  });

  test('a NACHA file in UTF-16 is rejected', () => {
    expect(() => split(Buffer.from(`\ufeff${HEADER}`, 'utf16le'))).toThrow(/UTF-16/);
  });

  test('a NACHA file shorter than a byte order mark is read', () => {
    expect(texts(split('9'))).toEqual(['9'.padEnd(94)]);
    expect(split('')).toEqual([]);
    expect(split('\0\0\0\0\n\n')).toEqual([]);
  });
});

// cspell:ignore ndia
