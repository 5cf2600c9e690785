import { LOAD_PROFILES } from '@clearwatch/bench/staff-load/load-profiles';
import { k6Options, playVisit, signInStaff } from './staff-day-script.ts';

export const options = k6Options('stress');
export const setup = () => signInStaff(LOAD_PROFILES.stress.sessions);
export default playVisit;
