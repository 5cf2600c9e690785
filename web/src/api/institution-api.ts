import type { InstitutionProfile, SaveInstitutionRequest } from '@clearwatch/contracts/institution.dto';
import { jsonQuery, put } from './api-client.ts';

export const INSTITUTION_KEY = ['/api/settings/institution'] as const;

export const getInstitution = () => jsonQuery<InstitutionProfile>(INSTITUTION_KEY, INSTITUTION_KEY[0]);
/** 409 when another version has been saved since `basedOn`. */
export const saveInstitution = (body: SaveInstitutionRequest) => put<InstitutionProfile>(INSTITUTION_KEY[0], body);
