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

export const TELL = 'Please tell whoever runs Clearwatch.';
export const LATER = 'Generate the report again later to have it worded by the model.';
/** Said at the end of every sentence: the reader holds a report all the same. */
const INSTEAD = 'This report was composed by rules from the same figures.';

/**
 * Tells staff in one or two sentences what happened and what to do. Quotes neither the endpoint nor the model: what they
 * sent may hold anything, keys included.
 */
export class ModelFailure extends Error {
  constructor(
    readonly kind: ModelFailureKind,
    what: string,
  ) {
    super(`${what} ${INSTEAD}`);
    this.name = 'ModelFailure';
  }
}

export function tooSlow(): ModelFailure {
  return new ModelFailure('time', `The language model did not answer in time. ${LATER}`);
}
