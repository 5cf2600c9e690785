import { Button, notification } from 'antd';
import { createContext, type ReactNode, type RefObject, use, useEffect, useMemo, useRef } from 'react';
import { splitRequestId } from '../api/error-messages.ts';
import { isTyping } from '../lib/keyboard-focus.ts';
import { RequestIdNote } from './error-notices.tsx';

function toastActionButton(words: string, onClick: () => void): ReactNode {
  return (
    <Button size="small" title="Ctrl+Z" aria-keyshortcuts="Control+Z" onClick={onClick}>
      {words}
    </Button>
  );
}

/** A toast closes before the keyboard reaches it. In a field Ctrl+Z undoes typing. */
function useToastActionKey(act: RefObject<(() => void) | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || act.current === null || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [act]);
}

export interface Toast {
  title: string;
  description?: string;
  act?: { words: string; onClick: () => void };
}

interface Toasts {
  success: (toast: Toast) => void;
  /** Not shown while the outcome of the user's own action is: it may be news of it. */
  news: (toast: Toast) => void;
  failure: (toast: Toast) => void;
  clear: () => void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** Spec section 9: one toast at a time, five seconds. Top center covers no buttons of dialogs and drawers. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [api, holder] = notification.useNotification({ maxCount: 1, duration: 5, placement: 'top' });
  const act = useRef<(() => void) | null>(null);
  const outcome = useRef<object | null>(null);
  useToastActionKey(act);
  const toasts = useMemo<Toasts>(() => {
    const clear = (): void => {
      act.current = null;
      outcome.current = null;
      api.destroy();
    };
    return {
      success: ({ act: offered, ...toast }) => {
        clear();
        const doOnce =
          offered &&
          ((): void => {
            clear();
            offered.onClick();
          });
        act.current = doOnce ?? null;
        const shown = {};
        outcome.current = shown;
        api.success({
          ...toast,
          role: 'status',
          className: 'toast',
          ...(doOnce && { actions: toastActionButton(offered.words, doOnce) }),
          onClose: () => {
            if (act.current === doOnce) act.current = null;
            if (outcome.current === shown) outcome.current = null;
          },
        });
      },
      news: ({ title, description }) => {
        if (outcome.current !== null) return;
        clear();
        api.info({ title, description, role: 'status', className: 'toast' });
      },
      failure: ({ title, description = '' }) => {
        clear();
        const shown = {};
        outcome.current = shown;
        const { words, requestId } = splitRequestId(description);
        api.error({
          title,
          description: (
            <>
              {words}
              {requestId !== null && <RequestIdNote id={requestId} />}
            </>
          ),
          role: 'alert',
          className: 'toast toast-destructive',
          onClose: () => {
            if (outcome.current === shown) outcome.current = null;
          },
        });
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
  if (toasts === null) throw new Error('useToasts needs a ToastsProvider above it');
  return toasts;
}
