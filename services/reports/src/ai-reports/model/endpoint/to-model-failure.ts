import { APIConnectionTimeoutError, APIError } from 'openai';
import { LATER, ModelFailure, TELL, tooSlow } from '../model-failure.ts';

/** What an error of the endpoint or of the connection to it means for staff. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIConnectionTimeoutError) return tooSlow();
  if (error instanceof APIError) return ofStatus(error);
  if (error instanceof SyntaxError) {
    return new ModelFailure(
      'unusable',
      `The language model's endpoint sent an answer that cannot be read. ${TELL}`,
    );
  }
  return new ModelFailure(
    'away',
    `The connection to the language model broke in the middle of its answer. ${LATER}`,
  );
}

function ofStatus({ status, code }: APIError): ModelFailure {
  switch (status) {
    case undefined:
      // An error within the stream, or none at all: the endpoint was not reached.
      return new ModelFailure(
        'away',
        `The language model could not be reached, or stopped with an error. ${LATER}`,
      );
    case 401:
      return new ModelFailure(
        'set_up',
        `The language model's endpoint refused the key (OPENAI_API_KEY). ${TELL}`,
      );
    case 402:
      return new ModelFailure('quota', `The account of the language model has no credit left. ${TELL}`);
    case 403:
      return new ModelFailure(
        'set_up',
        `The key (OPENAI_API_KEY) does not allow the use of this language model. ${TELL}`,
      );
    case 404:
      return new ModelFailure(
        'set_up',
        `The endpoint knows no such language model (OPENAI_MODEL), or the address (OPENAI_BASE_URL) is wrong. ${TELL}`,
      );
    case 408:
    case 504:
      return tooSlow();
    case 413:
      return tooLong();
    case 429:
      return code === 'insufficient_quota'
        ? new ModelFailure('quota', `The account of the language model has no credit left. ${TELL}`)
        : new ModelFailure('quota', `The language model takes no more requests for the moment. ${LATER}`);
    default:
      return ofOther(status, code);
  }
}

function ofOther(status: number, code: string | null | undefined): ModelFailure {
  if (code === 'context_length_exceeded') return tooLong();
  if (code === 'content_filter')
    return new ModelFailure('refused', "The language model's content filter refused the request.");
  if (status >= 500)
    return new ModelFailure('away', `The language model's endpoint failed, also when asked again. ${LATER}`);
  return new ModelFailure('set_up', `The language model's endpoint did not understand the request. ${TELL}`);
}

function tooLong(): ModelFailure {
  return new ModelFailure(
    'truncated',
    `The report has more facts than the language model can read at once. ${TELL} A shorter period may help.`,
  );
}
