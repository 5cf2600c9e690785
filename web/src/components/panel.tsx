import './panels.css';
import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { isNotFound, requestIdOf } from '../api/error-messages.ts';
import { CodeLoadError } from '../lib/code-loading.ts';
import { formatCount } from '../lib/number-format.ts';
import { CodeLoadNotice, ErrorBoundary, ErrorText, RequestIdNote, RetryButton } from './error-notices.tsx';

export function PanelEmpty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="panel-state">
      <InboxOutlined className="panel-state-icon" aria-hidden />
      <p>{text}</p>
      {children}
    </div>
  );
}

type PanelErrorProps = { what: string; error: unknown; onRetry: () => void };

export function PanelError({ what, error, onRetry }: PanelErrorProps) {
  const requestId = requestIdOf(error);
  return (
    <div className="panel-state" role="alert">
      <WarningOutlined className="panel-state-icon panel-state-icon-error" aria-hidden />
      <p>
        <strong>{what}</strong> <ErrorText error={error} fallback="" />
      </p>
      <p className="quiet">Your data is unchanged.</p>
      <RetryButton error={error} onRetry={onRetry} />
      {requestId !== null && <RequestIdNote id={requestId} />}
    </div>
  );
}

export interface QueryStatesProps<Data> {
  query: UseQueryResult<Data>;
  /** Default: gray lines. */
  skeleton?: ReactNode;
  lines?: number;
  /** Line height in pixels. */
  height?: number;
  failed: string;
  /** Shown instead of an error for status 404. */
  missing?: string;
  children: (data: Data) => ReactNode;
}

/** Loaded data stays visible during a refetch. */
export function QueryStates<Data>(props: QueryStatesProps<Data>) {
  const { query, skeleton, lines = 6, height = 28, failed, missing, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (missing !== undefined && isNotFound(query.error)) return <PanelEmpty text={missing} />;
  if (query.isError) return <PanelError what={failed} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading...</span>
      {skeleton ?? <SkeletonLines lines={lines} height={height} />}
      <StillLoading />
    </div>
  );
}

const SLOW_NOTICE_AFTER_MS = 5_000;

function StillLoading() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_NOTICE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className="quiet still-loading">{isSlow && 'Still loading. This is taking longer than usual.'}</output>
  );
}

export function PartError(props: PanelErrorProps) {
  return props.error instanceof CodeLoadError ? <CodeLoadNotice /> : <PanelError {...props} />;
}

interface PanelProps {
  title: string;
  /** Next to the title. */
  note?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  id?: string;
  /** Without padding, for a table. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel(props: PanelProps) {
  const { title, note, badges, actions, id, flush, className = '', children } = props;
  const headingId = useId();
  const look = flush ? 'panel panel-body-flush' : 'panel';
  return (
    <section className={`${look} ${className}`} aria-labelledby={headingId} id={id}>
      <header className="panel-head">
        <h2 id={headingId}>{title}</h2>
        {note && <span className="quiet">{note}</span>}
        {badges}
        {actions !== undefined && <div className="panel-actions">{actions}</div>}
      </header>
      <div className="panel-body">
        <ErrorBoundary
          renderError={(error, retry) => (
            <PartError what="This section could not be displayed." error={error} onRetry={retry} />
          )}
        >
          {children}
        </ErrorBoundary>
      </div>
    </section>
  );
}

type SkeletonLinesProps = { lines: number; height: number };

export function SkeletonLines({ lines, height }: SkeletonLinesProps) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-bar" style={{ height }} />
      ))}
    </div>
  );
}

export function TableSkeleton(props: SkeletonLinesProps) {
  return (
    <div className="table-skeleton">
      <SkeletonLines {...props} />
    </div>
  );
}

type TruncationNoteProps = { shown: number; total: number; className?: string };

export function PanelSkeleton(props: SkeletonLinesProps) {
  return (
    <div className="panel table-skeleton">
      <SkeletonLines {...props} />
    </div>
  );
}

export function TruncationNote({ shown, total, className = 'quiet plain-line' }: TruncationNoteProps) {
  if (total <= shown) return null;
  return (
    <p className={className}>
      Showing first {formatCount(shown)} of {formatCount(total)}
    </p>
  );
}
