import { useMutation } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { useToasts } from '../toasts/toasts.tsx';
import { fileNameOf } from './file-name-of.ts';
import { saveFile } from './save-file.ts';

interface Download<What> {
  ask: (what: What) => Promise<Response>;
  /** Should the server not name the file. */
  nameOf: (what: What) => string;
  done: (what: What) => string;
  failed: string;
  onSettled?: () => Promise<void>;
}

/** Reads a file whole, saves it and says so. An answer that breaks off half-way is a failure. */
export function useDownload<What = void>({ ask, nameOf, done, failed, onSettled }: Download<What>) {
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (what: What) => {
      const response = await ask(what);
      saveFile(await response.blob(), fileNameOf(response) ?? nameOf(what));
    },
    onSuccess: (_saved, what) => toasts.success({ title: 'Export Successful', description: done(what) }),
    onError: (error) => toasts.failure({ title: 'Export Failed', description: describeError(error, failed) }),
    onSettled,
  });
}
