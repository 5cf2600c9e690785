import { gzipSync } from 'node:zlib';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { extractionRow } from './stack-ledgers.ts';

const TEN_MEGABYTES = 10 * 1024 ** 2;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A harmful or broken file, and the expected response. */
export interface HostileFile {
  what: string;
  /** File name as sent. */
  name: string;
  content: () => string | Buffer;
  status: number;
  /** Matches the response text, or the reason for the first rejected row in a partly accepted file. */
  message: RegExp;
  /** Number of stored rows; only for partly accepted files. */
  stored?: number;
}

const row = (overrides: Record<string, unknown> = {}) => JSON.stringify(extractionRow(overrides));
/** Puts valid rows before and after the bad one. */
const among = (account: string, evil: string) =>
  `[${row({ account_number: `${account}1` })},\n${evil},\n${row({ account_number: `${account}2` })}]`;
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const nacha = () => aNachaFile([{ sec: 'PPD', entries: [{}, { fields: { account: '2' } }] }]);

/** Text that expands a thousandfold. It is built in memory, because it is small when compressed. */
function bomb(filling: string): Buffer {
  return gzipSync(`[{"company":"${filling.repeat(300 * 1024 ** 2)}"}]`, { level: 9 });
}

export const REFUSED: readonly HostileFile[] = [
  {
    what: 'a gzip bomb of 300 MB',
    name: 'small.json.gz',
    content: () => bomb(' '),
    status: 422,
    message: /250 times its size/,
  },
  {
    what: 'gzip in gzip',
    name: 'twice.json.gz',
    content: () => gzipSync(gzipSync(`[${row()}]`)),
    status: 415,
    message: /gzip archive inside a gzip archive/,
  },
  {
    what: 'a truncated gzip file',
    name: 'cut.json.gz',
    content: () => gzipSync(`[${row()},${row({ account_number: '7' })}]`).subarray(0, -12),
    status: 422,
    message: /damaged or incomplete/,
  },
  {
    what: 'a CSV file that is one line of 10 MB',
    name: 'line.csv',
    content: () => `a,b,c${'x'.repeat(TEN_MEGABYTES)}`,
    status: 422,
    message: /no comma/,
  },
  {
    what: 'a JSON file with NUL bytes',
    name: 'nul.json',
    content: () => among('71', '{"company":"A\0B"}'),
    status: 422,
    message: /control character/,
  },
  {
    what: 'an image named .ach',
    name: 'entries.ach',
    content: () => Buffer.concat([PNG, Buffer.alloc(5_000, 7)]),
    status: 415,
    message: /is a PNG image/,
  },
  { what: 'an empty file', name: 'nothing.json', content: () => '', status: 422, message: /is empty/ },
  {
    what: 'a file of 5 MB of spaces',
    name: 'blank.json',
    content: () => ' \r\n\t'.repeat((5 * 1024 ** 2) / 4),
    status: 422,
    message: /empty/,
  },
  {
    what: 'UTF-16 text',
    name: 'wide.json',
    content: () => Buffer.from(`\ufeff[${row()}]`, 'utf16le'),
    status: 415,
    message: /UTF-16/,
  },
];

export const PARTIALLY_ACCEPTED: readonly HostileFile[] = [
  {
    what: 'a JSON row of one key of 10 MB',
    name: 'key.json',
    content: () => `[{"${'k'.repeat(TEN_MEGABYTES)}":1}]`,
    status: 200,
    message: /longer than 1048576 bytes/,
    stored: 0,
  },
  {
    what: 'a JSON file of lists nested 100,000 deep',
    name: 'deep.json',
    content: () => deep('[', ']'),
    status: 200,
    message: /nested deeper than 32 levels/,
    stored: 0,
  },
  {
    what: 'a JSON row of 10 MB in one line',
    name: 'long.json',
    content: () => among('72', row({ company: 'x'.repeat(TEN_MEGABYTES) })),
    status: 200,
    message: /longer than 1048576 bytes/,
    stored: 2,
  },
  {
    what: 'a JSON row nested 100,000 deep',
    name: 'nested.json',
    content: () => among('73', `{"company":${deep('[', ']')}}`),
    status: 200,
    message: /nested deeper than 32 levels/,
    stored: 2,
  },
  {
    what: 'a JSON row with a number of a million digits',
    name: 'digits.json',
    content: () => among('74', row({ amount: 'AMOUNT' }).replace('"AMOUNT"', '9'.repeat(1_000_000))),
    status: 200,
    message: /longer than 64 characters/,
    stored: 2,
  },
  {
    what: 'a JSON row whose amount has an exponent of 999,999',
    name: 'exponent.json',
    content: () => among('75', row({ amount: 'AMOUNT' }).replace('"AMOUNT"', '1e999999')),
    status: 200,
    message: /has an exponent; write all digits/,
    stored: 2,
  },
  {
    what: 'a NACHA file with a line of 10 MB and NUL bytes',
    name: 'line.ach',
    content: () => {
      const records = nacha();
      records[2] = `${records[2]?.slice(0, 60)}\0${records[2]?.slice(61)}`;
      records.splice(3, 0, 'x'.repeat(TEN_MEGABYTES));
      return records.join('\n');
    },
    status: 200,
    message: /not a NACHA record, which begins with 1, 5, 6, 7, 8 or 9/,
    // NUL in a name: the entry is stored with a space in its place.
    stored: 2,
  },
];
