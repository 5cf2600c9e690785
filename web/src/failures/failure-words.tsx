import { partsOf, retryAtOf, wordsOf } from '../api/describe-error.ts';
import { ApiError } from '../api/http.ts';
import { useSecondsUntil } from '../clock/use-seconds-until.ts';

interface FailureWordsProps {
  error: unknown;
  fallback: string;
}

/** The words of an error; where a refusal for too many requests says nothing but the time to wait, they count down. */
export function FailureWords({ error, fallback }: FailureWordsProps) {
  const retryAt = retryAtOf(error);
  const isWordless = error instanceof ApiError && error.detail === '';
  if (isWordless && retryAt !== null) return <Waiting until={retryAt} error={error} fallback={fallback} />;
  return partsOf(wordsOf(error, fallback)).words;
}

function Waiting({ until, error, fallback }: FailureWordsProps & { until: number }) {
  const seconds = useSecondsUntil(until);
  return seconds > 0 ? wordsOf(error, fallback) : 'Too many requests. You can try again now.';
}
