import { OpenAI } from 'openai';
import { ModelFailure, TELL } from '../model-failure.ts';
import type { ModelLimits } from '../model-limits.ts';

export interface ModelSettings {
  OPENAI_API_KEY?: string;
  OPENAI_BASE_URL?: string;
  OPENAI_MODEL?: string;
}

export interface ModelEndpoint {
  client: OpenAI;
  model: string;
}

const OPENAI = 'https://api.openai.com/v1';
/** Endpoints on the premises ask for no key, and the client asks for one. */
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
      `The language model is only half set up: OPENAI_MODEL and a key or an address are needed. ${TELL}`,
    );
  }
  const client = new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    baseURL: baseURL ?? OPENAI,
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
