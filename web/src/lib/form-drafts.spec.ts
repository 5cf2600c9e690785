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

describe('form drafts', () => {
  afterEach(() => restoreDrafts(0));

  it('form drafts are described by kind, each kind once', () => {
    storeDraft('alert.7', NOTE);
    storeDraft('alert.8', NOTE);
    storeDraft('policy', '{}');
    expect(describeDrafts()).toEqual(['a review of an alert', 'changes to the detection policy']);
    storeDraft('policy', null);
    expect(describeDrafts()).toEqual(['a review of an alert']);
  });

  it('form drafts of an ended session wait in memory for the same user', () => {
    storeDraft('alert.7', NOTE);
    suspendDrafts(1);
    expect(Object.keys(sessionStorage)).toEqual([]);
    restoreDrafts(1);
    expect(readDraft('alert.7')).toBe(NOTE);
  });

  it('form drafts are never restored for another user, or for the first user after another', () => {
    storeDraft('alert.7', NOTE);
    suspendDrafts(1);
    restoreDrafts(2);
    expect(readDraft('alert.7')).toBeNull();
    restoreDrafts(1);
    expect(readDraft('alert.7')).toBeNull();
  });

  it('form drafts are cleared at sign-out, unlike other stored items', () => {
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

  it.each([[null], ['{"note":'], ['7'], ['null'], ['"note"']])(
    'a stored form draft counts as empty when its text is %s',
    (text) => {
      expect(parseDraft(text, readNote)).toBeNull();
    },
  );

  it('a stored form draft is parsed by its form', () => {
    expect(parseDraft(NOTE, readNote)).toBe('Half a sen');
    expect(parseDraft('{"note":7}', readNote)).toBe('');
  });
});
