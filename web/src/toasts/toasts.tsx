import { notification } from 'antd';
import { createContext, type ReactNode, use, useMemo } from 'react';

export interface Toast {
  title: string;
  description?: string;
}

interface Toasts {
  /** Something was done. Announced politely. */
  success: (toast: Toast) => void;
  /** Something failed: the destructive look, announced at once. */
  failure: (toast: Toast) => void;
  /** What was said last is out of date: the same thing is being tried again. */
  clear: () => void;
}

const ToastsContext = createContext<Toasts | null>(null);

/**
 * Spec section 9: one toast at a time, five seconds. At the top in the middle it covers no button: dialogs and drawers have
 * theirs at the bottom and in the corners.
 */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [api, holder] = notification.useNotification({ maxCount: 1, duration: 5, placement: 'top' });
  const toasts = useMemo<Toasts>(
    () => ({
      success: (toast) => {
        api.destroy();
        api.success({ ...toast, role: 'status', className: 'toast' });
      },
      failure: (toast) => {
        api.destroy();
        api.error({ ...toast, role: 'alert', className: 'toast toast-destructive' });
      },
      clear: () => api.destroy(),
    }),
    [api],
  );
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
