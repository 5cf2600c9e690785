import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { describeError, requestIdOf } from '../api/describe-error.ts';

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
        <strong>{what}</strong> {describeError(error, 'Something unexpected happened.')}
      </p>
      <p className="quiet">Your data is unchanged.</p>
      <Button onClick={onRetry}>Try again</Button>
      {requestId !== null && <p className="quiet request-id">Request {requestId}</p>}
    </div>
  );
}

interface QueryStatesProps<Data> {
  query: UseQueryResult<Data>;
  /** A skeleton of the thing itself. */
  skeleton: ReactNode;
  failed: string;
  children: (data: Data) => ReactNode;
}

/** The three states of one read. Data once shown stays while it is read again. */
export function QueryStates<Data>({ query, skeleton, failed, children }: QueryStatesProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <PanelError what={failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading...</span>
      {skeleton}
    </div>
  );
}
