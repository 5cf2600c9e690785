import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { draftText, type GroundedAnswer, groundAnswer, matchSections, parseAnswer } from './model-answer.ts';
import { type Message, type ModelAnswer, type ModelEndpoint, streamCompletion } from './model-endpoint.ts';
import { ModelFailure, type ModelLimits } from './model-failure.ts';
import { buildCorrectionPrompt, buildPrompt } from './model-prompt.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Passes on the first call and then at most one in `everyMs`; the others are dropped, since each says all so far. */
function throttled(
  everyMs: number,
  pass: (text: string) => void | Promise<void>,
): (text: string) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (text) => {
    const now = performance.now();
    if (now - last < everyMs) return;
    last = now;
    await pass(text);
  };
}

export interface RewordingRequest {
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

export interface RewordingOutcome extends GroundedAnswer {
  promptTokens: number | null;
  completionTokens: number | null;
}

/** More than one figure in this many that no fact has, and the text is worth nothing. */
const MAX_UNBOUND_DIVISOR = 3;

/**
 * Asks once, and once more with the list of what no fact has. The better of the two answers counts.
 *
 * @throws ModelFailure when there is none, or too much of it is bound to nothing
 */
export async function requestRewording(
  endpoint: ModelEndpoint,
  request: RewordingRequest,
): Promise<RewordingOutcome> {
  const messages = buildPrompt(request);
  const first = await sendMessages(endpoint, messages, request);
  const firstRead = groundModelText(first.text, request);
  if (firstRead.unbound.length === 0) return { ...firstRead, ...tokensOf(first) };
  const second = await sendCorrection(endpoint, [...messages, { role: 'assistant', content: first.text }], {
    request,
    question: buildCorrectionPrompt(firstRead.unbound, request.pseudonyms),
  });
  const better = betterAnswer(firstRead, second?.read ?? null);
  if (better.unbound.length * MAX_UNBOUND_DIVISOR > better.statedCount) throw tooMuchUnbound();
  return { ...better, ...addTokens(tokensOf(first), second === null ? null : tokensOf(second.answer)) };
}

function sendMessages(
  endpoint: ModelEndpoint,
  messages: readonly Message[],
  request: RewordingRequest,
): Promise<ModelAnswer> {
  const show = throttled(request.limits.draftMs, (answer: string) =>
    request.onText(draftText(answer, request)),
  );
  return streamCompletion(endpoint, {
    messages,
    signal: request.signal,
    limits: request.limits,
    onText: show,
  });
}

/** The first answer stands when the second cannot be used; but nobody waits on when the time is over. */
async function sendCorrection(
  endpoint: ModelEndpoint,
  messages: readonly Message[],
  { request, question }: { request: RewordingRequest; question: string },
): Promise<{ answer: ModelAnswer; read: GroundedAnswer | null } | null> {
  try {
    const answer = await sendMessages(endpoint, [...messages, { role: 'user', content: question }], request);
    return { answer, read: groundModelTextOrNull(answer.text, request) };
  } catch (error) {
    if (error instanceof ModelFailure) return null;
    throw error;
  }
}

function groundModelTextOrNull(text: string, request: RewordingRequest): GroundedAnswer | null {
  try {
    return groundModelText(text, request);
  } catch (error) {
    if (error instanceof ModelFailure) return null;
    throw error;
  }
}

function groundModelText(text: string, request: RewordingRequest): GroundedAnswer {
  const matched = matchSections(parseAnswer(text), {
    document: request.document,
    promptTitle: (title) => request.pseudonyms.hide(title),
  });
  if (matched === null) {
    throw new ModelFailure(
      'unusable',
      'The language model did not keep to the sections of the report. A more capable model (OPENAI_MODEL) may.',
    );
  }
  return groundAnswer(matched, request);
}

function betterAnswer(first: GroundedAnswer, second: GroundedAnswer | null): GroundedAnswer {
  return second !== null && second.unbound.length <= first.unbound.length ? second : first;
}

type Tokens = Pick<RewordingOutcome, 'promptTokens' | 'completionTokens'>;

function tokensOf({ promptTokens, completionTokens }: ModelAnswer): Tokens {
  return { promptTokens, completionTokens };
}

function addTokens(first: Tokens, second: Tokens | null): Tokens {
  if (second === null) return first;
  return {
    promptTokens: addCounts(first.promptTokens, second.promptTokens),
    completionTokens: addCounts(first.completionTokens, second.completionTokens),
  };
}

function addCounts(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}

function tooMuchUnbound(): ModelFailure {
  return new ModelFailure(
    'not_grounded',
    'The language model stated too many figures that are not in the ledger, also when told so.',
  );
}
