import { routingNumberOf } from './originators.ts';

/** The credit union that receives everything; it exists nowhere. */
export const INSTITUTION_NAME = 'SAMPLE CREDIT UNION';
export const INSTITUTION_ROUTING = routingNumberOf(INSTITUTION_NAME);
export const OPERATOR_NAME = 'SAMPLE ACH OPERATOR';
export const OPERATOR_ROUTING = routingNumberOf(OPERATOR_NAME);
