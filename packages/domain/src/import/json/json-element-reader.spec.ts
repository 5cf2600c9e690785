import * as fc from 'fast-check';
import type { ElementBatch } from './element-batch.ts';
import { ImportFileError } from './import-file-error.ts';
import { DEFAULT_JSON_LIMITS, JsonElementReader, type JsonReaderLimits } from './json-element-reader.ts';
import { UnreadableElement } from './unreadable-element.ts';

interface ReadRow {
  element: unknown;
  row: number;
  line: number;
  raw: string;
}

function read(
  file: string | Uint8Array,
  {
    chunkBytes = 1 << 16,
    limits = DEFAULT_JSON_LIMITS,
  }: { chunkBytes?: number; limits?: JsonReaderLimits } = {},
): ReadRow[] {
  const bytes = Buffer.from(file);
  const reader = new JsonElementReader(limits);
  const batches: ElementBatch[] = [];
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    batches.push(...reader.push(bytes.subarray(from, from + chunkBytes)));
  }
  batches.push(...reader.end());
  return batches.flatMap(({ elements, firstRow, lines }, batch) =>
    elements.map((element, index) => ({
      element,
      row: firstRow + index,
      line: lines[index] ?? 0,
      raw: batches[batch]?.raw(index) ?? '',
    })),
  );
}

function elementsOf(file: string | Uint8Array, options: Parameters<typeof read>[1] = {}): unknown[] {
  return read(file, options).map(({ element }) => element);
}

function failureOf(file: string | Uint8Array): Pick<ImportFileError, 'code' | 'line' | 'message'> {
  try {
    read(file);
  } catch (error) {
    if (error instanceof ImportFileError)
      return { code: error.code, line: error.line, message: error.message };
    throw error;
  }
  throw new Error('the file was expected to be refused');
}

/** Batches of a few elements, so that small files cross their borders too. */
const SMALL: JsonReaderLimits = { maxElementBytes: 200, maxDepth: 4, batchBytes: 64 };

