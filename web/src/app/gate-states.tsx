import { Button, Spin } from 'antd';
import { requestIdOf } from '../api/describe-error.ts';
import { ApiError } from '../api/http.ts';
import { ProductMark } from './product-mark.tsx';
import './gate-states.css';

/** Before anything is known about who sits there. */
export function GateSpinner() {
  return (
    <main className="gate">
      <Spin />
      <output>Loading...</output>
    </main>
  );
}

interface GateErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** The server did not say who is signed in: that is not the same as nobody being signed in. */
export function GateError({ error, onRetry }: GateErrorProps) {
  const unreachable = error instanceof ApiError && error.status === 0;
  const requestId = requestIdOf(error);
  return (
    <main className="gate">
      <ProductMark size={40} />
      <h1>{unreachable ? 'Clearwatch cannot be reached' : 'Clearwatch is not answering as it should'}</h1>
      <p role="alert">
        {unreachable
          ? 'No answer from the server. It may be starting, stopped, or your connection is down.'
          : 'The server answered with an error. It usually heals by itself within a minute.'}{' '}
        You have not been signed out and nothing was lost.
      </p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
      {requestId !== null && <p className="quiet request-id">Request {requestId}</p>}
    </main>
  );
}
