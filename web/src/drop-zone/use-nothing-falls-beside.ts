import { useEffect } from 'react';

/** Text that is dragged from one field to another is none of our business, nor what the zone has taken. */
const refuse = (event: DragEvent): void => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) event.preventDefault();
};

/** A browser opens a file that falls beside the zone in place of the application: what was going on would be lost. */
export function useNothingFallsBeside(): void {
  useEffect(() => {
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
