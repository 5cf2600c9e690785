export const TRYOUT_SAMPLES = ['gained', 'lost', 'below_the_line'] as const;
export type TryoutSample = (typeof TRYOUT_SAMPLES)[number];
