import { CheckOutlined, CloudDownloadOutlined, CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-client.ts';
import { describeError, errorMessage, retryTimeOf, splitRequestId } from '../api/error-messages.ts';
import { reloadForNewerBuild, reloadPage, type ServerBuild } from '../lib/code-loading.ts';
import { useSecondsUntil } from '../lib/server-clock.ts';
import { unsavedOnPage } from '../lib/unsaved-changes.ts';

export function ErrorText({ error, fallback }: { error: unknown; fallback: string }) {
  const retryAt = error instanceof ApiError && error.detail === '' ? retryTimeOf(error) : null;
  const seconds = useSecondsUntil(retryAt);
  // A rate-limit error without text shows a countdown.
  if (retryAt !== null && seconds <= 0) return 'Too many requests. You can try again now.';
  return splitRequestId(errorMessage(error, fallback)).message;
}

export function ErrorAlert({ error, fallback }: { error: unknown; fallback: string }) {
  return <Alert type="error" showIcon title={describeError(error, fallback)} />;
}

const BUILD_MESSAGES: Record<ServerBuild, string> = {
  newer: 'A new version of Clearwatch has been installed. Reload the page to use it.',
  same: 'Its code could not be loaded. Reload the page to try again.',
  unknown: 'Its code could not be loaded, because the server cannot be reached.',
};

/** Reloads the page once for a newer build, and for the same build when an unreachable server responds again. */
export function CodeLoadNotice() {
  const [build, setBuild] = useState<ServerBuild | null>(null);
  useEffect(() => {
    void reloadForNewerBuild().then(setBuild);
  }, []);
  const isAway = build === 'unknown';
  useEffect(() => {
    if (!isAway) return;
    const ask = (): void => void checkBuildAgain().then(setBuild);
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [isAway]);
  return (
    <div className="panel-state" role="alert">
      <CloudDownloadOutlined className="panel-state-icon" aria-hidden />
      <p>
        <strong>This section could not be displayed.</strong> {BUILD_MESSAGES[build ?? 'same']}
      </p>
      <p className="quiet">Your data and unsaved changes are safe.</p>
      {isAway ? (
        // A reload would fail while the server cannot be reached.
        <Button onClick={() => void checkBuildAgain().then(setBuild)}>Try again</Button>
      ) : (
        <Button onClick={reloadPage}>Reload</Button>
      )}
    </div>
  );
}

interface ErrorBoundaryProps {
  renderError: (error: unknown, retry: () => void) => ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return this.props.renderError(error, () => this.setState({ error: null }));
  }
}

async function checkBuildAgain(): Promise<ServerBuild> {
  const build = await reloadForNewerBuild();
  if (build === 'same' && unsavedOnPage().length === 0) reloadPage();
  return build;
}

export function RequestIdNote({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
    } catch {
      // Browsers forbid this over plain HTTP; a click on the ID selects it.
    }
  };
  return (
    <span className="request-reference">
      <span className="quiet request-id">Request {id}</span>
      <Button
        type="text"
        size="small"
        icon={copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        aria-label={copied ? 'Request ID copied' : 'Copy request ID'}
        onClick={() => void copy()}
      />
    </span>
  );
}

export function RetryButton({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const seconds = useSecondsUntil(retryTimeOf(error));
  return (
    <Button onClick={onRetry} disabled={seconds > 0}>
      {seconds > 0 ? `Try again in ${seconds} s` : 'Try again'}
    </Button>
  );
}
