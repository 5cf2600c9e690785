import {
  APIConnectionTimeoutError,
  APIError,
  BadRequestError,
  OpenAI,
  UnprocessableEntityError,
} from 'openai';
import {
  ModelFailure,
  type ModelFailureKind,
  type ModelLimits,
  RETRY_ADVICE,
  RETRY_LATER,
  tooSlow,
} from './model-failure.ts';

export interface ModelSettings {
  OPENAI_API_KEY?: string;
  OPENAI_BASE_URL?: string;
  OPENAI_MODEL?: string;
}

export interface ModelEndpoint {
  client: OpenAI;
  model: string;
}

const OPENAI_URL = 'https://api.openai.com/v1';
/** Endpoints on the premises need no key, but the client does. */
const NO_KEY = 'none';

/**
 * Any endpoint that speaks Chat Completions. Everything is passed explicitly: left out, the client would look into the
 * environment by itself. It logs nothing, since at its louder levels it logs what is sent.
 *
 * @throws ModelFailure when no model is named, or neither a key nor an address is given
 */
export function openEndpoint(
  { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model }: ModelSettings,
  { answerMs, retries }: ModelLimits,
): ModelEndpoint {
  if (model === undefined || (apiKey === undefined && baseURL === undefined)) {
    throw new ModelFailure(
      'set_up',
      `The language model is only half set up: OPENAI_MODEL and a key or an address are needed. ${RETRY_ADVICE}`,
    );
  }
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
    // A redirect would carry the key and the facts to somewhere else.
    fetchOptions: { redirect: 'error' },
  });
  return { client, model };
}

/** What an error of the endpoint or of the connection to it means for staff. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIConnectionTimeoutError) return tooSlow();
  if (error instanceof APIError) return failureOfStatus(error);
  if (error instanceof SyntaxError) {
    return new ModelFailure(
      'unusable',
      `The language model's endpoint sent an answer that cannot be read. ${RETRY_ADVICE}`,
    );
  }
  return new ModelFailure(
    'away',
    `The connection to the language model broke in the middle of its answer. ${RETRY_LATER}`,
  );
}

const NO_CREDIT = ['quota', `The account of the language model has no credit left. ${RETRY_ADVICE}`] as const;
const TOO_LONG = [
  'truncated',
  `The report has more facts than the language model can read at once. ${RETRY_ADVICE} A shorter period may help.`,
] as const;
type Failure = readonly [ModelFailureKind, sentence: string];

const FAILURES_BY_STATUS: Readonly<Record<number, Failure>> = {
  401: ['set_up', `The language model's endpoint refused the key (OPENAI_API_KEY). ${RETRY_ADVICE}`],
  402: NO_CREDIT,
  403: ['set_up', `The key (OPENAI_API_KEY) does not allow the use of this language model. ${RETRY_ADVICE}`],
  404: [
    'set_up',
    `The endpoint knows no such language model (OPENAI_MODEL), or the address (OPENAI_BASE_URL) is wrong. ${RETRY_ADVICE}`,
  ],
  413: TOO_LONG,
  429: ['quota', `The language model takes no more requests for the moment. ${RETRY_LATER}`],
};

function failureOfStatus({ status, code }: APIError): ModelFailure {
  // An error within the stream, or an endpoint that was not reached.
  if (status === undefined)
    return new ModelFailure(
      'away',
      `The language model could not be reached, or stopped with an error. ${RETRY_LATER}`,
    );
  if (status === 408 || status === 504) return tooSlow();
  const byStatus = FAILURES_BY_STATUS[status];
  if (status === 429 && code === 'insufficient_quota') return new ModelFailure(...NO_CREDIT);
  if (byStatus !== undefined) return new ModelFailure(...byStatus);
  if (code === 'context_length_exceeded') return new ModelFailure(...TOO_LONG);
  if (code === 'content_filter')
    return new ModelFailure('refused', "The language model's content filter refused the request.");
  return status >= 500
    ? new ModelFailure('away', `The language model's endpoint failed, also when asked again. ${RETRY_LATER}`)
    : new ModelFailure(
        'set_up',
        `The language model's endpoint did not understand the request. ${RETRY_ADVICE}`,
      );
}

export type Message = OpenAI.ChatCompletionMessageParam;

export interface ModelAnswer {
  text: string;
  /** As the endpoint counts them; null when it does not say. */
  promptTokens: number | null;
  completionTokens: number | null;
}

export interface CompletionRequest {
  messages: readonly Message[];
  /** Aborted when the report is cancelled or its time is over. */
  signal: AbortSignal;
  limits: ModelLimits;
  /** What there is so far, as it comes. */
  onText: (text: string) => Promise<void>;
}

/** A report has some thousand words; a much longer answer repeats itself. */
const MAX_ANSWER_CHARACTERS = 100_000;
/** Sent again without a parameter that the endpoint refuses. */
const OPTIONAL_PARAMETERS = { temperature: 0, stream_options: { include_usage: true } } as const;
type OptionalParameter = keyof typeof OPTIONAL_PARAMETERS;

/**
 * One answer of the model, streamed.
 *
 * @throws ModelFailure when there is no whole answer; what the signal is aborted with, when it is
 */
export async function streamCompletion(
  endpoint: ModelEndpoint,
  request: CompletionRequest,
): Promise<ModelAnswer> {
  const idle = new AbortController();
  const signal = AbortSignal.any([request.signal, idle.signal]);
  try {
    return await readStream(await openStream(endpoint, { ...request, signal }), {
      ...request,
      signal,
      idle,
    });
  } catch (error) {
    request.signal.throwIfAborted();
    throw idle.signal.aborted ? tooSlow() : toModelFailure(error);
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
      if (received.text.length > MAX_ANSWER_CHARACTERS)
        throw new ModelFailure('unusable', 'The language model did not come to an end.');
      timer = setTimeout(() => idle.abort(), limits.idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
  // An aborted stream ends like a whole one.
  signal.throwIfAborted();
  return { text: completeAnswerText(received), ...tokens };
}

function completeAnswerText(received: { text: string; refusal: string; end: string | null }): string {
  const { text, refusal, end } = received;
  if (end === 'content_filter')
    throw new ModelFailure('refused', "The language model's content filter stopped its answer.");
  if (refusal !== '') throw new ModelFailure('refused', 'The language model refused to write this report.');
  if (end === 'length') {
    throw new ModelFailure(
      'truncated',
      'The language model ran out of room before the report was whole. A shorter period may help, or a model with more room.',
    );
  }
  if (text.trim() === '')
    throw new ModelFailure(
      'unusable',
      'The language model gave an empty answer. Generate the report again later.',
    );
  // Streams end with a reason; without one the connection was cut where it looks like an end.
  if (end === null) throw toModelFailure(new Error('the stream ended early'));
  return text;
}
