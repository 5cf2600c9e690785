import type {
  TRYOUT_SAMPLES as ContractSamples,
  TryoutAlert,
  TryoutSample,
} from '@clearwatch/contracts/http/detection-policy';

export type { TryoutAlert, TryoutSample };

// Said again because importing the value would bring class-validator to the browser; the type keeps it equal.
export const TRYOUT_SAMPLES: typeof ContractSamples = ['gained', 'lost', 'below_the_line'];
