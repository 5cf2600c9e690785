import { Button, notification } from 'antd';
import { createContext, type ReactNode, use, useMemo, useRef } from 'react';
import { ActionNotDone } from '../api/api-client.ts';
import { describeError, splitRequestId } from '../api/error-messages.ts';
import { isTyping } from '../lib/keyboard-focus.ts';
import { useKeyDown } from '../lib/keyboard-shortcuts.ts';
import { RequestIdNote } from './error-notices.tsx';

export interface Toast {
  title: string;
  description?: string;
  undo?: { label: string; onClick: () => void };
}

interface Toasts {
  success: (toast: Toast) => void;
  /** Not shown while a toast about the user's own action is open, because both can report the same event. */
  news: (toast: Toast) => void;
  failure: (toast: Toast) => void;
  /** Shows the server's message, otherwise `fallback`. An action that was only canceled or postponed has not failed. */
  failed: (title: string, error: unknown, fallback: string) => void;
  clear: () => void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** Spec section 9: one toast at a time, for five seconds. At the top center, it covers no dialog or drawer buttons. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [api, holder] = notification.useNotification({ maxCount: 1, duration: 5, placement: 'top' });
  /** The open toast about the user's own action. */
  const outcome = useRef<{ undo?: (() => void) | undefined } | null>(null);
  // Ctrl+Z, because a toast closes before keyboard users reach it. In a field, Ctrl+Z undoes typing.
  useKeyDown((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
    const undo = outcome.current?.undo;
    if (!isUndo || undo === undefined || event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    undo();
  });
  const toasts = useMemo<Toasts>(() => {
    const clear = (): void => {
      outcome.current = null;
      api.destroy();
    };
    /** @returns the close handler */
    const begin = (undo?: () => void): (() => void) => {
      clear();
      const shown = { undo };
      outcome.current = shown;
      return () => {
        if (outcome.current === shown) outcome.current = null;
      };
    };
    const failure = ({ title, description = '' }: Toast): void => {
      const onClose = begin();
      const { message, requestId } = splitRequestId(description);
      const content = (
        <>
          {message}
          {requestId !== null && <RequestIdNote id={requestId} />}
        </>
      );
      api.error({
        title,
        description: content,
        role: 'alert',
        className: 'toast toast-destructive',
        onClose,
      });
    };
    return {
      success: ({ undo: offered, ...toast }) => {
        const undo = (): void => {
          clear();
          offered?.onClick();
        };
        const onClose = begin(offered && undo);
        const actions = offered && (
          <Button size="small" title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={undo}>
            {offered.label}
          </Button>
        );
        api.success({ ...toast, role: 'status', className: 'toast', actions, onClose });
      },
      news: ({ title, description }) => {
        if (outcome.current !== null) return;
        clear();
        api.info({ title, description, role: 'status', className: 'toast' });
      },
      failure,
      failed: (title, error, fallback) => {
        if (!(error instanceof ActionNotDone)) return failure({ title, description: describeError(error, fallback) });
        const onClose = begin();
        if (error.reason === 'canceled') return;
        const waiting = { title: 'Waiting for Approval', description: error.detail };
        api.info({ ...waiting, role: 'status', className: 'toast', onClose });
      },
      clear,
    };
  }, [api]);
  return (
    <ToastsContext value={toasts}>
      {holder}
      {children}
    </ToastsContext>
  );
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('useToasts must be used inside ToastsProvider');
  return toasts;
}
