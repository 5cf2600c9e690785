import { useState } from 'react';
import { useToasts } from './toasts.tsx';

/** Browsers forbid it over plain HTTP. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const toasts = useToasts();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toasts.failure({
        title: 'Copying is not allowed here',
        description: 'Select the text and copy it by hand.',
      });
    }
  };
  return { copied, copy };
}
