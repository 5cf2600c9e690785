import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import { draftText, type GroundedAnswer, groundAnswer, matchSections, parseAnswer } from './model-answer.ts';
import { type Message, type ModelAnswer, type ModelEndpoint, streamCompletion } from './model-endpoint.ts';
import { ModelFailure, type ModelLimits } from './model-failure.ts';
import { buildCorrectionPrompt, buildPrompt } from './model-prompt.ts';
import type { Pseudonyms } from './pseudonyms.ts';

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

/** A text is unusable when more than one of this many figures has no fact. */
const MAX_UNBOUND_DIVISOR = 3;

/**
 * Sends one request, and a second one that lists the statements without a fact. The better answer counts.
 *
 * @throws ModelFailure without a usable answer, or when too many statements have no fact
 */
export async function requestRewording(
  endpoint: ModelEndpoint,
  request: RewordingRequest,
): Promise<RewordingOutcome> {
  const messages = buildPrompt(request);
  const first = await sendMessages(endpoint, messages, request);
  const { promptTokens, completionTokens } = first;
  const firstRead = groundModelText(first.text, request);
  if (firstRead.unbound.length === 0) return { ...firstRead, promptTokens, completionTokens };
  const second = await orNull(() =>
    sendMessages(
      endpoint,
      [
        ...messages,
        { role: 'assistant', content: first.text },
        { role: 'user', content: buildCorrectionPrompt(firstRead.unbound, request.pseudonyms) },
      ],
      request,
    ),
  );
  const secondRead = second === null ? null : await orNull(() => groundModelText(second.text, request));
  const better =
    secondRead !== null && secondRead.unbound.length <= firstRead.unbound.length ? secondRead : firstRead;
  if (better.unbound.length * MAX_UNBOUND_DIVISOR > better.statedCount)
    throw new ModelFailure(
      'not_grounded',
      'The language model stated too many figures that are not in the ledger, also when told so.',
    );
  return {
    ...better,
    promptTokens: second === null ? promptTokens : addCounts(promptTokens, second.promptTokens),
    completionTokens:
      second === null ? completionTokens : addCounts(completionTokens, second.completionTokens),
  };
}

function sendMessages(
  endpoint: ModelEndpoint,
  messages: readonly Message[],
  request: RewordingRequest,
): Promise<ModelAnswer> {
  const { signal, limits } = request;
  let last = Number.NEGATIVE_INFINITY;
  const onText = async (answer: string) => {
    const now = performance.now();
    if (now - last < limits.draftMs) return;
    last = now;
    await request.onText(draftText(answer, request));
  };
  return streamCompletion(endpoint, { messages, signal, limits, onText });
}

/** The first answer stays when the second cannot be used. */
async function orNull<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
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
  if (matched === null)
    throw new ModelFailure(
      'unusable',
      'The language model did not keep to the sections of the report. A more capable model (OPENAI_MODEL) may.',
    );
  return groundAnswer(matched, request);
}

function addCounts(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}
