import type {
  PASSWORD_MAX_LENGTH as ContractMaximum,
  PASSWORD_MIN_LENGTH as ContractMinimum,
} from '@clearwatch/contracts/http/auth';

// Said again because importing the values would bring class-validator to the browser; the types keep them equal.
export const PASSWORD_MIN_LENGTH: typeof ContractMinimum = 8;
export const PASSWORD_MAX_LENGTH: typeof ContractMaximum = 256;
