import { Button } from 'antd';
import { retryAtOf } from '../api/describe-error.ts';
import { useSecondsUntil } from '../clock/use-seconds-until.ts';

interface RetryButtonProps {
  error: unknown;
  onRetry: () => void;
}

/** Tries again; not before the server wants to be asked. */
export function RetryButton({ error, onRetry }: RetryButtonProps) {
  const retryAt = retryAtOf(error);
  if (retryAt !== null) return <WaitingRetry until={retryAt} onRetry={onRetry} />;
  return <Button onClick={onRetry}>Try again</Button>;
}

function WaitingRetry({ until, onRetry }: { until: number; onRetry: () => void }) {
  const seconds = useSecondsUntil(until);
  return (
    <Button onClick={onRetry} disabled={seconds > 0}>
      {seconds > 0 ? `Try again in ${seconds} s` : 'Try again'}
    </Button>
  );
}
