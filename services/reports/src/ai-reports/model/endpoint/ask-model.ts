import { BadRequestError, type OpenAI, UnprocessableEntityError } from 'openai';
import { ModelFailure, tooSlow } from '../model-failure.ts';
import type { ModelLimits } from '../model-limits.ts';
import type { ModelEndpoint } from './open-endpoint.ts';
import { toModelFailure } from './to-model-failure.ts';

export type Message = OpenAI.ChatCompletionMessageParam;

export interface Answer {
  text: string;
  /** As the endpoint counts them; null when it does not say. */
  promptTokens: number | null;
  completionTokens: number | null;
}

export interface Asking {
  messages: readonly Message[];
  /** Aborted when nobody wants the answer any more, or when all the time for it is over. */
  signal: AbortSignal;
  limits: ModelLimits;
  /** What there is so far, as it comes. */
  onText: (text: string) => Promise<void>;
}

/** A report has some thousand words; what is longer by far has gone round in circles. */
const MOST_CHARACTERS = 100_000;
/** Parameters that some endpoints do not know; they answer without them as well. */
const OPTIONAL = { temperature: 0, stream_options: { include_usage: true } } as const;
type Optional = keyof typeof OPTIONAL;

/**
 * One answer of the model, streamed.
 *
 * @throws ModelFailure when there is no whole answer; what the signal is aborted with, when it is
 */
export async function askModel(endpoint: ModelEndpoint, asking: Asking): Promise<Answer> {
  const silence = new AbortController();
  const signal = AbortSignal.any([asking.signal, silence.signal]);
  try {
    return await listen(await openStream(endpoint, { ...asking, signal }), { ...asking, signal, silence });
  } catch (error) {
    asking.signal.throwIfAborted();
    throw silence.signal.aborted ? tooSlow() : toModelFailure(error);
  }
}

type Chunks = AsyncIterable<OpenAI.ChatCompletionChunk>;

async function openStream(
  { client, model }: ModelEndpoint,
  { messages, signal }: Pick<Asking, 'messages' | 'signal'>,
): Promise<Chunks> {
  const optional: Partial<typeof OPTIONAL> = { ...OPTIONAL };
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

function refusedParameter(error: unknown): Optional | null {
  if (!(error instanceof BadRequestError) && !(error instanceof UnprocessableEntityError)) return null;
  const said = `${error.param ?? ''} ${error.message}`;
  if (/temperature/i.test(said)) return 'temperature';
  return /stream_options|include_usage/i.test(said) ? 'stream_options' : null;
}

async function listen(
  chunks: Chunks,
  { signal, silence, limits, onText }: Asking & { silence: AbortController },
): Promise<Answer> {
  const heard = { text: '', refusal: '', end: null as string | null };
  const tokens: Pick<Answer, 'promptTokens' | 'completionTokens'> = {
    promptTokens: null,
    completionTokens: null,
  };
  let timer = setTimeout(() => silence.abort(), limits.silenceMs);
  try {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      const [choice] = chunk.choices ?? [];
      const piece = choice?.delta?.content;
      heard.end = choice?.finish_reason ?? heard.end;
      heard.refusal += choice?.delta?.refusal ?? '';
      tokens.promptTokens = chunk.usage?.prompt_tokens ?? tokens.promptTokens;
      tokens.completionTokens = chunk.usage?.completion_tokens ?? tokens.completionTokens;
      if (typeof piece === 'string' && piece !== '') {
        heard.text += piece;
        await onText(heard.text);
      }
      if (heard.text.length > MOST_CHARACTERS) throw endless();
      timer = setTimeout(() => silence.abort(), limits.silenceMs);
    }
  } finally {
    clearTimeout(timer);
  }
  // An aborted stream ends like a whole one.
  signal.throwIfAborted();
  return { text: wholeText(heard), ...tokens };
}

function wholeText({ text, refusal, end }: { text: string; refusal: string; end: string | null }): string {
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

function endless(): ModelFailure {
  return new ModelFailure('unusable', 'The language model did not come to an end.');
}
