import { draftsInWords, forgetDrafts, keepDraft, readDraft, setDraftsAside, takeDraftsUp } from './drafts.ts';
import { readStored, textIn } from './use-draft.ts';

const NOTE = '{"outcome":null,"note":"Half a sen"}';

describe('drafts', () => {
  afterEach(() => takeDraftsUp(0));

  it('are called by their kind, each once', () => {
    keepDraft('alert.7', NOTE);
    keepDraft('alert.8', NOTE);
    keepDraft('policy', '{}');
    expect(draftsInWords()).toEqual(['a decision on an alert', 'changes of the detection policy']);
    keepDraft('policy', null);
    expect(draftsInWords()).toEqual(['a decision on an alert']);
  });

  it('of a session that ended under its user wait for him, outside of the browser’s storage', () => {
    keepDraft('alert.7', NOTE);
    setDraftsAside(1);
    expect(Object.keys(sessionStorage)).toEqual([]);
    takeDraftsUp(1);
    expect(readDraft('alert.7')).toBe(NOTE);
  });

  it('are never given to somebody else, nor to the first one after somebody else', () => {
    keepDraft('alert.7', NOTE);
    setDraftsAside(1);
    takeDraftsUp(2);
    expect(readDraft('alert.7')).toBeNull();
    takeDraftsUp(1);
    expect(readDraft('alert.7')).toBeNull();
  });

  it('leave at sign-out, and nothing else of the tab does', () => {
    sessionStorage.setItem('something.else', '1');
    keepDraft('alert.7', NOTE);
    forgetDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['something.else']);
    takeDraftsUp(1);
    expect(readDraft('alert.7')).toBeNull();
  });
});

describe('a draft as it is stored', () => {
  const readNote = (stored: Readonly<Record<string, unknown>>): string => textIn(stored, 'note');

  it.each([[null], ['{"note":'], ['7'], ['null'], ['"note"']])('says nothing when it is %s', (text) => {
    expect(readStored(text, readNote)).toBeNull();
  });

  it('is read by its form', () => {
    expect(readStored(NOTE, readNote)).toBe('Half a sen');
    expect(readStored('{"note":7}', readNote)).toBe('');
  });
});
