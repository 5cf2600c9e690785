import type { SavePolicyRequest } from '@clearwatch/contracts/detection-policy.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import {
  DETECTION_POLICY_KEY,
  getDetectionPolicy,
  saveDetectionPolicy,
} from '../../../api/detection-policy.ts';
import { ApiError } from '../../../api/http.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';

interface SavePolicyOptions {
  editing: PolicyDraft;
  onClose: () => void;
  onSaved: (version: number) => void;
}

/** Saves the draft. When somebody else was faster, what he saved is read, and the draft stays as it is. */
export function useSavePolicy({ editing, onClose, onSaved }: SavePolicyOptions) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (request: SavePolicyRequest) => saveDetectionPolicy(request),
    onMutate: () => toasts.clear(),
    onSuccess: async (saved) => {
      // An answer that was asked for before must not come after.
      await client.cancelQueries({ queryKey: DETECTION_POLICY_KEY });
      editing.discard();
      client.setQueryData(getDetectionPolicy().queryKey, saved);
      toasts.success({
        title: 'Settings Saved',
        description: `Version ${saved.version} of the detection policy is in force.`,
      });
      onClose();
      onSaved(saved.version);
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
    },
    onError: async (error) => {
      toasts.failure({
        title: 'Settings Not Saved',
        description: describeError(error, 'The detection policy could not be saved.'),
      });
      if (!(error instanceof ApiError) || error.status !== 409) return;
      await client.invalidateQueries({ queryKey: DETECTION_POLICY_KEY });
      onClose();
    },
  });
}
