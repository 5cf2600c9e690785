import { LOAD_PROFILES } from '../bench/src/staff-load/load-profiles.ts';
import { optionsOf } from './options-of.ts';
import { playVisit, signInStaff } from './staff-day-script.ts';

export const options = optionsOf('stress');
export const setup = () => signInStaff(LOAD_PROFILES.stress.sessions);
export default playVisit;
