import { Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { onServer } from '../addresses/public-path.ts';
import { requestIdOf } from '../api/describe-error.ts';
import { ApiError } from '../api/http.ts';
import { RequestReference } from '../failures/request-reference.tsx';
import { ProductMark } from './product-mark.tsx';
import './gate-states.css';

/** Before anything is known about who sits there: what index.html has drawn before any script, and looks as it says. */
export function GateSpinner() {
  return (
    <main className="first-frame">
      <img src={onServer('/mark.svg')} alt="" width={32} height={32} />
      <output>
        <span className="first-frame-spinner" aria-hidden="true" />
        Loading...
      </output>
    </main>
  );
}

interface GateErrorProps {
  error: unknown;
  onRetry: () => void;
}

interface Trouble {
  title: string;
  text: string;
}

/** As the server asks for in Retry-After while a part of it is away. */
const TRY_AGAIN_MS = 5_000;

const UNREACHABLE: Trouble = {
  title: 'Clearwatch cannot be reached',
  text: 'No answer from the server. It may be starting, stopped, or your connection is down.',
};
const FAILING: Trouble = {
  title: 'Clearwatch is not answering as it should',
  text: 'The server answered with an error. It usually heals by itself within a minute.',
};
const BROKEN: Trouble = {
  title: 'This page could not be shown',
  text: 'A part of it could not be fetched, or made a mistake. That happens while Clearwatch is being upgraded or is stopped.',
};

/** The server did not say who is signed in, or the page itself failed: that is not the same as being signed out. */
export function GateError({ error, onRetry }: GateErrorProps) {
  const { title, text } = troubleOf(error);
  const requestId = requestIdOf(error);
  const healsByItself = error instanceof ApiError;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!healsByItself) return;
    const timer = setInterval(retry, TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [healsByItself]);
  return (
    <main className="gate">
      <ProductMark size={40} />
      <h1>{title}</h1>
      <p role="alert">{text} You have not been signed out and nothing was lost.</p>
      <Button type="primary" onClick={onRetry}>
        Try again
      </Button>
      {requestId !== null && <RequestReference id={requestId} />}
    </main>
  );
}

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return BROKEN;
  if (error.status === 0) return UNREACHABLE;
  return error.status === 503 && error.detail !== '' ? { ...FAILING, text: error.detail } : FAILING;
}
