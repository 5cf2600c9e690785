/** What each refusal means where the server has said nothing of its own. What is not here, the screen knows better. */
const WORDS: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Please sign in again.',
  403: 'Your role does not allow this.',
  408: 'The server took too long to answer. Please try again.',
  413: 'That is more than the server takes at a time.',
  429: 'Too many requests. Please wait a moment and try again.',
  502: 'A part of Clearwatch does not answer. It usually heals by itself within a minute.',
  503: 'A part of Clearwatch does not answer. It usually heals by itself within a minute.',
  504: 'The server took too long to answer. Please try again.',
  507: 'The server has run out of disk space.',
};

/** A longer one is a page of somebody in between. */
const LONGEST_SENTENCE = 2_000;

/** What the server itself has said for people; empty when it said nothing, or the answer is a proxy's page. */
export function sentenceIn(body: string): string {
  const text = body.trim();
  const isForPrograms = /^[<{[]/.test(text) || text.length > LONGEST_SENTENCE;
  return isForPrograms ? '' : text;
}

/** @returns null: the status alone says nothing that a person could use */
export function wordsOfStatus(status: number): string | null {
  return WORDS[status] ?? null;
}
