/** How long a language model may take, in milliseconds, and how much it is told and listened to. */
export interface ModelLimits {
  /** Until an answer begins, for each try. */
  answerMs: number;
  /** Between two pieces of an answer. */
  silenceMs: number;
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
  silenceMs: 60_000,
  wholeMs: 600_000,
  retries: 2,
  draftMs: 1_000,
};

/** Injected by tests only: nobody waits two minutes for a model that is not there. */
export const MODEL_LIMITS_TOKEN = Symbol('MODEL_LIMITS');
