import { importErrorOf } from '../json/testing/json-fixtures.ts';
import { byteOrderMarkLength } from './import-file-error.ts';

describe('file encoding', () => {
  test.each([
    ['nothing', [], 0],
    ['one byte', [0x5b], 0],
    ['one zero byte, which is ambiguous', [0], 0],
    ['the UTF-8 byte order mark', [0xef, 0xbb, 0xbf, 0x5b], 3],
    ['only the UTF-8 byte order mark', [0xef, 0xbb, 0xbf], 3],
    ['the first bytes of the UTF-8 mark', [0xef, 0xbb, 0x5b], 0],
    ['the first and last byte of the UTF-8 mark', [0xef, 0x5b, 0xbf], 0],
    ['the last bytes of the UTF-8 mark', [0x5b, 0xbb, 0xbf], 0],
    ['bytes similar to the little-endian UTF-16 mark', [0xff, 0xff, 0x41, 0x42], 0],
    ['bytes similar to the big-endian UTF-16 mark', [0xfe, 0xfe, 0x41, 0x42], 0],
    ['the first byte of a UTF-16 mark before text', [0xff, 0x41, 0x42, 0x43], 0],
    ['the second byte of a UTF-16 mark before text', [0x41, 0xff, 0x42, 0x43], 0],
    ['only zero bytes', [0, 0, 0, 0], 0],
    ['text followed by zero bytes', [0x41, 0x42, 0, 0], 0],
    ['zero bytes without a mark after them', [0, 0, 0xff, 0x41], 0],
  ])('the byte order mark of a file has the expected length for %s', (_, bytes, length) => {
    expect(byteOrderMarkLength(Buffer.from(bytes))).toBe(length);
  });

  test.each([
    ['UTF-16 with a mark, low byte first', [0xff, 0xfe, 0x5b, 0]],
    ['UTF-16 with a mark, high byte first', [0xfe, 0xff, 0, 0x5b]],
    ['UTF-16 without a mark, low byte first', [0x5b, 0]],
    ['UTF-16 without a mark, high byte first', [0, 0x5b]],
    ['UTF-32 with a mark, high byte first', [0, 0, 0xfe, 0xff]],
    ['UTF-32 with a mark, low byte first', [0xff, 0xfe, 0, 0]],
  ])('an import file encoded in %s is rejected', (_, bytes) => {
    expect(() => byteOrderMarkLength(Buffer.from(bytes))).toThrow(/UTF-8/);
  });
});

describe('unreadable import files', () => {
  test.each([
    ['an empty file', '', 'empty_file', 1],
    ['only spaces and line feeds', ' \n\n ', 'empty_file', 3],
    ['only a byte order mark', '\uFEFF', 'empty_file', 1],
    ['a text', '"hello"', 'not_json', 1],
    ['a number', '12', 'not_json', 1],
    ['text that is not JSON', 'company,amount\n', 'not_json', 1],
    ['an object without transactions', '{"a":\n1}', 'no_transactions', 2],
    ['an empty object', '{}', 'no_transactions', 1],
    ['a single row without a list', '{"memberId":"1","amount":"2"}\n{"memberId":"2"}', 'no_transactions', 1],
    ['transactions that are not a list', '{"transactions":{"a":1}}', 'no_transactions', 1],
    ['two lists of transactions', '{"transactions":[],\n"transactions":[]}', 'not_json', 2],
    ['a list truncated between rows', '[{"a":"1"},\n{"a":"2"},\n', 'truncated', 3],
    ['a list truncated within a row', '[{"a":"1"},\n{"a":"2', 'truncated', 2],
    ['a list truncated within a row of several lines', '[{"a":"1"},\n{\n"a":\n', 'truncated', 2],
    ['a name without quotes', '{transactions:[{"a":"1"}]}', 'not_json', 1],
    ['a name without a colon', '{"transactions" [{"a":"1"}]}', 'not_json', 1],
    ['names without a comma', '{"a":"1"\n"transactions":[{"a":"1"}]}', 'not_json', 2],
    ['a word that is not a value', '{"a":x,"transactions":[{"a":"1"}]}', 'not_json', 1],
    ['a number that ends in a point', '[{"a":"1"},\n{"a":1.}]', 'not_json', 2],
    ['a number that ends in an exponent', '[{"a":"1"},\n{"a":1e}]', 'not_json', 2],
    ['a number for a field name, and a space', '[{"a":"1"},\n{1 :"a"}]', 'not_json', 2],
    ['a number for a field name, and a line end', '[{"a":"1"},\n{1\n  :"a"}]', 'not_json', 2],
    ['an object truncated after its list', '{"transactions":[{"a":"1"}]\n', 'truncated', 2],
    ['data after the end', '[{"a":"1"}]\n[{"a":"2"}]', 'trailing_data', 2],
    ['a missing comma', '[{"a":"1"}\n{"a":"2"}]', 'not_json', 2],
    ['an extra comma', '[{"a":"1"},\n]', 'not_json', 2],
    ['a broken row among good ones', '[{"a":"1"},\n{"a":"2"},\n{"a":},\n{"a":"4"}]', 'not_json', 3],
    ['an invalid number', '[{"a":"1"},\n{"a":01}]', 'not_json', 2],
    ['a number for a field name', '[{"a":"1"},\n{1:"a"}]', 'not_json', 2],
    ['an unclosed text', '[{"a":"1"},\n{"a":"2},\n{"a":"3"}]', 'not_json', 2],
    ['a NUL inside a text', '[{"a":"1"},\n{"a":"\u0000"}]', 'not_json', 2],
    ['a NUL outside texts', '[{"a":"1"},\n\u0000{"a":"2"}]', 'not_json', 2],
    ['brackets that do not match', '[{"a":"1"},\n{"a":[1}}]', 'not_json', 2],
  ])('an unreadable JSON file is rejected with its line and advice: %s', (_, file, code, line) => {
    const failure = importErrorOf(file);
    expect(failure).toMatchObject({ code, line });
    expect(failure.message).toMatch(/^Line \d+: .{20,}\.$/);
  });

  test('the import error says when a file does not begin like JSON', () => {
    for (const file of ['company,amount\n', '(1)', '"hello"'])
      expect(importErrorOf(file).message).toContain('does not begin with [ or {');
  });

  test.each([
    ['UTF-16 with mark', Buffer.from('\uFEFF[{"a":"1"}]', 'utf16le')],
    ['UTF-16 without mark', Buffer.from('[{"a":"1"}]', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\uFEFF[{"a":"1"}]', 'utf16le').swap16()],
  ])('the import error names the wrong encoding: %s', (_, file) => {
    expect(importErrorOf(file)).toMatchObject({
      code: 'wrong_encoding',
      line: 1,
      message: expect.stringContaining('UTF-16'),
    });
  });

  test('bytes of another encoding in an import file are rejected with the line of their row, not replaced', () => {
    const file = Buffer.concat([Buffer.from('[{"a":"1"},\n{"a":"Caf'), Buffer.from([0xe9]), Buffer.from('"}]')]);
    expect(importErrorOf(file)).toMatchObject({ code: 'wrong_encoding', line: 2 });
  });

  test('import error messages never quote the file', () => {
    expect(importErrorOf('[{"account":"SECRET-4711" "x"}]').message).not.toContain('SECRET');
  });
});
