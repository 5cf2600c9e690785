/** Why a language model gave no report that could be used. */
export const MODEL_FAILURES = [
  'set_up',
  'away',
  'time',
  'quota',
  'refused',
  'truncated',
  'unusable',
  'not_grounded',
] as const;
export type ModelFailureKind = (typeof MODEL_FAILURES)[number];

export const RETRY_ADVICE = 'Please tell whoever runs Clearwatch.';
export const RETRY_LATER = 'Generate the report again later to have it worded by the model.';
/** Said at the end of every sentence: the reader holds a report all the same. */
const FALLBACK_NOTICE = 'This report was composed by rules from the same figures.';

/**
 * Tells staff in one or two sentences what happened and what to do. Quotes neither the endpoint nor the model: what they
 * sent may hold anything, keys included.
 */
export class ModelFailure extends Error {
  constructor(
    readonly kind: ModelFailureKind,
    what: string,
  ) {
    super(`${what} ${FALLBACK_NOTICE}`);
    this.name = 'ModelFailure';
  }
}

export function tooSlow(): ModelFailure {
  return new ModelFailure('time', `The language model did not answer in time. ${RETRY_LATER}`);
}

/** How long a language model may take, in milliseconds, and how often it is called. */
export interface ModelLimits {
  /** Until an answer begins, for each try. */
  answerMs: number;
  /** Between two pieces of an answer. */
  idleMs: number;
  /** For the whole report, second tries included. */
  wholeMs: number;
  /** How often a request is repeated that met an overloaded or failing endpoint. */
  retries: number;
  /** Pause between two drafts that are shown. */
  draftMs: number;
}

/** A model on a processor without an accelerator writes some ten words a second: a report takes it minutes. */
export const MODEL_LIMITS: ModelLimits = {
  answerMs: 120_000,
  idleMs: 60_000,
  wholeMs: 600_000,
  retries: 2,
  draftMs: 1_000,
};

/** Injected by tests only, which cannot wait two minutes. */
export const MODEL_LIMITS_TOKEN = Symbol('MODEL_LIMITS');
