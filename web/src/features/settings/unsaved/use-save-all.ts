import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import type { Unsaved } from './unsaved-sections.tsx';

interface Outcome {
  saved: string[];
  failed: { what: string; error: unknown }[];
}

/** Saves what changed, section by section: one that fails keeps its changes and does not keep the others from being saved. */
export function useSaveAll() {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: async (unsaved: readonly Unsaved[]): Promise<Outcome> => {
      const outcome: Outcome = { saved: [], failed: [] };
      for (const { what, save } of unsaved) {
        if ('ask' in save) continue;
        try {
          await save.now();
          outcome.saved.push(what);
        } catch (error) {
          outcome.failed.push({ what, error });
        }
      }
      return outcome;
    },
    onMutate: () => toasts.clear(),
    onSuccess: ({ saved, failed: [failed] }, unsaved) => {
      if (failed !== undefined) {
        const description = describeError(failed.error, `The ${failed.what} could not be saved.`);
        toasts.failure({ title: 'Settings Not Saved', description });
        return;
      }
      if (saved.length > 0) toasts.success({ title: 'Settings Saved', description: savedWords(saved) });
      // What wants a word more comes last: its dialog stands over everything.
      for (const { save } of unsaved) if ('ask' in save) save.ask();
    },
  });
  return { isSaving: isPending, saveAll: mutate };
}

function savedWords(saved: readonly string[]): string {
  const words = `${saved.join(' and ')} ${saved.length === 1 ? 'is' : 'are'} saved.`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
