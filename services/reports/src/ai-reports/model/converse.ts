import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { type Answer, askModel, type Message } from './endpoint/ask-model.ts';
import type { ModelEndpoint } from './endpoint/open-endpoint.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelLimits } from './model-limits.ts';
import { draftText } from './reading/draft-text.ts';
import { type GroundedAnswer, groundAnswer } from './reading/ground-answer.ts';
import { matchSections } from './reading/match-sections.ts';
import { readAnswer } from './reading/read-answer.ts';
import { spacedOut } from './spaced-out.ts';
import type { Pseudonyms } from './telling/pseudonyms.ts';
import { tellModel, tellUnbound } from './telling/tell-model.ts';

export interface Conversation {
  type: ReportType;
  document: ReportDocument;
  facts: readonly Fact[];
  prompt: string | null;
  pseudonyms: Pseudonyms;
  isKnownWord: (word: string) => boolean;
  signal: AbortSignal;
  limits: ModelLimits;
  onText: (text: string) => void | Promise<void>;
}

export interface Outcome extends GroundedAnswer {
  promptTokens: number | null;
  completionTokens: number | null;
}

/** More than one figure in this many that no fact has, and the text is worth nothing. */
const BELIEVABLE = 3;

/**
 * Asks once, and once more with the list of what no fact has. The better of the two answers counts.
 *
 * @throws ModelFailure when there is none, or too much of it is bound to nothing
 */
export async function converse(endpoint: ModelEndpoint, told: Conversation): Promise<Outcome> {
  const messages = tellModel(told);
  const first = await ask(endpoint, messages, told);
  const firstRead = read(first.text, told);
  if (firstRead.unbound.length === 0) return { ...firstRead, ...tokensOf(first) };
  const second = await askAgain(endpoint, [...messages, { role: 'assistant', content: first.text }], {
    told,
    asked: tellUnbound(firstRead.unbound, told.pseudonyms),
  });
  const better = betterOf(firstRead, second?.read ?? null);
  if (better.unbound.length * BELIEVABLE > better.stated) throw tooMuchUnbound();
  return { ...better, ...added(tokensOf(first), second === null ? null : tokensOf(second.answer)) };
}

function ask(endpoint: ModelEndpoint, messages: readonly Message[], told: Conversation): Promise<Answer> {
  const show = spacedOut(told.limits.draftMs, (answer: string) => told.onText(draftText(answer, told)));
  return askModel(endpoint, { messages, signal: told.signal, limits: told.limits, onText: show });
}

/** The first answer stands when the second cannot be used; but nobody waits on when the time is over. */
async function askAgain(
  endpoint: ModelEndpoint,
  messages: readonly Message[],
  { told, asked }: { told: Conversation; asked: string },
): Promise<{ answer: Answer; read: GroundedAnswer | null } | null> {
  try {
    const answer = await ask(endpoint, [...messages, { role: 'user', content: asked }], told);
    return { answer, read: readOrNull(answer.text, told) };
  } catch (error) {
    if (error instanceof ModelFailure) return null;
    throw error;
  }
}

function readOrNull(text: string, told: Conversation): GroundedAnswer | null {
  try {
    return read(text, told);
  } catch (error) {
    if (error instanceof ModelFailure) return null;
    throw error;
  }
}

function read(text: string, told: Conversation): GroundedAnswer {
  const matched = matchSections(readAnswer(text), {
    document: told.document,
    titleTold: (title) => told.pseudonyms.hide(title),
  });
  if (matched === null) {
    throw new ModelFailure(
      'unusable',
      'The language model did not keep to the sections of the report. A more capable model (OPENAI_MODEL) may.',
    );
  }
  return groundAnswer(matched, told);
}

function betterOf(first: GroundedAnswer, second: GroundedAnswer | null): GroundedAnswer {
  return second !== null && second.unbound.length <= first.unbound.length ? second : first;
}

type Tokens = Pick<Outcome, 'promptTokens' | 'completionTokens'>;

function tokensOf({ promptTokens, completionTokens }: Answer): Tokens {
  return { promptTokens, completionTokens };
}

function added(first: Tokens, second: Tokens | null): Tokens {
  if (second === null) return first;
  return {
    promptTokens: sum(first.promptTokens, second.promptTokens),
    completionTokens: sum(first.completionTokens, second.completionTokens),
  };
}

function sum(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}

function tooMuchUnbound(): ModelFailure {
  return new ModelFailure(
    'not_grounded',
    'The language model stated too many figures that are not in the ledger, also when told so.',
  );
}
