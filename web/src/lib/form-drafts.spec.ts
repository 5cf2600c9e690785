import {
  clearDrafts,
  describeDrafts,
  parseDraft,
  readDraft,
  readDraftText,
  restoreDrafts,
  storeDraft,
  suspendDrafts,
} from './form-drafts.ts';

const NOTE = '{"outcome":null,"note":"Half a sen"}';

describe('drafts', () => {
  afterEach(() => restoreDrafts(0));

  it('are described by kind, each once', () => {
    storeDraft('alert.7', NOTE);
    storeDraft('alert.8', NOTE);
    storeDraft('policy', '{}');
    expect(describeDrafts()).toEqual(['a review of an alert', 'changes to the detection policy']);
    storeDraft('policy', null);
    expect(describeDrafts()).toEqual(['a review of an alert']);
  });

  it('of an ended session wait in memory for the same user', () => {
    storeDraft('alert.7', NOTE);
    suspendDrafts(1);
    expect(Object.keys(sessionStorage)).toEqual([]);
    restoreDrafts(1);
    expect(readDraft('alert.7')).toBe(NOTE);
  });

  it('are never restored for another user, or for the first user after another', () => {
    storeDraft('alert.7', NOTE);
    suspendDrafts(1);
    restoreDrafts(2);
    expect(readDraft('alert.7')).toBeNull();
    restoreDrafts(1);
    expect(readDraft('alert.7')).toBeNull();
  });

  it('are cleared at sign-out, unlike other stored items', () => {
    sessionStorage.setItem('something.else', '1');
    storeDraft('alert.7', NOTE);
    clearDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['something.else']);
    restoreDrafts(1);
    expect(readDraft('alert.7')).toBeNull();
  });
});

describe('a stored draft', () => {
  const readNote = (stored: Readonly<Record<string, unknown>>): string => readDraftText(stored, 'note');

  it.each([[null], ['{"note":'], ['7'], ['null'], ['"note"']])('is empty when it is %s', (text) => {
    expect(parseDraft(text, readNote)).toBeNull();
  });

  it('is parsed by its form', () => {
    expect(parseDraft(NOTE, readNote)).toBe('Half a sen');
    expect(parseDraft('{"note":7}', readNote)).toBe('');
  });
});
