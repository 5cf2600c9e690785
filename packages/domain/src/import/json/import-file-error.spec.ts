import { failureOf } from '../testing/read-json.ts';

describe('a file that cannot be read', () => {
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
