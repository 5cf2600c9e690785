const TELL_OPERATOR = 'Please tell whoever runs Clearwatch.';
const RETRY_LATER = 'Generate the report again later to have it worded by the model.';
/** Ends every text. */
const FALLBACK_NOTICE = 'This report was composed by rules from the same figures.';

/** What happened and what to do, by kind and cause. */
const FAILURES = {
  set_up: {
    halfSetUp: `The language model is only half set up: OPENAI_MODEL and a key or an address are needed. ${TELL_OPERATOR}`,
    keyRefused: `The language model's endpoint refused the key (OPENAI_API_KEY). ${TELL_OPERATOR}`,
    keyNotAllowed: `The key (OPENAI_API_KEY) does not allow the use of this language model. ${TELL_OPERATOR}`,
    unknownModel: `The endpoint knows no such language model (OPENAI_MODEL), or the address (OPENAI_BASE_URL) is wrong. ${TELL_OPERATOR}`,
    notUnderstood: `The language model's endpoint did not understand the request. ${TELL_OPERATOR}`,
  },
  away: {
    unreachable: `The language model could not be reached, or stopped with an error. ${RETRY_LATER}`,
    endpointFailed: `The language model's endpoint failed, also when asked again. ${RETRY_LATER}`,
    connectionBroke: `The connection to the language model broke in the middle of its answer. ${RETRY_LATER}`,
  },
  time: { tooSlow: `The language model did not answer in time. ${RETRY_LATER}` },
  quota: {
    noCredit: `The account of the language model has no credit left. ${TELL_OPERATOR}`,
    tooManyRequests: `The language model takes no more requests for the moment. ${RETRY_LATER}`,
  },
  refused: {
    requestFiltered: "The language model's content filter refused the request.",
    answerFiltered: "The language model's content filter stopped its answer.",
    refusal: 'The language model refused to write this report.',
  },
  truncated: {
    tooManyFacts: `The report has more facts than the language model can read at once. ${TELL_OPERATOR} A shorter period may help.`,
    noRoom: `The language model ran out of room before the report was whole. A shorter period may help, or a model with more room.`,
  },
  unusable: {
    unreadable: `The language model's endpoint sent an answer that cannot be read. ${TELL_OPERATOR}`,
    endless: 'The language model did not come to an end.',
    empty: 'The language model gave an empty answer. Generate the report again later.',
    otherSections: `The language model did not keep to the sections of the report. A more capable model (OPENAI_MODEL) may.`,
  },
  not_grounded: {
    unfounded: `The language model stated too many figures that are not in the ledger, also when told so.`,
  },
} as const;

type CausesOf<Kind> = Kind extends keyof typeof FAILURES ? keyof (typeof FAILURES)[Kind] : never;
export type FailureCause = CausesOf<keyof typeof FAILURES>;

/** Quotes neither the endpoint nor the model: what they sent may hold anything, keys included. */
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

/** In milliseconds. A model on a processor without an accelerator writes some ten words a second: a report takes it minutes. */
export const MODEL_LIMITS = {
  /** Until an answer begins, for each try. */
  answerMs: 120_000,
  /** Between two pieces of an answer. */
  idleMs: 60_000,
  /** For the whole report, second tries included. */
  wholeMs: 600_000,
  retries: 2,
  draftMs: 1_000,
};
export type ModelLimits = typeof MODEL_LIMITS;

/** Injected by tests only, which cannot wait two minutes. */
export const MODEL_LIMITS_TOKEN = Symbol('MODEL_LIMITS');
