import { parseStoredEdits } from './use-policy-draft.ts';

describe('edits that this tab has kept', () => {
  it('are the ones that were left', () => {
    const edits = { sensitivity: 'high', numbers: { 'a.b': '12' }, switches: { a: null, c: 'Noise' } };
    expect(parseStoredEdits(edits)).toEqual(edits);
  });

  it('lose a sensitivity that there is not', () => {
    expect(parseStoredEdits({ sensitivity: 'loud', numbers: {}, switches: {} })).toEqual({
      sensitivity: null,
      numbers: {},
      switches: {},
    });
  });

  it.each([
    {},
    { numbers: {}, switches: 7 },
    { numbers: { a: 1 }, switches: {} },
    { numbers: null, switches: {} },
  ])('are given up when they make no sense: %j', (stored) => {
    expect(parseStoredEdits(stored)).toBeNull();
  });
});
