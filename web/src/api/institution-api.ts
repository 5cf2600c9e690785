import type { InstitutionProfile, SaveInstitutionRequest } from '@clearwatch/contracts/institution.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';

export const INSTITUTION_KEY = ['/api/settings/institution'] as const;

/** What the institution says of itself. */
export function getInstitution() {
  return queryOptions({
    queryKey: INSTITUTION_KEY,
    queryFn: ({ signal }) => requestJson<InstitutionProfile>(INSTITUTION_KEY[0], { signal }),
  });
}

/** 409 when another version has been saved since `basedOn`. Answers with what holds from now on. */
export function saveInstitution(request: SaveInstitutionRequest): Promise<InstitutionProfile> {
  return requestJson(INSTITUTION_KEY[0], { method: 'PUT', body: request });
}
