const TELL_OPERATOR = 'Contact your Clearwatch operator.';
const RETRY_LATER = 'To get text from the model, generate the report again later.';
/** Last sentence of every message. */
const FALLBACK_NOTICE = 'This report was written by rules from the same figures.';

/** Failure messages by kind and cause. */
const FAILURES = {
  set_up: {
    halfSetUp: `The setup of the language model is incomplete: it needs a model name and a key or an address. ${TELL_OPERATOR}`,
    keyRefused: `The language model's endpoint rejected the API key. ${TELL_OPERATOR}`,
    keyNotAllowed: `The API key does not allow the use of this language model. ${TELL_OPERATOR}`,
    unknownModel: `The endpoint does not have this language model, or its address is wrong. ${TELL_OPERATOR}`,
    notUnderstood: `The language model's endpoint did not understand the request. ${TELL_OPERATOR}`,
  },
  away: {
    unreachable: `The language model could not be reached, or stopped with an error. ${RETRY_LATER}`,
    endpointFailed: `The language model's endpoint failed repeatedly. ${RETRY_LATER}`,
    connectionBroke: `The connection to the language model broke before its answer was complete. ${RETRY_LATER}`,
  },
  time: { tooSlow: `The language model did not answer in time. ${RETRY_LATER}` },
  quota: {
    noCredit: `The account for the language model has no credit left. ${TELL_OPERATOR}`,
    tooManyRequests: `The language model has reached its request limit. ${RETRY_LATER}`,
  },
  refused: {
    requestFiltered: "The language model's content filter refused the request.",
    answerFiltered: "The language model's content filter stopped its answer.",
    refusal: 'The language model refused to write this report.',
  },
  truncated: {
    tooManyFacts: `The report has more facts than the language model can read. Choose a shorter period. ${TELL_OPERATOR}`,
    noRoom: `The language model reached its length limit before the report was complete. Choose a shorter period.`,
  },
  unusable: {
    unreadable: `The language model's endpoint sent an answer that cannot be read. ${TELL_OPERATOR}`,
    endless: 'The answer of the language model was too long.',
    empty: `The language model gave an empty answer. ${RETRY_LATER}`,
    otherSections: `The language model did not follow the sections of the report. A more capable model may be needed.`,
  },
  not_grounded: {
    unfounded: `The language model repeatedly stated too many figures that are not in the ledger.`,
  },
} as const;

type CausesOf<Kind> = Kind extends keyof typeof FAILURES ? keyof (typeof FAILURES)[Kind] : never;
export type FailureCause = CausesOf<keyof typeof FAILURES>;

/** Does not quote the endpoint or the model, because their responses may contain keys. */
export class ModelFailure extends Error {
  readonly kind: string;

  constructor(cause: FailureCause) {
    const [kind, texts] = Object.entries<Partial<Record<FailureCause, string>>>(FAILURES).find(
      ([, causes]) => cause in causes,
    ) ?? ['', {}];
    super(`${texts[cause]} ${FALLBACK_NOTICE}`);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}

/**
 * Time limits in milliseconds. A model without an accelerator writes about ten words a second, so a report
 * takes minutes.
 */
export const MODEL_LIMITS = {
  /** Maximum wait for the start of the answer, per attempt. */
  answerMs: 120_000,
  /** Maximum wait between two pieces of an answer. */
  idleMs: 60_000,
  /** Maximum time for the whole report, including second attempts. */
  wholeMs: 600_000,
  retries: 2,
  draftMs: 1_000,
};
export type ModelLimits = typeof MODEL_LIMITS;

/** Tests inject shorter limits. */
export const MODEL_LIMITS_TOKEN = Symbol('MODEL_LIMITS');
