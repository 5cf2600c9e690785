import { parseStoredMapping } from './csv-mapping-fields.tsx';
import { aMapping } from './testing/import-screen-fixtures.ts';

const guessed = aMapping();
const stored = (over: object = {}): Record<string, unknown> =>
  JSON.parse(JSON.stringify(Object.assign({}, guessed, over))) as Record<string, unknown>;

describe('stored mapping edit', () => {
  it('a stored mapping edit is restored', () => {
    expect(parseStoredMapping(stored(), guessed)).toEqual(guessed);
  });

  it.each([
    { columns: 'none' },
    { columns: [{ column: '4', field: 'company' }] },
    { columns: [null] },
    { hasHeader: 'yes' },
    { delimiter: 7 },
  ])('a stored mapping edit is dropped when it is invalid: %j', (over) => {
    expect(parseStoredMapping(stored(over), guessed)).toBeNull();
  });
});
