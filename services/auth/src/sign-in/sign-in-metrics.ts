import { ClosedCounter } from '@clearwatch/service-kit/metrics/closed-counter';
import { FAILURE_REASONS } from '../accounts/failed-attempts.service.ts';

/** A right password without the code that is still to come is no outcome yet. */
export const SIGN_INS = new ClosedCounter({
  name: 'clearwatch_sign_ins_total',
  help: 'Sign-ins: admitted, or refused for the reason named.',
  label: 'outcome',
  values: ['admitted', ...FAILURE_REASONS],
});
