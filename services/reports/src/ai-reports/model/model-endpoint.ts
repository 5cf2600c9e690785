import { AnswerTooLarge, outboundFetch } from '@clearwatch/service-kit/http/outbound-client';
import { APIConnectionTimeoutError, APIError, BadRequestError, OpenAI, UnprocessableEntityError } from 'openai';
import type { ReportsEnvironment } from '../../reports-environment.ts';
import { draftText, type GroundedAnswer, groundAnswer, matchSections, parseAnswer } from './model-answer.ts';
import { type FailureCause, ModelFailure, type ModelLimits } from './model-failure.ts';
import { buildCorrectionPrompt, buildPrompt, type Message, type RewordingRequest } from './model-prompt.ts';

type ModelEndpoint = ReturnType<typeof openEndpoint>;

const OPENAI_URL = 'https://api.openai.com/v1';
/** A streamed answer has about 200 bytes around each word. */
const MAX_ANSWER_BYTES = 32 * 1024 ** 2;
/** The client library requires a key, but local endpoints do not. */
const NO_KEY = 'none';

/**
 * Sets all options, because the client would take missing ones from the environment, and its verbose log
 * levels log requests.
 */
export function openEndpoint(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model }: ReportsEnvironment,
  { answerMs, retries }: ModelLimits,
) {
  if (model === undefined || (apiKey === undefined && baseURL === undefined)) throw new ModelFailure('halfSetUp');
  const client = new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseURL ?? OPENAI_URL,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    timeout: answerMs,
    maxRetries: retries,
    logLevel: 'off',
    fetch: outboundFetch({ maxBytes: MAX_ANSWER_BYTES }),
  });
  return { client, model };
}

export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof AnswerTooLarge) return new ModelFailure('endless');
  if (error instanceof APIConnectionTimeoutError) return new ModelFailure('tooSlow');
  if (error instanceof APIError) return new ModelFailure(causeOf(error));
  return new ModelFailure(error instanceof SyntaxError ? 'unreadable' : 'connectionBroke');
}

const CAUSES_BY_STATUS: Readonly<Record<number, FailureCause>> = {
  401: 'keyRefused',
  402: 'noCredit',
  403: 'keyNotAllowed',
  404: 'unknownModel',
  408: 'tooSlow',
  413: 'tooManyFacts',
  429: 'tooManyRequests',
  504: 'tooSlow',
};

function causeOf({ status, code }: APIError): FailureCause {
  // An error within the stream, or an unreachable endpoint.
  if (status === undefined) return 'unreachable';
  if (status === 429 && code === 'insufficient_quota') return 'noCredit';
  const byStatus = CAUSES_BY_STATUS[status];
  if (byStatus !== undefined) return byStatus;
  if (code === 'context_length_exceeded') return 'tooManyFacts';
  if (code === 'content_filter') return 'requestFiltered';
  return status >= 500 ? 'endpointFailed' : 'notUnderstood';
}

interface ModelAnswer {
  text: string;
  /** Null when the endpoint does not count tokens. */
  promptTokens: number | null;
  completionTokens: number | null;
}

interface CompletionRequest extends Pick<RewordingRequest, 'signal' | 'limits'> {
  messages: readonly Message[];
  onText: (text: string) => Promise<void>;
}

/** A report has about a thousand words. In a much longer answer, the model is repeating itself. */
const MAX_ANSWER_CHARACTERS = 100_000;
/** If the endpoint rejects a parameter, the request is sent again without it. */
const OPTIONAL_PARAMETERS = { temperature: 0, stream_options: { include_usage: true } } as const;
type OptionalParameter = keyof typeof OPTIONAL_PARAMETERS;

/** @throws ModelFailure for an incomplete answer; the signal's reason when aborted */
async function streamCompletion(endpoint: ModelEndpoint, request: CompletionRequest): Promise<ModelAnswer> {
  const idle = new AbortController();
  const signal = AbortSignal.any([request.signal, idle.signal]);
  try {
    const abortable = { ...request, signal, idle };
    return await readStream(await openStream(endpoint, abortable), abortable);
  } catch (error) {
    request.signal.throwIfAborted();
    throw idle.signal.aborted ? new ModelFailure('tooSlow') : toModelFailure(error);
  }
}

type Chunks = AsyncIterable<OpenAI.ChatCompletionChunk>;

