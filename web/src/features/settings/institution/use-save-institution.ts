import type { SaveInstitutionRequest } from '@clearwatch/contracts/institution.dto';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/http.ts';
import { getInstitution, INSTITUTION_KEY, saveInstitution } from '../../../api/institution.ts';

/** Saves the profile. When somebody else was faster, what he saved is read, and the changes stay as they are. */
export function useSaveInstitution(onSaved: () => void): (request: SaveInstitutionRequest) => Promise<void> {
  const client = useQueryClient();
  return async (request) => {
    try {
      const saved = await saveInstitution(request);
      // An answer that was asked for before must not come after.
      await client.cancelQueries({ queryKey: INSTITUTION_KEY });
      client.setQueryData(getInstitution().queryKey, saved);
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: INSTITUTION_KEY });
      throw error;
    }
  };
}
