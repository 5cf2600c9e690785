import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { isMissing, requestIdOf } from '../api/describe-error.ts';
import { FailureWords } from '../failures/failure-words.tsx';
import { RequestReference } from '../failures/request-reference.tsx';
import { RetryButton } from '../failures/retry-button.tsx';

/** Nothing there yet: says so, and offers what to do next. */
export function PanelEmpty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="panel-state">
      <InboxOutlined className="panel-state-icon" aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}

interface PanelErrorProps {
  /** What could not be done, as a sentence. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Says what happened, that nothing was lost, and lets the reader try again. */
export function PanelError({ what, error, onRetry }: PanelErrorProps) {
  const requestId = requestIdOf(error);
  return (
    <div className="panel-state" role="alert">
      <WarningOutlined className="panel-state-icon panel-state-icon-error" aria-hidden />
      <p>
        <strong>{what}</strong> <FailureWords error={error} fallback="" />
      </p>
      <p className="quiet">Your data is unchanged.</p>
      <RetryButton error={error} onRetry={onRetry} />
      {requestId !== null && <RequestReference id={requestId} />}
    </div>
  );
}

interface QueryStatesProps<Data> {
  query: UseQueryResult<Data>;
  /** A skeleton of the thing itself. */
  skeleton: ReactNode;
  failed: string;
  /** Said in the place of a failure where there is no such thing: no second try brings it back. */
  missing?: string;
  children: (data: Data) => ReactNode;
}

/** The three states of one read. Data once shown stays while it is read again. */
export function QueryStates<Data>({ query, skeleton, failed, missing, children }: QueryStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (missing !== undefined && isMissing(query.error)) return <PanelEmpty text={missing} />;
  if (query.isError) {
    return <PanelError what={failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading...</span>
      {skeleton}
      <StillLoading />
    </div>
  );
}

/** From here on somebody wonders whether anything comes at all. */
const SLOW_AFTER_MS = 5_000;

function StillLoading() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className="quiet still-loading">
      {isSlow && 'Still loading. This takes longer than usual.'}
    </output>
  );
}