async function openStream(
  { client, model }: ModelEndpoint,
  { messages, signal }: Pick<CompletionRequest, 'messages' | 'signal'>,
): Promise<Chunks> {
  const optional: Partial<typeof OPTIONAL_PARAMETERS> = { ...OPTIONAL_PARAMETERS };
  for (;;) {
    try {
      return await client.chat.completions.create(
        { model, messages: [...messages], stream: true, ...optional },
        { signal },
      );
    } catch (error) {
      const refused = refusedParameter(error);
      if (refused === null || optional[refused] === undefined) throw error;
      delete optional[refused];
    }
  }
}

function refusedParameter(error: unknown): OptionalParameter | null {
  if (!(error instanceof BadRequestError) && !(error instanceof UnprocessableEntityError)) return null;
  const details = `${error.param ?? ''} ${error.message}`;
  if (/temperature/i.test(details)) return 'temperature';
  return /stream_options|include_usage/i.test(details) ? 'stream_options' : null;
}

async function readStream(
  chunks: Chunks,
  { signal, idle, limits, onText }: CompletionRequest & { idle: AbortController },
): Promise<ModelAnswer> {
  const received = { text: '', refusal: '', end: null as string | null };
  const tokens: Pick<ModelAnswer, 'promptTokens' | 'completionTokens'> = {
    promptTokens: null,
    completionTokens: null,
  };
  let timer = setTimeout(() => idle.abort(), limits.idleMs);
  try {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      const [choice] = chunk.choices ?? [];
      const piece = choice?.delta?.content;
      received.end = choice?.finish_reason ?? received.end;
      received.refusal += choice?.delta?.refusal ?? '';
      tokens.promptTokens = chunk.usage?.prompt_tokens ?? tokens.promptTokens;
      tokens.completionTokens = chunk.usage?.completion_tokens ?? tokens.completionTokens;
      if (typeof piece === 'string' && piece !== '') {
        received.text += piece;
        await onText(received.text);
      }
      if (received.text.length > MAX_ANSWER_CHARACTERS) throw new ModelFailure('endless');
      timer = setTimeout(() => idle.abort(), limits.idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
  // An aborted stream ends in the same way as a complete one.
  signal.throwIfAborted();
  return { text: completeAnswerText(received), ...tokens };
}

function completeAnswerText({ text, refusal, end }: { text: string; refusal: string; end: string | null }) {
  if (end === 'content_filter') throw new ModelFailure('answerFiltered');
  if (refusal !== '') throw new ModelFailure('refusal');
  if (end === 'length') throw new ModelFailure('noRoom');
  if (text.trim() === '') throw new ModelFailure('empty');
  // Complete streams end with a finish reason.
  if (end === null) throw new ModelFailure('connectionBroke');
  return text;
}

/** An answer is unusable when more than one in this many figures has no fact. */
const MAX_UNBOUND_DIVISOR = 3;

/**
 * Sends a request and, if any statements have no fact, a correction request that lists them. Returns the
 * better answer.
 */
export async function requestRewording(
  endpoint: ModelEndpoint,
  request: RewordingRequest,
): Promise<GroundedAnswer & Pick<ModelAnswer, 'promptTokens' | 'completionTokens'>> {
  const messages = buildPrompt(request);
  const { text, ...tokens } = await sendMessages(endpoint, messages, request);
  const first = groundModelText(text, request);
  if (first.unbound.length === 0) return { ...first, ...tokens };
  const correction: Message[] = [
    ...messages,
    { role: 'assistant', content: text },
    { role: 'user', content: buildCorrectionPrompt(first.unbound, request.pseudonyms) },
  ];
  const second = await orNull(() => sendMessages(endpoint, correction, request));
  const corrected = second === null ? null : await orNull(() => groundModelText(second.text, request));
  const better = corrected !== null && corrected.unbound.length <= first.unbound.length ? corrected : first;
  if (better.unbound.length * MAX_UNBOUND_DIVISOR > better.statedCount) throw new ModelFailure('unfounded');
  if (second === null) return { ...better, ...tokens };
  return {
    ...better,
    promptTokens: addCounts(tokens.promptTokens, second.promptTokens),
    completionTokens: addCounts(tokens.completionTokens, second.completionTokens),
  };
}

function sendMessages(endpoint: ModelEndpoint, messages: readonly Message[], request: RewordingRequest) {
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

/** Returns null when the second answer is unusable, so that the first is kept. */
async function orNull<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModelFailure) return null;
    throw error;
  }
}

function groundModelText(text: string, request: RewordingRequest): GroundedAnswer {
  const { document, pseudonyms } = request;
  const promptTitle = (title: string) => pseudonyms.hide(title);
  const matched = matchSections(parseAnswer(text), { document, promptTitle });
  if (matched === null) throw new ModelFailure('otherSections');
  return groundAnswer(matched, request);
}

const addCounts = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? null : left + right;
