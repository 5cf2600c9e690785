import { useSyncExternalStore } from 'react';

type Answer = 'confirmed' | 'canceled';

interface Question {
  answered: Promise<Answer>;
  answer: (answer: Answer) => void;
}

/** One dialog for all requests that wait for a code. */
let question: Question | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, or joins the open one. Without a dialog on the screen, the action is canceled. */
export function askForFreshCode(): Promise<Answer> {
  if (question === null) {
    if (listeners.size === 0) return Promise.resolve('canceled');
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const answer = (given: Answer): void => {
      setQuestion(null);
      resolve(given);
    };
    setQuestion({ answered: promise, answer });
  }
  return question?.answered ?? Promise.resolve('canceled');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // The session ended while the dialog was open.
    if (listeners.size === 0) question?.answer('canceled');
  };
}

/** Null while no request waits for a code. */
export const useFreshCodeQuestion = (): Question | null => useSyncExternalStore(subscribe, () => question);
