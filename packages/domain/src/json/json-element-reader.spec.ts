import * as fc from 'fast-check';
import { JsonElementReader } from './json-element-reader.ts';
import { UnreadableElement } from './parse-json-elements.ts';
import { elementsOf, readJson, SMALL_BATCHES } from './testing/json-fixtures.ts';

describe('JSON import', () => {
  test('a JSON import reads the same rows from a list and from an object with a transactions list', () => {
    const rows = '[{"a":"1"},{"a":"2"}]';
    expect(elementsOf(rows)).toEqual([{ a: '1' }, { a: '2' }]);
    expect(elementsOf(`{"transactions":${rows}}`)).toEqual([{ a: '1' }, { a: '2' }]);
  });

  test('a JSON import skips other keys before and after the transactions list', () => {
    const before = '"exported":"2026","n":[1,{"transactions":[{"x":1}]},null],"e":{"q":"]}\\"["},"t":true,"m":-1.5e3';
    expect(elementsOf(`{${before},"transactions":[{"a":"1"}],"end":{"a":[[[]]]},"z":0}`)).toEqual([{ a: '1' }]);
    expect(elementsOf('{"\\u0074ransactions" : [ {"a":"1"} ] }')).toEqual([{ a: '1' }]);
    expect(elementsOf(`{"${'k'.repeat(10_000)}":1,"transactions":[{"a":"1"}]}`)).toEqual([{ a: '1' }]);
  });

  test('a JSON import reads no rows from an empty list', () => {
    expect(elementsOf(' [ ] ')).toEqual([]);
    expect(elementsOf('{"transactions": []}')).toEqual([]);
  });

  test('a JSON import keeps every digit of numbers', () => {
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

  test('a JSON import gives each row its position, first line and own text', () => {
    const file = '{\n"v": 1,\n"transactions": [\n  {"a":"1"},\n  {\n    "a":"2"\n  }, {"a":"3"}\n]}\n';
    expect(readJson(file, { limits: SMALL_BATCHES }).map(({ row, line, raw }) => [row, line, raw])).toEqual([
      [1, 4, '{"a":"1"}'],
      [2, 5, '{\n    "a":"2"\n  }'],
      [3, 7, '{"a":"3"}'],
    ]);
  });

  test('a JSON import removes a byte order mark and keeps multibyte characters whole', () => {
    const file = '\uFEFF[{"company":"Café Zürich 東京 😀"}]';
    expect(elementsOf(file, { chunkBytes: 1 })).toEqual([{ company: 'Café Zürich 東京 😀' }]);
  });

  test('a JSON import returns list elements that are not objects, so that they can be rejected', () => {
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

  test('a JSON import accepts all JSON whitespace between rows', () => {
    expect(elementsOf('\t[\r\n{"a"\t:\r"1"}\t,\r {"a":"2"}\r\t]\r\n\t')).toEqual([{ a: '1' }, { a: '2' }]);
  });

  test('a JSON import accepts numbers that begin with any digit', () => {
    const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
    expect(elementsOf(`[{"n":[${digits.join(',')}],"m":-1}]`)).toEqual([{ n: digits, m: '-1' }]);
  });

  test('a JSON import returns rows in batches of about the requested size, before the end of the file', () => {
    const reader = new JsonElementReader(SMALL_BATCHES);
    const row = '{"a":"12345678"}';
    const batches = reader.push(Buffer.from(`[${Array.from({ length: 10 }, () => row).join(',')}`));
    // Four rows and their commas are 67 bytes.
    expect(batches.map(({ elements, firstRow }) => [elements.length, firstRow])).toEqual([
      [4, 1],
      [4, 5],
    ]);
    expect(reader.push(Buffer.from(']')).map(({ elements, firstRow }) => [elements.length, firstRow])).toEqual([
      [2, 9],
    ]);
    expect(reader.end()).toEqual([]);
  });

  test('a JSON import reads the same rows for every chunk and batch boundary', () => {
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
          const whole = readJson(file, { limits: { ...SMALL_BATCHES, maxDepth: 9, maxElementBytes: 1e6 } });
          expect(
            readJson(file, { chunkBytes, limits: { ...SMALL_BATCHES, maxDepth: 9, maxElementBytes: 1e6 } }),
          ).toEqual(whole);
          expect(whole.map(({ element }) => element)).toEqual(rows.map(numbersAsText));
          expect(whole.map(({ raw }): unknown => JSON.parse(raw))).toEqual(JSON.parse(JSON.stringify(rows)));
        },
      ),
    );
  });

  test('a JSON import accepts nothing that JSON.parse rejects', () => {
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

  test('a JSON import rejects a repeated field name, an oversized row and a deeply nested row, but no other row', () => {
    const deep = `{"a":${'['.repeat(9)}${']'.repeat(9)}}`;
    const large = `{"a":"${'x'.repeat(500)}","n":[${'1,'.repeat(300)}1]}`;
    const file = `[{"a":"1"},{"amount":"1","amount":"2"},${large},{"a":"2"},${deep},{"a":"3"}]`;
    for (const chunkBytes of [1, 7, 1000]) {
      const rows = readJson(file, { chunkBytes, limits: SMALL_BATCHES });
      expect(rows.map(({ element }) => (element instanceof UnreadableElement ? element.reason : element))).toEqual([
        { a: '1' },
        expect.stringContaining('appears twice'),
        expect.stringContaining('longer than 200 bytes'),
        { a: '2' },
        expect.stringContaining('nested deeper than 4 levels'),
        { a: '3' },
      ]);
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test.each([1, 50, 1000])(
    'a JSON import accepts a row up to the limits of length and depth, reading %i bytes at a time',
    (chunkBytes) => {
      const long = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
      const rows = readJson(`[${long(200)},\n${long(201)},{"a":[[[1]]]},\n{"a":[[[[1]]]]}]`, {
        chunkBytes,
        limits: SMALL_BATCHES,
      });
      expect(rows.map(({ element }) => element instanceof UnreadableElement)).toEqual([false, true, false, true]);
      expect(rows.map(({ line, raw }) => [line, raw])).toEqual([
        [1, long(200)],
        [2, long(201)],
        [2, '{"a":[[[1]]]}'],
        [3, '{"a":[[[[1]]]]}'],
      ]);
    },
  );

  test('a JSON import reads a row of nearly a megabyte and its neighbors', () => {
    const long = Array.from({ length: 140_000 }, (_, index) => String(index)).join(' ');
    const rows = [{ a: '1' }, { a: long }, { a: '2' }];
    expect(elementsOf(JSON.stringify(rows), { chunkBytes: 100_000 })).toEqual(rows);
    expect(elementsOf(JSON.stringify([...rows, ...rows]), { chunkBytes: 1e7 })).toEqual([...rows, ...rows]);
  });

  test('a JSON import accepts a row nested 32 levels deep, but not 33', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const isReadable = elementsOf(`[${nested(32)},${nested(33)}]`).map(
      (element) => !(element instanceof UnreadableElement),
    );
    expect(isReadable).toEqual([true, false]);
  });

  test('a JSON import skips a row of 10 MB without keeping it in memory', () => {
    const rows = readJson(`[{"a":"${'x'.repeat(10_000_000)}"},{"a":"2"}]`);
    expect(rows[0]?.element).toBeInstanceOf(UnreadableElement);
    expect(rows[0]?.raw).toBe(`{"a":"${'x'.repeat(1024 - 6)}`);
    expect(rows[1]?.element).toEqual({ a: '2' });
  });

  test('a JSON import rejects a row nested 100,000 levels deep', () => {
    const rows = readJson(`[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}},{"a":"2"}]`);
    expect(rows[0]?.element).toBeInstanceOf(UnreadableElement);
    expect(rows[1]?.element).toEqual({ a: '2' });
  });

  test('a JSON import treats __proto__ as an ordinary field', () => {
    const [element] = elementsOf('[{"__proto__":{"polluted":"yes"},"a":"1"}]');
    expect(Object.hasOwn(element as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

function numbersAsText(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(text, (_, inner: unknown) => (typeof inner === 'number' ? JSON.stringify(inner) : inner));
}

function accepts(file: string): boolean {
  try {
    readJson(file);
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

// cspell:ignore ransactions