describe('reading a JSON import', () => {
  test('a list of objects and an object with a list under transactions give the same rows', () => {
    const rows = '[{"a":"1"},{"a":"2"}]';
    expect(elementsOf(rows)).toEqual([{ a: '1' }, { a: '2' }]);
    expect(elementsOf(`{"transactions":${rows}}`)).toEqual([{ a: '1' }, { a: '2' }]);
  });

  test('other keys before and after the list are passed over, whatever they hold', () => {
    const before =
      '"exported":"2026","n":[1,{"transactions":[{"x":1}]},null],"e":{"q":"]}\\"["},"t":true,"m":-1.5e3';
    expect(elementsOf(`{${before},"transactions":[{"a":"1"}],"end":{"a":[[[]]]},"z":0}`)).toEqual([
      { a: '1' },
    ]);
    expect(elementsOf('{"\\u0074ransactions" : [ {"a":"1"} ] }')).toEqual([{ a: '1' }]);
    expect(elementsOf(`{"${'k'.repeat(10_000)}":1,"transactions":[{"a":"1"}]}`)).toEqual([{ a: '1' }]);
  });

  test('an empty list has no rows', () => {
    expect(elementsOf(' [ ] ')).toEqual([]);
    expect(elementsOf('{"transactions": []}')).toEqual([]);
  });

  test('numbers keep every digit that stands in the file', () => {
    const [element] = elementsOf(
      '[{"amount":12345678901234567890.12,"a":1.10,"n":[-0.0,1e400],"text":"\\"amount\\":1.5, 2","\\u0062":7,"f":false}]',
    );
    expect(element).toEqual({
      amount: '12345678901234567890.12',
      a: '1.10',
      b: '7',
      n: ['-0.0', '1e400'],
      text: '"amount":1.5, 2',
      f: false,
    } satisfies Record<string, unknown>);
  });

  test('rows carry their position, the line of their first byte and their own text', () => {
    const file = '{\n"v": 1,\n"transactions": [\n  {"a":"1"},\n  {\n    "a":"2"\n  }, {"a":"3"}\n]}\n';
    expect(read(file, { limits: SMALL }).map(({ row, line, raw }) => [row, line, raw])).toEqual([
      [1, 4, '{"a":"1"}'],
      [2, 5, '{\n    "a":"2"\n  }'],
      [3, 7, '{"a":"3"}'],
    ]);
  });

  test('a byte order mark is stripped, texts outside ASCII and of several bytes arrive whole', () => {
    const file = '\uFEFF[{"company":"Café Zürich 東京 😀"}]';
    expect(elementsOf(file, { chunkBytes: 1 })).toEqual([{ company: 'Café Zürich 東京 😀' }]);
  });

  test('elements that are no objects are handed over for rejection', () => {
    expect(elementsOf('[1,"two",null,true,[3],{"a":"4"},-0.5]')).toEqual([
      1,
      'two',
      null,
      true,
      ['3'],
      { a: '4' },
      -0.5,
    ]);
  });

  test('blanks of every kind may stand between rows', () => {
    expect(elementsOf('\t[\r\n{"a"\t:\r"1"}\t,\r {"a":"2"}\r\t]\r\n\t')).toEqual([{ a: '1' }, { a: '2' }]);
  });

  test('every digit can begin a number', () => {
    const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
    expect(elementsOf(`[{"n":[${digits.join(',')}],"m":-1}]`)).toEqual([{ n: digits, m: '-1' }]);
  });

  test('rows are handed on in batches of about so many bytes, not at the end', () => {
    const reader = new JsonElementReader(SMALL);
    const row = '{"a":"12345678"}';
    const batches = reader.push(Buffer.from(`[${Array.from({ length: 10 }, () => row).join(',')}`));
    // Four rows and their commas are 67 bytes.
    expect(batches.map(({ elements, firstRow }) => [elements.length, firstRow])).toEqual([
      [4, 1],
      [4, 5],
    ]);
    expect(
      reader.push(Buffer.from(']')).map(({ elements, firstRow }) => [elements.length, firstRow]),
    ).toEqual([[2, 9]]);
    expect(reader.end()).toEqual([]);
  });

  test('however the bytes are cut, and wherever batches end, the rows are the same', () => {
    const row = fc.dictionary(fc.string({ unit: 'binary', maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 5,
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(3),
        (rows, chunkBytes, indent) => {
          const file = JSON.stringify({ v: 1, transactions: rows }, null, indent);
          const whole = read(file, { limits: { ...SMALL, maxDepth: 9, maxElementBytes: 1e6 } });
          expect(read(file, { chunkBytes, limits: { ...SMALL, maxDepth: 9, maxElementBytes: 1e6 } })).toEqual(
            whole,
          );
          expect(whole.map(({ element }) => element)).toEqual(rows.map(numbersAsText));
          expect(whole.map(({ raw }): unknown => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(rows)));
        },
      ),
    );
  });

  test('it accepts nothing that JSON.parse refuses', () => {
    const pieces = [
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      '"',
      '\u0001',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const file = `[{"k":${parts.join('')}}]`;
        const isJson = parses(file);
        expect(accepts(file)).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  test('a repeated field name, an oversized row and a nested row are rejected without harm to the others', () => {
    const deep = `{"a":${'['.repeat(9)}${']'.repeat(9)}}`;
    const large = `{"a":"${'x'.repeat(500)}","n":[${'1,'.repeat(300)}1]}`;
    const file = `[{"a":"1"},{"amount":"1","amount":"2"},${large},{"a":"2"},${deep},{"a":"3"}]`;
    for (const chunkBytes of [1, 7, 1000]) {
      const rows = read(file, { chunkBytes, limits: SMALL });
      expect(
        rows.map(({ element }) => (element instanceof UnreadableElement ? element.reason : element)),
      ).toEqual([
        { a: '1' },
        expect.stringContaining('stands twice'),
        expect.stringContaining('longer than 200 bytes'),
        { a: '2' },
        expect.stringContaining('nested deeper than 4 levels'),
        { a: '3' },
      ]);
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test.each([1, 50, 1000])(
    'a row may be as long and as deep as the limit and no more, read by %i bytes',
    (chunkBytes) => {
      const long = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
      const rows = read(`[${long(200)},\n${long(201)},{"a":[[[1]]]},\n{"a":[[[[1]]]]}]`, {
        chunkBytes,
        limits: SMALL,
      });
      expect(rows.map(({ element }) => element instanceof UnreadableElement)).toEqual([
        false,
        true,
        false,
        true,
      ]);
      expect(rows.map(({ line, raw }) => [line, raw])).toEqual([
        [1, long(200)],
        [2, long(201)],
        [2, '{"a":[[[1]]]}'],
        [3, '{"a":[[[[1]]]]}'],
      ]);
    },
  );

  test('a row of nearly a megabyte is read whole, and so are those around it', () => {
    const long = Array.from({ length: 140_000 }, (_, index) => String(index)).join(' ');
    const rows = [{ a: '1' }, { a: long }, { a: '2' }];
    expect(elementsOf(JSON.stringify(rows), { chunkBytes: 100_000 })).toEqual(rows);
    expect(elementsOf(JSON.stringify([...rows, ...rows]), { chunkBytes: 1e7 })).toEqual([...rows, ...rows]);
  });

  test('a row may be nested 32 levels deep', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const isReadable = elementsOf(`[${nested(32)},${nested(33)}]`).map(
      (element) => !(element instanceof UnreadableElement),
    );
    expect(isReadable).toEqual([true, false]);
  });

  test('a row of 10 MB is passed over without being held', () => {
    const rows = read(`[{"a":"${'x'.repeat(10_000_000)}"},{"a":"2"}]`);
    expect(rows[0]?.element).toBeInstanceOf(UnreadableElement);
    expect(rows[0]?.raw).toBe(`{"a":"${'x'.repeat(1024 - 6)}`);
    expect(rows[1]?.element).toEqual({ a: '2' });
  });

  test('a nesting of 100,000 levels rejects its row', () => {
    const rows = read(`[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}},{"a":"2"}]`);
    expect(rows[0]?.element).toBeInstanceOf(UnreadableElement);
    expect(rows[1]?.element).toEqual({ a: '2' });
  });

  test('__proto__ is a field like any other and changes nothing', () => {
    const [element] = elementsOf('[{"__proto__":{"polluted":"yes"},"a":"1"}]');
    expect(Object.hasOwn(element as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each([
    ['an empty file', '', 'empty_file', 1],
    ['only blanks', ' \n\n ', 'empty_file', 3],
    ['only a byte order mark', '\uFEFF', 'empty_file', 1],
    ['a text', '"hello"', 'not_json', 1],
    ['a number', '12', 'not_json', 1],
    ['something that is no JSON', 'company,amount\n', 'not_json', 1],
    ['an object without transactions', '{"a":\n1}', 'no_transactions', 2],
    ['an empty object', '{}', 'no_transactions', 1],
    ['a single row without a list', '{"memberId":"1","amount":"2"}\n{"memberId":"2"}', 'no_transactions', 1],
    ['transactions that are no list', '{"transactions":{"a":1}}', 'no_transactions', 1],
    ['two lists of transactions', '{"transactions":[],\n"transactions":[]}', 'not_json', 2],
    ['a list cut off between rows', '[{"a":"1"},\n{"a":"2"},\n', 'truncated', 3],
    ['a list cut off within a row', '[{"a":"1"},\n{"a":"2', 'truncated', 2],
    ['a list cut off within a row of several lines', '[{"a":"1"},\n{\n"a":\n', 'truncated', 2],
    ['a name without quotes', '{transactions:[{"a":"1"}]}', 'not_json', 1],
    ['a name without a colon', '{"transactions" [{"a":"1"}]}', 'not_json', 1],
    ['names without a comma', '{"a":"1"\n"transactions":[{"a":"1"}]}', 'not_json', 2],
    ['a word that is no value', '{"a":x,"transactions":[{"a":"1"}]}', 'not_json', 1],
    ['a number that ends in a point', '[{"a":"1"},\n{"a":1.}]', 'not_json', 2],
    ['a number that ends in an exponent', '[{"a":"1"},\n{"a":1e}]', 'not_json', 2],
    ['a number for a field name, and a blank', '[{"a":"1"},\n{1 :"a"}]', 'not_json', 2],
    ['a number for a field name, and a line end', '[{"a":"1"},\n{1\n  :"a"}]', 'not_json', 2],
    ['an object cut off after its list', '{"transactions":[{"a":"1"}]\n', 'truncated', 2],
    ['something after the end', '[{"a":"1"}]\n[{"a":"2"}]', 'trailing_data', 2],
    ['a missing comma', '[{"a":"1"}\n{"a":"2"}]', 'not_json', 2],
    ['a comma too much', '[{"a":"1"},\n]', 'not_json', 2],
    ['a broken row among good ones', '[{"a":"1"},\n{"a":"2"},\n{"a":},\n{"a":"4"}]', 'not_json', 3],
    ['a number that is none', '[{"a":"1"},\n{"a":01}]', 'not_json', 2],
    ['a number for a field name', '[{"a":"1"},\n{1:"a"}]', 'not_json', 2],
    ['an unclosed text', '[{"a":"1"},\n{"a":"2},\n{"a":"3"}]', 'not_json', 2],
    ['a NUL inside a text', '[{"a":"1"},\n{"a":"\u0000"}]', 'not_json', 2],
    ['a NUL outside of texts', '[{"a":"1"},\n\u0000{"a":"2"}]', 'not_json', 2],
    ['brackets that do not match', '[{"a":"1"},\n{"a":[1}}]', 'not_json', 2],
  ])('%s is refused with its line and advice', (_, file, code, line) => {
    const failure = failureOf(file);
    expect(failure).toMatchObject({ code, line });
    expect(failure.message).toMatch(/^Line \d+: .{20,}\.$/);
  });

  test('what does not begin like JSON is told so', () => {
    for (const file of ['company,amount\n', '(1)', '"hello"'])
      expect(failureOf(file).message).toContain('does not begin with [ or {');
  });

  test.each([
    ['UTF-16 with mark', Buffer.from('\uFEFF[{"a":"1"}]', 'utf16le')],
    ['UTF-16 without mark', Buffer.from('[{"a":"1"}]', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\uFEFF[{"a":"1"}]', 'utf16le').swap16()],
  ])('%s is named', (_, file) => {
    expect(failureOf(file)).toMatchObject({
      code: 'wrong_encoding',
      line: 1,
      message: expect.stringContaining('UTF-16'),
    });
  });

  test('bytes of another encoding are refused with the line of their row, not replaced', () => {
    const file = Buffer.concat([
      Buffer.from('[{"a":"1"},\n{"a":"Caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}]'),
    ]);
    expect(failureOf(file)).toMatchObject({ code: 'wrong_encoding', line: 2 });
  });

  test('its messages never quote the file', () => {
    expect(failureOf('[{"account":"SECRET-4711" "x"}]').message).not.toContain('SECRET');
  });
});

function numbersAsText(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_, inner: unknown) => (typeof inner === 'number' ? JSON.stringify(inner) : inner));
}

function accepts(file: string): boolean {
  try {
    read(file);
    return true;
  } catch {
    return false;
  }
}

function parses(file: string): boolean {
  try {
    JSON.parse(file);
    return true;
  } catch {
    return false;
  }
}
