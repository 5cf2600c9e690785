import type { InstitutionProfile, SaveInstitutionRequest } from '@clearwatch/contracts/institution.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';

export const INSTITUTION_KEY = ['/api/settings/institution'] as const;

export function getInstitution() {
  return queryOptions({
    queryKey: INSTITUTION_KEY,
    queryFn: ({ signal }) => requestJson<InstitutionProfile>(INSTITUTION_KEY[0], { signal }),
  });
}

export function saveInstitution(request: SaveInstitutionRequest): Promise<InstitutionProfile> {
  return requestJson(INSTITUTION_KEY[0], { method: 'PUT', body: request });
}
