import { parseStoredDraft, withoutUnchanged } from './section-drafts.tsx';

const SAVED = { name: 'Harbor', routing: null as string | null, lines: ['a'], days: 7, isOn: true };
const stored = (changes: unknown, basedOn: unknown = 2) => parseStoredDraft({ basedOn, changes }, SAVED);

describe('changes stored in a tab', () => {
  it('unsaved settings stored in the tab keep only existing fields with a value of the same type', () => {
    expect(stored({ name: 'Light', routing: '021000021', lines: [], days: 3, isOn: false })).toEqual({
      basedOn: 2,
      changes: { name: 'Light', routing: '021000021', lines: [], days: 3, isOn: false },
    });
    expect(stored({ routing: null, gone: 1 })?.changes).toEqual({ routing: null });
    expect(stored({ name: 7, routing: ['x'], lines: 'a', days: '3', isOn: null })?.changes).toEqual({});
    expect(stored({ lines: [1], days: { a: 1 } })?.changes).toEqual({});
  });

  it.each([[{}], [{ basedOn: 1 }], [{ basedOn: '1', changes: {} }], [{ basedOn: 1, changes: null }]])(
    'unsaved settings stored in the tab are ignored when malformed: %j',
    (stored) => {
      expect(parseStoredDraft(stored, SAVED)).toBeNull();
    },
  );

  it('unsaved settings leave out fields that equal the saved values', () => {
    expect(withoutUnchanged({ name: 'Harbor', lines: ['a'], days: 8 }, SAVED)).toEqual({ days: 8 });
  });
});
